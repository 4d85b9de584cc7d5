// Words for modules that are needed and not indexed: what they leave unknown, and a load order that follows from none of it.
import { html, type Html } from "../../contract/browser/html.js";
import { listSome } from "../../contract/problem.js";
import type { Completeness } from "../../contract/shape/completeness.js";
import type { LoadOrder } from "../../contract/shape/where.js";
import { renderNames } from "./names.js";
import type { UnresolvedModule } from "../../contract/shape/unresolved.js";

/** Whose the modules are that have a list of names. */
export const PLATFORMS = { core: "Odoo core", enterprise: "Odoo Enterprise" } as const;

/** @param what the answer is about, as the beginning of a sentence */
export function renderUnknown(
  {
    complete,
    not_indexed: names,
    not_indexed_count: all,
    rules_of: rules,
  }: Completeness & { readonly rules_of?: string | undefined },
  what: string,
): Html | false {
  const answered =
    rules !== undefined &&
    html`<p class="notice">${what} is answered by the rules of ${rules}: those of this version are not known.</p>`;
  if (complete) return answered;
  const left = all - names.length;
  const more = left > 0 && ` and ${left} more`;
  return html`${answered}<p class="notice">
    ${what} is not known in whole: ${all === 1 ? "a module" : `${all} modules`} that could change it
    ${all === 1 ? "is" : "are"} not indexed: ${renderNames(names)}${more}.
  </p>`;
}

/** Sentences about the modules of a chain. */
export function describeLoadOrder(order: LoadOrder, modules: readonly string[]): string {
  const known = order.from_platform_table
    ? "Modules in load order, by the table of Odoo's manifests"
    : "Modules in load order";
  if (order.known) return `${known}.`;
  const reasons = listReasons(order).join("; ");
  const { length } = order.unplaced;
  return modules.every((name) => order.unplaced.includes(name))
    ? `Load order unknown: ${reasons}. Each stands after its dependencies.`
    : `${known}, but for ${length} at the end: load order unknown, ${reasons}.`;
}

function listReasons({ missing, ambiguous, cycles }: LoadOrder): readonly string[] {
  const has = (wanted: UnresolvedModule["kind"]): boolean =>
    missing.some(({ kind }) => kind === wanted);
  const unknown = missing.filter(({ kind }) => kind === "unknown");
  return [
    ...(has("core") ? ["core not indexed"] : []),
    ...(has("enterprise") ? ["Enterprise not indexed"] : []),
    ...(unknown.length > 0
      ? [
          `${listSome(
            unknown.map(({ technical_name: name }) => name),
            MOST_NAMES,
          )} not indexed`,
        ]
      : []),
    ...(ambiguous.length > 0
      ? [`several repositories have ${listSome(ambiguous, MOST_NAMES)} with different dependencies`]
      : []),
    ...cycles.map((cycle) => `circular dependency of ${listSome(cycle, MOST_NAMES)}`),
  ];
}

/** More would be no sentence any more. */
const MOST_NAMES = 3;
