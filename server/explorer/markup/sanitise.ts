// The one door for markup out of repositories: a parser as browsers have it, a list of what may stay,
// and links that lead nowhere but where they say. Pictures become links, since a page loads nothing
// from elsewhere.
import type { Element, ElementContent, Root, RootContent } from "hast";
import { fromHtml } from "hast-util-from-html";
import { sanitize, type Schema } from "hast-util-sanitize";
import { toHtml } from "hast-util-to-html";

const SCHEMA: Schema = {
  tagNames: [
    ..."h1 h2 h3 h4 h5 h6 p br hr blockquote pre code kbd strong b em i del s sub sup".split(" "),
    ..."ul ol li dl dt dd table thead tbody tr th td a img".split(" "),
  ],
  // With their content, which is nothing to read.
  strip: "script style title template noscript iframe object svg math textarea select".split(" "),
  attributes: {
    a: ["href", "title"],
    img: ["src", "alt"],
    td: ["colSpan", "rowSpan"],
    th: ["colSpan", "rowSpan"],
    ol: ["start"],
  },
  protocols: { href: ["http", "https", "mailto"], src: ["http", "https"] },
  allowComments: false,
  allowDoctypes: false,
};

/** The page's own headings are the first and the second. */
const LEVELS_ABOVE = 2;

/** @returns `undefined` for what is nested deeper than can be followed */
export function sanitise(markup: string): string | undefined {
  try {
    const tree = sanitize(fromHtml(markup, { fragment: true }), SCHEMA) as Root;
    const open: number[] = [];
    const children = tree.children.flatMap((node) => settle(node, false, open));
    return toHtml({ type: "root", children });
  } catch (error) {
    // The stack of calls is spent.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** @param open levels of the headings that the node stands under, as they were written */
function settle<T extends RootContent | ElementContent>(
  node: T,
  isLink: boolean,
  open: number[],
): ElementContent[] {
  if (node.type === "text") return [node];
  if (node.type !== "element") return [];
  const element: Element = node;
  if (element.tagName === "img") return settlePicture(element, isLink);
  const isOwnLink = element.tagName === "a";
  const children = element.children.flatMap((child) => settle(child, isLink || isOwnLink, open));
  if (isOwnLink) return settleLink(element, children);
  if (element.tagName === "p" && children.every(isBlank)) return [];
  const level = /^h(\d)$/.exec(element.tagName)?.[1];
  const tagName = level === undefined ? element.tagName : toHeading(Number(level), open);
  // Long lines are scrolled by keyboard, too.
  const properties = tagName === "pre" ? { tabIndex: 0 } : element.properties;
  return [{ ...element, tagName, properties, children }];
}

function isBlank(node: ElementContent): boolean {
  return node.type === "text" && node.value.trim() === "";
}

/** One level below the heading that it stands under: none is skipped, whatever is written. */
function toHeading(level: number, open: number[]): string {
  while ((open.at(-1) ?? 0) >= level) open.pop();
  open.push(level);
  return `h${Math.min(open.length + LEVELS_ABOVE, 6)}`;
}

/** An address without a host is one in the repository, which the page cannot know. */
function settleLink({ properties }: Element, children: ElementContent[]): ElementContent[] {
  const { href, title } = properties;
  if (typeof href !== "string" || !isAbsolute(href)) return children;
  return [toLink({ href, ...(title === undefined ? {} : { title }) }, children)];
}

function settlePicture({ properties }: Element, isLink: boolean): ElementContent[] {
  const { src, alt } = properties;
  const text = typeof alt === "string" && alt.trim() !== "" ? alt.trim() : "picture";
  const children: ElementContent[] = [{ type: "text", value: text }];
  if (isLink) return children;
  return typeof src === "string" && isAbsolute(src) ? [toLink({ href: src }, children)] : [];
}

function isAbsolute(address: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(address);
}

function toLink(properties: Element["properties"], children: ElementContent[]): Element {
  const rel = ["nofollow", "noopener", "noreferrer", "external"];
  return { type: "element", tagName: "a", properties: { ...properties, rel }, children };
}
