// An arch as XML, indented for people.
import type { ChildNode, DocumentNode, ElementNode } from "./tree.js";

/** Deeper elements are not indented any further. */
const MOST_INDENTED = 40;

/** Where an element has text, what is in it stands in one line with it. */
export function writeArch(document: DocumentNode): string {
  const parts: string[] = [];
  const open: (Task | ChildNode)[] = [];
  let depth = 0;
  let inline = 0;
  const breakLine = (): void => {
    if (inline === 0) parts.push("\n", "  ".repeat(Math.min(depth, MOST_INDENTED)));
  };
  const openElement = (element: ElementNode): void => {
    parts.push(writeStart(element));
    if (element.children.length === 0) return;
    const isMixed = inline > 0 || element.children.some(({ kind }) => kind === "text");
    if (isMixed) inline += 1;
    depth += 1;
    open.push(() => {
      depth -= 1;
      if (isMixed) inline -= 1;
      else breakLine();
      parts.push(`</${element.tag}>`);
    });
    for (const child of element.children.toReversed()) {
      open.push(child);
      if (!isMixed) open.push(breakLine);
    }
  };
  open.push(...document.children);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "function") next();
    else if (next.kind === "text") parts.push(escapeText(next.text));
    else openElement(next);
  }
  return parts.join("");
}

type Task = () => void;

function writeStart({ tag, attributes, children }: ElementNode): string {
  const written = [...attributes].map(
    ([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', "&quot;")}"`,
  );
  return `<${tag}${written.join("")}${children.length === 0 ? "/>" : ">"}`;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Characters that XML 1.0 does not know become U+FFFD. */
const escapeText = (text: string): string =>
  text
    .replaceAll(/[&<>]/g, (character) => ESCAPES[character] ?? character)
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\u{fffd}");
