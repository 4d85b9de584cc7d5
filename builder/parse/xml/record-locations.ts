// All records of a data file, what it gives their fields among it, read off its markup without a tree: most
// data files hold nothing else that is wanted. Which elements are records, and where: `_tag_root` and the
// `_tag_…` of the platform's `tools/convert.py`.
import {
  GIVEN,
  PARENT_FIELD,
  SEQUENCE_FIELD,
  type GivenValue,
} from "../../../data/module/given-value.js";
import type { LoadedRecord, RecordTag } from "../../../data/module/loaded-module.js";
import { createLineFinder } from "../python/text/lines.js";
import { EXPANSION_LIMIT_CHARS, expandReferences, XML_NAME, type Entities } from "./entities.js";
import {
  toFlag,
  toGivenValue,
  toMenuValues,
  toReference,
  toTagValues,
  type Attributes,
  type FieldContent,
} from "./given-values.js";
import type { MarkupVisitor, StartTag } from "./markup.js";

/** The roots of a data file through the platform's versions; `data` also groups inside the others. */
export const CONTAINERS: ReadonlySet<string> = new Set(["odoo", "openerp", "terp", "data"]);

/** Fields of a view that hold its arch. */
export const ARCH_COLUMNS: ReadonlySet<string> = new Set(["arch", "arch_base", "arch_db"]);

export const VIEW_MODEL = "ir.ui.view";

/** Tags that make a record of a model that they do not name. */
const TAG_MODELS: ReadonlyMap<string, string> = new Map([
  ["template", VIEW_MODEL],
  ["menuitem", "ir.ui.menu"],
  ["asset", "ir.asset"],
  // The first two up to 16.0, the others up to 7.0.
  ["act_window", "ir.actions.act_window"],
  ["report", "ir.actions.report"],
  ["url", "ir.actions.act_url"],
  ["wizard", "ir.actions.wizard"],
]);

/** Role of an element for the platform, and for its children. */
type Role = "container" | "record" | "field" | "menuitem" | "tag" | "delete" | "other";

interface OpenElement {
  readonly role: Role;
  readonly name: string;
  readonly attributes: Attributes;
  /** Character offset at which its content begins. */
  readonly start: number;
  /** Number of records that began before it. */
  readonly before: number;
  readonly noupdate: boolean;
  /** Record that it is, or lies in. */
  readonly record: PendingRecord | undefined;
}

type PendingRecord = Omit<LoadedRecord, "values" | "xml_id"> & {
  readonly xml_id: string | null;
  readonly values: Map<string, GivenValue>;
};

const NO_ATTRIBUTES: Attributes = new Map();

const OUTSIDE: OpenElement = {
  role: "container",
  name: "",
  attributes: NO_ATTRIBUTES,
  start: 0,
  before: 0,
  noupdate: false,
  record: undefined,
};

const RECORDS: ReadonlySet<Role> = new Set<Role>(["record", "menuitem", "tag", "delete"]);

/** Gathers the records that a scan of a text meets. */
interface RecordGathering extends MarkupVisitor {
  /** Whether the text begins as a data file does. */
  isData(): boolean;
  /** In document order; one that the text breaks off inside is left out. */
  readonly records: readonly LoadedRecord[];
}

/** @param text that is scanned */
export function gatherRecords(text: string): RecordGathering {
  const records: LoadedRecord[] = [];
  const findLine = createLineFinder(text);
  const budget = { remainingChars: EXPANSION_LIMIT_CHARS };
  const open: OpenElement[] = [];
  let entitiesOfText: Entities = new Map();
  const expand = (source: string): string => expandReferences(source, entitiesOfText, budget);
  /** Records of the outermost open element that is no container: they count once it ends. */
  const waiting: PendingRecord[] = [];
  let root: string | undefined;
  let begun = 0;
  const enterRecord = (role: Role, tag: StartTag, attributes: Attributes) => {
    begun += 1;
    const parent = open.at(-1) ?? OUTSIDE;
    const model = TAG_MODELS.get(tag.name) ?? find(attributes, "model");
    if (model === null) return undefined;
    const record: PendingRecord = {
      xml_id: find(attributes, "id"),
      model,
      line: findLine(tag.end - 1),
      tag: role as RecordTag,
      noupdate: parent.noupdate,
      values: new Map(listOwnValues(role, tag.name, attributes, parent)),
    };
    waiting.push(record);
    return record;
  };
  return {
    records,
    isData: () => CONTAINERS.has(root ?? ""),
    enter(tag, entities) {
      entitiesOfText = entities;
      const { name } = tag;
      root ??= name;
      const parent = open.at(-1) ?? OUTSIDE;
      const role = toRole(name, parent);
      const isRead = role !== "other" && !(role === "field" && parent.record?.model === VIEW_MODEL);
      const attributes = isRead ? expandAttributes(tag, expand) : NO_ATTRIBUTES;
      open.push({
        role,
        name,
        attributes,
        start: tag.end,
        before: begun,
        noupdate: toFlag(find(attributes, "noupdate") ?? (parent.noupdate ? "1" : "0")),
        record: RECORDS.has(role) ? enterRecord(role, tag, attributes) : parent.record,
      });
    },
    leave(end) {
      const element = open.pop() ?? OUTSIDE;
      if (element.role === "field" && element.record !== undefined) {
        setField(element.record, element, {
          readText: () => readText(text, element.start, end, expand),
          // Records are no markup: the platform makes them, and writes no text into the field.
          readMarkup: () =>
            begun > element.before ? "" : readMarkup(text.slice(element.start, end)),
        });
      }
      const parent = open.at(-1) ?? OUTSIDE;
      if (parent.role !== "container") return;
      if (toFlag(find(parent.attributes, "auto_sequence") ?? "0")) numberRecords(waiting);
      for (const record of waiting) {
        if (record.xml_id !== null) records.push({ ...record, xml_id: record.xml_id });
      }
      waiting.length = 0;
    },
  };
}

/** Models of an element whose records are counted, see SEQUENCE_FIELD: those of real ones have few. */
const MOST_COUNTED_MODELS = 100;

/** Numbers the records of an element and its descendants. */
function numberRecords(all: readonly PendingRecord[]): void {
  const before = new Map<string, number>();
  for (const { tag, model, values } of all) {
    if (tag !== "record" || values.has("sequence")) continue;
    values.set(SEQUENCE_FIELD, [GIVEN.dict, ...[...before].flat()]);
    if (before.has(model) || before.size < MOST_COUNTED_MODELS) {
      before.set(model, (before.get(model) ?? 0) + 1);
    }
  }
}

/** Values of an element's own attributes, or of its position. */
function listOwnValues(
  role: Role,
  tag: string,
  attributes: Attributes,
  parent: OpenElement,
): readonly (readonly [string, GivenValue])[] {
  if (role === "menuitem") {
    const above = parent.role === "menuitem" ? (parent.record?.xml_id ?? null) : null;
    return toMenuValues(attributes, above);
  }
  if (role === "tag") return toTagValues(tag, attributes);
  const field = find(parent.attributes, "name");
  const of = parent.role === "field" ? (parent.record?.xml_id ?? null) : null;
  return of === null || field === null ? [] : [[PARENT_FIELD, [...toReference(of), field]]];
}

function setField(
  { values }: PendingRecord,
  { attributes, name: tag }: OpenElement,
  content: FieldContent,
): void {
  // A `<bundle>` and a `<path>` of an `<asset>` are fields of these names.
  const name = tag === "field" ? find(attributes, "name") : tag;
  const directive = tag === "bundle" ? find(attributes, "directive") : null;
  if (directive !== null) values.set("directive", directive);
  // Behind an `@` stands a language.
  if (name !== null && !name.includes("@")) values.set(name, toGivenValue(attributes, content));
}

/** Without white space around it; `null` when it is missing or empty. */
function find(attributes: Attributes, name: string): string | null {
  return attributes.get(name)?.trim() || null;
}

/** Attributes as the platform's parser gives them. */
function expandAttributes(
  { attributes }: StartTag,
  expand: (source: string) => string,
): Attributes {
  return new Map(
    attributes.map(([name, value]) => [name, expand(value.replaceAll(/[\t\n]/g, " "))]),
  );
}

const CDATA = "<![CDATA[";

/** The text from one offset to another up to the first element or comment. */
function readText(
  text: string,
  from: number,
  to: number,
  expand: (source: string) => string,
): string {
  const pieces: string[] = [];
  let at = from;
  while (at < to) {
    const found = text.indexOf("<", at);
    const next = found === -1 || found > to ? to : found;
    pieces.push(expand(text.slice(at, next)));
    if (!text.startsWith(CDATA, next) || next === to) break;
    const end = text.indexOf("]]>", next);
    pieces.push(text.slice(next + CDATA.length, end));
    at = end + "]]>".length;
  }
  return pieces.join("");
}

/** Elements of HTML that have no end tag. */
const VOID = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);

const EMPTY_ELEMENT = new RegExp(
  `<(${XML_NAME})((?:[ \\t\\n]+${XML_NAME}[ \\t\\n]*=[ \\t\\n]*(?:"[^"<]*"|'[^'<]*'))*)[ \\t\\n]*/>`,
  "g",
);

/** XML as HTML: only elements that are always empty stand without an end tag. */
function readMarkup(source: string): string {
  return source.replaceAll(EMPTY_ELEMENT, (_all, name: string, attributes: string) =>
    VOID.has(name) ? `<${name}${attributes}>` : `<${name}${attributes}></${name}>`,
  );
}

/** No arch does, which only a view has by its name. */
function holdsRecords({ attributes, record }: OpenElement): boolean {
  return record?.model !== VIEW_MODEL && !ARCH_COLUMNS.has(find(attributes, "name") ?? "");
}

/** Records lie in containers and, since 14.0, in fields of records; menus in each other. */
function toRole(name: string, parent: OpenElement): Role {
  switch (parent.role) {
    case "container":
      if (CONTAINERS.has(name)) return "container";
      if (name === "record" || name === "menuitem" || name === "delete") return name;
      return TAG_MODELS.has(name) ? "tag" : "other";
    case "record":
      return name === "field" ? "field" : "other";
    case "tag":
      return parent.name === "asset" ? "field" : "other";
    case "field":
      return name === "record" && holdsRecords(parent) ? "record" : "other";
    case "menuitem":
      return name === "menuitem" ? "menuitem" : "other";
    case "delete":
    case "other":
      return "other";
  }
}
