// A combined view as an answer, with its arch as XML, indented for people.
import { countEach } from "../../../data/grouped.js";
import type { ArchElement, RegistryView } from "../../contract/shape/system/registry-view.js";
import type { CombinedView } from "./combine.js";
import { VIEW_FAULTS } from "./fault.js";
import type { CodeLocation, ViewState } from "./state.js";
import { listElements, type DocumentNode, type ElementNode } from "./tree.js";

export function toViewAnswer(combined: CombinedView): RegistryView {
  const { view, views, document, diagnostics } = combined;
  const elements = document === undefined ? [] : listElements(document).map(toArchElement);
  const shares = countEach(elements.map((one) => one.view));
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
      elements: shares.get(at) ?? 0,
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

/** Deeper elements are not indented any further. */
const MOST_INDENTED = 40;

interface OpenElement {
  readonly element: ElementNode;
  /** Set for an element with text: its content stays on one line. */
  readonly isMixed: boolean;
  next: number;
}

export function writeArch({ children: [root] }: DocumentNode): string {
  const open: OpenElement[] = [];
  let text = "";
  const write = (element: ElementNode): void => {
    const isEmpty = element.children.length === 0;
    text += `<${element.tag}${writeAttributes(element)}${isEmpty ? "/>" : ">"}`;
    if (isEmpty) return;
    const isMixed =
      open.at(-1)?.isMixed === true || element.children.some(({ kind }) => kind === "text");
    open.push({ element, isMixed, next: 0 });
  };
  if (root?.kind === "element") write(root);
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const { element, isMixed } = level;
    const child = element.children[level.next];
    level.next += 1;
    if (child === undefined) open.pop();
    if (!isMixed) text += `\n${"  ".repeat(Math.min(open.length, MOST_INDENTED))}`;
    if (child === undefined) text += `</${element.tag}>`;
    else if (child.kind === "text") text += escapeText(child.text);
    else write(child);
  }
  return text;
}

function writeAttributes({ attributes }: ElementNode): string {
  let text = "";
  for (const [name, value] of attributes) text += ` ${name}="${escapeText(value, '"')}"`;
  return text;
}

/** Signs that need escaping: most texts have none. */
const SUSPECT =
  // eslint-disable-next-line no-control-regex
  /[&<>"\u{0}-\u{8}\u{b}\u{c}\u{e}-\u{1f}\u{fffe}\u{ffff}]|\p{Surrogate}/u;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Characters that XML 1.0 does not know become U+FFFD. */
function escapeText(text: string, quote = ""): string {
  if (!SUSPECT.test(text)) return text;
  return text.replaceAll(
    /[&<>"]|[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu,
    (character) =>
      character === '"' && quote !== '"' ? character : (ESCAPES[character] ?? "\u{fffd}"),
  );
}
