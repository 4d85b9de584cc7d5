// A list of modules as somebody has it: each form that people paste is recognised, and read by its rules. Total: any text
// gives a list, and what was left out of it.
import { finishSteps, takeSteps, type Steps } from "../../../data/yield.js";
import { collectList, cutList, type ListFormat, type ModuleList } from "./collect-list.js";
import { COMMANDS, LOG } from "./commands.js";
import { JSON_LIST } from "./json-list.js";
import { MARKUP } from "./markup-list.js";
import { DEPENDENCIES, NAMES } from "./names.js";
import { OCA_DEPENDENCIES, REPOSITORIES, SUBMODULES } from "./repositories.js";
import { REQUIREMENTS } from "./requirements.js";
import { TABLE } from "./tables.js";
import { TOML } from "./toml-list.js";

/** A folder or file behind its branch, without its rights and size, and where a link leads. */
const BRANCH =
  /^([\s│|]{0,100})(?:[├└]─{2,}|[|`+\\]-{2,4} )[ \u00A0]?(?:\[[^\]\n]{1,100}\] +)?(\w[\w.-]{0,200})(?= ->|\/?\s*$|\/? +[#<←])/;

const MANIFEST = /^__(?:manifest|openerp|terp)__\.py$/;

interface Drawn {
  /** Columns before its branch; -1 for the root. */
  readonly depth: number;
  readonly name: string;
}

const TREE: ListFormat = {
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

/** The first that knows a text by its form reads it. */
const FORMATS: readonly ListFormat[] = [
  MARKUP,
  JSON_LIST,
  TREE,
  TABLE,
  TOML,
  SUBMODULES,
  LOG,
  DEPENDENCIES,
  COMMANDS,
  REQUIREMENTS,
  OCA_DEPENDENCIES,
  REPOSITORIES,
  NAMES,
];

/** Signs without width that documents and chats put between words. */
const INVISIBLE = /[\u200B-\u200F\u2060\uFEFF\u00AD]/g;

export const parseModuleList = (text: string): ModuleList => finishSteps(parseInSteps(text));

/** The same in turns with other requests, for texts that anybody may send. */
export const readModuleList = (text: string): Promise<ModuleList> => takeSteps(parseInSteps(text));

function* parseInSteps(text: string): Steps<ModuleList> {
  const whole = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?|[\u2028\u2029]/g, "\n");
  const end = cutList(whole);
  const read = whole.slice(0, end).replaceAll(INVISIBLE, "");
  const list = collectList();
  let format = NAMES;
  for (const one of FORMATS) {
    yield;
    const found = one.read(read, list);
    format = one;
    if (typeof found === "boolean" ? found : yield* found) break;
  }
  if (end < whole.length) list.leaveOut("too_long", whole.slice(end));
  return list.finish(format.kind);
}
