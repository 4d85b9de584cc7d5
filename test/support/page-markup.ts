// What stands on a page, read out of its markup.
import { fromHtml } from "hast-util-from-html";

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly tagName?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly Node[];
}

function toText(node: Node): string {
  return node.value ?? (node.children ?? []).map(toText).join("");
}

function toLine(node: Node): string {
  return toText(node).replaceAll(/\s+/g, " ").trim();
}

function listElements(node: Node, tag: string): readonly Node[] {
  const inside = (node.children ?? []).flatMap((child) => listElements(child, tag));
  return node.tagName === tag ? [node, ...inside] : inside;
}

/** Rows of the tables of a page by their labels, cells with bars between them. */
export function readTables(markup: string): ReadonlyMap<string, readonly string[]> {
  const groups = listElements(fromHtml(markup), "div").filter(
    ({ properties }) => properties?.["role"] === "group",
  );
  return new Map(
    groups.map((group) => [
      String(group.properties?.["ariaLabel"]),
      listElements(group, "tr")
        .slice(1)
        .map((row) => listElements(row, "td").map(toLine).join(" | ")),
    ]),
  );
}

/** What the page says above the tables. */
export function readNotices(markup: string): readonly string[] {
  return listElements(fromHtml(markup), "div")
    .filter(({ properties }) => JSON.stringify(properties?.["className"] ?? "").includes("notice"))
    .map(toLine);
}

/** The text in each element of a kind, as it stands there. */
export function readTexts(markup: string, tag: string): readonly string[] {
  return listElements(fromHtml(markup), tag).map(toText);
}

export interface PageLink {
  readonly text: string;
  readonly href: string;
}

export function readLinks(markup: string): readonly PageLink[] {
  return listElements(fromHtml(markup), "a").map((link) => ({
    text: toText(link),
    href: String(link.properties?.["href"]),
  }));
}
