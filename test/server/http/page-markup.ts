// Contents of a page, read out of its markup.
import { fromHtml } from "hast-util-from-html";

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly tagName?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly Node[];
}

/** The page that was parsed last, of which tests ask several things. */
let last: { readonly markup: string; readonly root: Node } | undefined;

function parse(markup: string): Node {
  if (last?.markup !== markup) last = { markup, root: fromHtml(markup) };
  return last.root;
}

function toText(node: Node): string {
  return node.value ?? (node.children ?? []).map(toText).join("");
}

/** The text in an element, in one line. */
export function toLine(node: Node): string {
  return toText(node).replaceAll(/\s+/g, " ").trim();
}

function listInside(node: Node, found: Node[] = []): readonly Node[] {
  if (node.type === "element") found.push(node);
  for (const child of node.children ?? []) listInside(child, found);
  return found;
}

function listTagged(node: Node, ...tags: readonly string[]): readonly Node[] {
  return listInside(node).filter(({ tagName = "" }) => tags.includes(tagName));
}

/** Every element of a page, in its order. */
export function listElements(markup: string): readonly Node[] {
  return listInside(parse(markup));
}

/** Addresses that elements of the page have, with what has them. */
export function listAddresses(
  markup: string,
): readonly (readonly [tag: string, address: string])[] {
  return listElements(markup).flatMap(({ tagName = "", properties = {} }) =>
    ["href", "src", "action"].flatMap((name) => {
      const value = properties[name];
      return typeof value === "string" ? [[tagName, value] as const] : [];
    }),
  );
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&amp;", "&"],
  ["&#39;", "'"],
  ["&quot;", '"'],
  ["&lt;", "<"],
  ["&gt;", ">"],
]);

/**
 * Links without forms, from text alone, for walks over a whole site: this takes a twentieth of the
 * time.
 */
export function listLinked(markup: string): readonly string[] {
  const tags = markup.matchAll(/<(?!form\b)[a-z](?:[^">]|"[^"]*")*>/g);
  return [...tags].flatMap(([tag]) =>
    [...tag.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, address = ""]) =>
      address.replaceAll(/&(?:amp|quot|lt|gt|#39);/g, (entity) => ENTITIES.get(entity) ?? entity),
    ),
  );
}

/** Rows of the tables of a page by their labels, cells with bars between them. */
export function readTables(markup: string): ReadonlyMap<string, readonly string[]> {
  const groups = listTagged(parse(markup), "div").filter(
    ({ properties }) => properties?.["role"] === "group",
  );
  return new Map(
    groups.map((group) => [
      String(group.properties?.["ariaLabel"]),
      listTagged(group, "tr")
        .slice(1)
        .map((row) => listTagged(row, "td", "th").map(toLine).join(" | ")),
    ]),
  );
}

/** Notices above the tables. */
export function readNotices(markup: string): readonly string[] {
  return listTagged(parse(markup), "div")
    .filter(({ properties }) => JSON.stringify(properties?.["className"] ?? "").includes("notice"))
    .map(toLine);
}

/** The text in each element of a kind, as it stands there. */
export function readTexts(markup: string, tag: string): readonly string[] {
  return listTagged(parse(markup), tag).map(toText);
}

export interface PageLink {
  readonly text: string;
  readonly href: string;
}

export function readLinks(markup: string): readonly PageLink[] {
  return listTagged(parse(markup), "a").map((link) => ({
    text: toText(link),
    href: String(link.properties?.["href"]),
  }));
}
