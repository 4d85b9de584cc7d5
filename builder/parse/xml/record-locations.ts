// Ids, models and lines of all records of a data file, read off its markup without a tree: most data
// files hold nothing else that is wanted. Which elements are records, and where: `_tag_root` and the
// `_tag_…` of the platform's `tools/convert.py`.
import type { LoadedRecord } from "../../../data/loaded-module.js";
import { createLineFinder } from "../python/text/lines.js";
import { ACTION_TAGS } from "./actions.js";
import { EXPANSION_LIMIT_CHARS, expandReferences, XML_NAME, type Entities } from "./entities.js";
import type { MarkupVisitor } from "./markup.js";

/** The roots of a data file through the platform's versions; `data` also groups inside the others. */
export const CONTAINERS: ReadonlySet<string> = new Set(["odoo", "openerp", "terp", "data"]);

/** Fields of a view that hold its arch. */
export const ARCH_COLUMNS: ReadonlySet<string> = new Set(["arch", "arch_base", "arch_db"]);

/** Tags that make a record of a model that they do not name. */
const TAG_MODELS: ReadonlyMap<string, string> = new Map([
  ["template", "ir.ui.view"],
  ["menuitem", "ir.ui.menu"],
  ["asset", "ir.asset"],
  ...Array.from(ACTION_TAGS, ([tag, { type }]): [string, string] => [tag, type]),
]);

const ATTRIBUTE = new RegExp(
  `[ \\t\\n]+(${XML_NAME})[ \\t\\n]*=[ \\t\\n]*(?:"([^"<]*)"|'([^'<]*)')`,
  "y",
);

const NAME = new RegExp(XML_NAME, "y");

/** What an element is to the platform, and to those in it. */
type Role = "container" | "record" | "field" | "menuitem" | "tag" | "other";

interface OpenElement {
  readonly role: Role;
  readonly start: number;
}

const OUTSIDE: OpenElement = { role: "container", start: 0 };

const RECORDS: ReadonlySet<Role> = new Set<Role>(["record", "menuitem", "tag"]);

/** Gathers the records that a scan of a text meets. */
interface RecordGathering extends MarkupVisitor {
  /** In document order; one that the text breaks off inside is left out. */
  readonly records: readonly LoadedRecord[];
}

/** @param text that is scanned */
export function gatherRecords(text: string): RecordGathering {
  const records: LoadedRecord[] = [];
  const findLine = createLineFinder(text);
  const budget = { remainingChars: EXPANSION_LIMIT_CHARS };
  const open: OpenElement[] = [];
  /** Records of the outermost open element that is no container: they count once it ends. */
  const waiting: LoadedRecord[] = [];
  const find = (start: number, name: string, entities: Entities): string | null => {
    const value = findSource(text, start, name)?.replaceAll(/[\t\n]/g, " ") ?? "";
    return expandReferences(value, entities, budget).trim() || null;
  };
  return {
    records,
    enter(name, start, entities) {
      const parent = open.at(-1) ?? OUTSIDE;
      const role = toRole(name, parent.role);
      const isInArch =
        role === "record" &&
        parent.role === "field" &&
        ARCH_COLUMNS.has(find(parent.start, "name", entities) ?? "");
      open.push({ role: isInArch ? "other" : role, start });
      if (isInArch || !RECORDS.has(role)) return;
      const model = TAG_MODELS.get(name) ?? find(start, "model", entities);
      const xmlId = find(start, "id", entities);
      if (model !== null && xmlId !== null) {
        waiting.push({ xml_id: xmlId, model, line: findLine(start) });
      }
    },
    leave() {
      open.pop();
      if ((open.at(-1) ?? OUTSIDE).role !== "container") return;
      for (const record of waiting) records.push(record);
      waiting.length = 0;
    },
  };
}

/** The value of an attribute as written, in the tag that begins at `start`. */
function findSource(text: string, start: number, name: string): string | undefined {
  NAME.lastIndex = start + 1;
  NAME.test(text);
  ATTRIBUTE.lastIndex = NAME.lastIndex;
  for (let found = ATTRIBUTE.exec(text); found !== null; found = ATTRIBUTE.exec(text)) {
    if (found[1] === name) return found[2] ?? found[3];
  }
  return undefined;
}

/** Records lie in containers and, since 14.0, in fields of records; menus in each other. */
function toRole(name: string, parent: Role): Role {
  if (parent === "container") {
    if (CONTAINERS.has(name)) return "container";
    if (name === "record" || name === "menuitem") return name;
    return TAG_MODELS.has(name) ? "tag" : "other";
  }
  if (parent === "record") return name === "field" ? "field" : "other";
  if (parent === "field") return name === "record" ? "record" : "other";
  return parent === "menuitem" && name === "menuitem" ? "menuitem" : "other";
}
