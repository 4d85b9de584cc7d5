// An arch as XML, indented for people.
import type { DocumentNode, ElementNode } from "./tree.js";

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
