// Shares of modules in a combined view: each with its colour.
import { getModule } from "../../../contract/shape/system/registry-one-layout.js";
import type { BodyAt } from "../../../routes/ask.js";

export type SystemView = BodyAt<"/v1/registry/views/{xml_id}">;

export interface Share {
  readonly module: string;
  /** A class of the style sheet. The first module has none of the colours; of many some have the same. */
  readonly look: string;
  readonly elements: number;
  /** Attributes and texts of elements that are of others. */
  readonly changes: number;
}

const COLOURS = 6;

/** By module, in load order; those that come after the one at which the view stops have nothing. */
export function listShares(view: SystemView): ReadonlyMap<string, Share> {
  const elements = new Map<string, number>();
  const changes = new Map<string, number>();
  const add = (counts: Map<string, number>, at: number, number: number): void => {
    const module = getModule(view, at);
    counts.set(module, (counts.get(module) ?? 0) + number);
  };
  for (const [at, one] of view.views.entries()) add(elements, at, one.elements);
  for (const { attributes = [], texts = [] } of view.elements) {
    for (const change of [...attributes, ...texts]) add(changes, change.view, 1);
  }
  return new Map(
    view.modules.map((module, at) => [
      module,
      {
        module,
        look: at === 0 ? "share" : `share share-${((at - 1) % COLOURS) + 1}`,
        elements: elements.get(module) ?? 0,
        changes: changes.get(module) ?? 0,
      },
    ]),
  );
}
