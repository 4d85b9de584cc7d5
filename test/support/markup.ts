// A page as its elements.
import { fromHtml } from "hast-util-from-html";

interface Node {
  readonly type: string;
  readonly tagName?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly Node[];
}

export function listElements(markup: string): readonly Node[] {
  const all: Node[] = [];
  const walk = (node: Node): void => {
    if (node.type === "element") all.push(node);
    node.children?.forEach(walk);
  };
  walk(fromHtml(markup));
  return all;
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
