// A combined view as an answer.
import type { ArchElement, RegistryView } from "../../contract/shape/system/registry-view.js";
import { writeArch } from "./arch-text.js";
import type { CombinedView } from "./combine.js";
import { VIEW_FAULTS } from "./fault.js";
import type { CodeLocation, ViewState } from "./state.js";
import { listDescendants, type DocumentNode, type ElementNode } from "./tree.js";

export function toViewAnswer(combined: CombinedView): RegistryView {
  const { view, views, document, diagnostics } = combined;
  const elements = document === undefined ? [] : listArchElements(document);
  const shares = countShares(elements, views.length);
  const [, ...applied] = views;
  return {
    ...toColumns(view),
    model: view.model,
    type: view.type,
    active: view.active,
    key: view.key,
    groups: view.groups,
    dynamic:
      [view, ...views].some((one) => one.dynamic.length > 0) ||
      diagnostics.some(({ code }) => code === "operation"),
    ...toLocation(view.changes[0]),
    changes: view.changes.map((change) => ({ operation: change.operation, ...toLocation(change) })),
    applied: applied.map(({ xmlId }) => xmlId),
    views: views.map((one, at) => ({
      ...toColumns(one),
      ...toLocation(one.changes[0]),
      arch: one.arch === undefined ? null : toLocation(one.arch),
      specs: one.specs,
      elements: shares[at] ?? 0,
      groups: one.groups,
      dynamic: one.dynamic,
    })),
    arch: document === undefined ? null : writeArch(document),
    elements,
    diagnostics: diagnostics.map((one) => ({ ...one, reason: VIEW_FAULTS[one.code] })),
  };
}

const toColumns = ({ xmlId, name, mode, priority, inheritId }: ViewState) => ({
  xml_id: xmlId,
  name,
  mode,
  priority,
  inherit_id: inheritId,
});

const toLocation = ({ module, file, line }: CodeLocation): CodeLocation => ({ module, file, line });

function listArchElements(document: DocumentNode): ArchElement[] {
  const elements: ArchElement[] = [];
  for (const node of listDescendants(document)) {
    if (node.kind === "element") elements.push(toArchElement(node));
  }
  return elements;
}

function toArchElement({ tag, origin, changed, children }: ElementNode): ArchElement {
  const attributes = [...(changed ?? [])].map(([name, own]) => ({ name, ...own }));
  const texts = children.flatMap((child) =>
    child.kind === "text" && child.origin.view !== origin.view ? [child.origin] : [],
  );
  return {
    tag,
    ...origin,
    ...(attributes.length > 0 ? { attributes } : {}),
    ...(texts.length > 0 ? { texts } : {}),
  };
}

function countShares(elements: readonly ArchElement[], views: number): readonly number[] {
  const shares = Array.from({ length: views }, () => 0);
  for (const { view } of elements) shares[view] = (shares[view] ?? 0) + 1;
  return shares;
}
