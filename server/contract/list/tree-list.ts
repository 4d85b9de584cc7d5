// Folders and files as `tree` draws them: modules are the folders beside one that has a manifest, else those of the first level.
import type { ListFormat } from "./collect-list.js";

/** A folder or file behind its branch, without its rights and size, and where a link leads. */
const BRANCH =
  /^([\s│|]{0,100})(?:[├└]─{2,}|[|`+\\]-{2,4} )[ \u00A0]?(?:\[[^\]\n]{1,100}\] +)?(\w[\w.-]{0,200})(?= ->|\/?\s*$|\/? +[#<←])/;

const MANIFEST = /^__(?:manifest|openerp|terp)__\.py$/;

interface Drawn {
  /** Columns before its branch; -1 for the root. */
  readonly depth: number;
  readonly name: string;
}

export const TREE: ListFormat = {
  kind: "tree of folders",
  read(text, list) {
    const drawn: Drawn[] = [];
    const levels = new Set<number>();
    let holders: Drawn[] = [];
    for (const line of text.split("\n")) {
      const [, indent = "", name] = BRANCH.exec(line) ?? [];
      const depth = name === undefined ? -1 : indent.length;
      const root = line.trim().split("/").findLast(Boolean) ?? "";
      holders = [...holders.filter((one) => one.depth < depth), { depth, name: name ?? root }];
      if (MANIFEST.test(name ?? "")) levels.add(holders.at(-2)?.depth ?? -1);
      if (root !== "") drawn.push({ depth, name: name ?? root });
    }
    if (drawn.every(({ depth }) => depth < 0)) return false;
    if (levels.size === 0) levels.add(0);
    for (const { depth, name } of drawn)
      if (levels.has(depth) && /^\w+$/.test(name)) list.addModule(name);
      else list.leaveOut("not_understood", name);
    return true;
  },
};
