// Value of a field from a data file: `_tag_record` and `_eval_xml` of odoo/tools/convert.py for
// XML, `ir.fields.converter` for the cells of CSV, and the commands of fields.py for links between
// records.
import {
  GIVEN,
  isGivenList,
  OPTIONAL,
  type GivenList,
  type GivenValue,
} from "../../../data/module/given-value.js";
import { toFullXmlId } from "../../../data/module/xml-id.js";
import type { ModelField } from "../model/fields.js";
import { toPythonText } from "../../../data/module/python-text.js";

/** Records by their external ids; `?` for one without. Texts of all other types as Odoo has them. */
export type RecordValue = null | boolean | number | string | readonly string[];

/** A value that only running code knows. */
export const UNKNOWN_VALUE = Symbol("unknown value");

export type FieldValue = RecordValue | typeof UNKNOWN_VALUE;

/** Facts of a field that its values depend on. */
export type GivenField = Pick<ModelField, "type" | "selection" | "comodel_name">;

/** Context of a value: its source, its field, and the previous value. */
export interface Giving {
  readonly module: string;
  readonly isCsv: boolean;
  readonly field: GivenField | undefined;
  readonly before: FieldValue | undefined;
  /**
   * Displayed name of a record with an external id: `ir.model` records have that of their model.
   */
  readonly nameRecord: (xmlId: string) => string;
  /** Whether a record exists already; `undefined` if only running code knows. */
  readonly isMade: (xmlId: string) => boolean | undefined;
  /** Finds a record by its fields, as far as known. */
  readonly search: (
    field: GivenField | undefined,
    conditions: ReadonlyMap<string, string>,
  ) => string | undefined;
  /** A record with its model in front of it. */
  readonly nameReference: (xmlId: string) => string;
}

/** `?` stands for a record that has no external id. */
const NAMELESS = "?";

const NUMBERS = new Set(["integer", "float", "monetary"]);
const UNREAD = new Set(["one2many", "binary", "image", "serialized", "properties"]);

/** `undefined` if the value stays out of answers. */
export function toFieldValue(given: GivenValue, giving: Giving): FieldValue | undefined {
  const type = giving.field?.type;
  if (type !== undefined && UNREAD.has(type)) return undefined;
  if (isKind(given, GIVEN.unknown)) return UNKNOWN_VALUE;
  if (isKind(given, GIVEN.reference) && given[2] === OPTIONAL) {
    const isThere = giving.isMade(toId(given, giving));
    if (isThere !== true) return isThere === false ? toFieldValue(null, giving) : UNKNOWN_VALUE;
  }
  switch (type) {
    case "many2one":
    case "many2one_reference":
      return toLink(given, giving);
    case "many2many":
      return changeLinks(given, giving);
    case "reference":
      return isKind(given, GIVEN.reference)
        ? giving.nameReference(toId(given, giving))
        : toFieldText(given, giving);
    case "boolean":
      return toFlag(given, giving);
    // Unknown models: judged by the look of the value.
    case undefined:
      return isCommands(given) ? changeLinks(given, giving) : toLink(given, giving);
    default:
      return NUMBERS.has(type) ? toNumber(given) : toFieldText(given, giving);
  }
}

function isKind(given: GivenValue, kind: GivenList[0]): given is GivenList {
  return isGivenList(given) && given[0] === kind;
}

function toId([, id]: GivenList, { module }: Giving): string {
  return toFullXmlId(module, String(id).trim());
}

/** A list of commands that change links between records. */
function isCommands(given: GivenValue): boolean {
  if (!isKind(given, GIVEN.list)) return false;
  const [, ...commands] = given;
  return commands.every((command) => isGivenList(command) && typeof command[1] === "number");
}

function toConditions([, ...items]: GivenList): ReadonlyMap<string, string> {
  const pairs = items.flatMap((item, at) =>
    at % 2 === 0 ? [[String(item), String(items[at + 1])] as const] : [],
  );
  return new Map(pairs);
}

/** Link to one record, also for a field of unknown type. */
function toLink(given: GivenValue, giving: Giving): FieldValue {
  const { nameRecord, field } = giving;
  if (isKind(given, GIVEN.reference)) return nameRecord(toId(given, giving));
  if (isKind(given, GIVEN.search))
    return giving.search(field, toConditions(given)) ?? UNKNOWN_VALUE;
  if (isKind(given, GIVEN.ids)) {
    return String(given[1]).trim() === "" ? null : nameRecord(toId(given, giving));
  }
  if (given === null || given === false || given === "" || given === 0) return null;
  // A number of a database, or in CSV a name that is searched for.
  return field === undefined && !isGivenList(given) ? given : UNKNOWN_VALUE;
}

/** `Command` of odoo/fields.py; 2 deletes and 3 unlinks. */
const [CREATE, UPDATE, LINK, CLEAR, SET] = [0, 1, 4, 5, 6];

/** On top of what is linked already. */
function changeLinks(given: GivenValue, giving: Giving): FieldValue {
  const { before, module, nameRecord } = giving;
  const toName = (id: string): string => nameRecord(toFullXmlId(module, id.trim()));
  if (isKind(given, GIVEN.ids)) {
    const ids = String(given[1]).split(",");
    return [...new Set(ids.filter((id) => id.trim() !== "").map(toName))];
  }
  if (given === null || given === false || given === "") return Array.isArray(before) ? before : [];
  if (!isGivenList(given)) return UNKNOWN_VALUE;
  const [kind, ...items] = given;
  if (kind === GIVEN.reference) return [toName(String(items[0]))];
  if (kind !== GIVEN.list && kind !== GIVEN.tuple) return UNKNOWN_VALUE;
  const plain = listReferences(items);
  if (plain !== undefined && items.length > 0) return plain.map(toName);
  let linked: Set<string> | undefined =
    before === UNKNOWN_VALUE
      ? undefined
      : new Set(Array.isArray(before) ? (before as string[]) : []);
  for (const item of items) {
    const [shape, code, ...operands] = isGivenList(item) ? item : [];
    const ids = listReferences(operands.flatMap(listItems));
    if ((shape !== GIVEN.list && shape !== GIVEN.tuple) || typeof code !== "number") {
      return UNKNOWN_VALUE;
    }
    if (code === CREATE) linked?.add(NAMELESS);
    else if (code === CLEAR) linked = new Set();
    else if (code !== UPDATE) {
      if (ids === undefined) return UNKNOWN_VALUE;
      if (code === SET) linked = new Set();
      for (const id of ids) {
        if (code >= LINK) linked?.add(toName(id));
        else linked?.delete(toName(id));
      }
    }
  }
  return linked === undefined ? UNKNOWN_VALUE : [...linked];
}

/** Items of a list; any other value is its own item. */
function listItems(value: GivenValue): readonly GivenValue[] {
  const isList = isKind(value, GIVEN.list) || isKind(value, GIVEN.tuple);
  return isList ? (value.slice(1) as readonly GivenValue[]) : [value];
}

/** Ids of records, zeros and `False` left out; `undefined` where something else is among them. */
function listReferences(items: readonly GivenValue[]): readonly string[] | undefined {
  const ids: string[] = [];
  for (const item of items) {
    if (isKind(item, GIVEN.reference)) ids.push(String(item[1]));
    else if (item !== 0 && item !== false && item !== null) return undefined;
  }
  return ids;
}

const TRUE_CELLS = new Set(["1", "true", "yes"]);
const FALSE_CELLS = new Set(["", "0", "false", "no"]);
const FALSE_TEXTS = new Set(["0", "false", "off"]);

function toFlag(given: GivenValue, { isCsv }: Giving): FieldValue {
  if (isGivenList(given)) return given.length > 1;
  if (typeof given !== "string") return Boolean(given);
  const word = given.trim().toLowerCase();
  if (!isCsv) return !FALSE_TEXTS.has(word);
  return TRUE_CELLS.has(word) || !FALSE_CELLS.has(word);
}

function toNumber(given: GivenValue): FieldValue {
  if (isGivenList(given)) return UNKNOWN_VALUE;
  const number = Number(given);
  return Number.isFinite(number) ? number : UNKNOWN_VALUE;
}

function toFieldText(given: GivenValue, { module, field, isCsv }: Giving): FieldValue {
  if (given === null || given === false || given === "") return null;
  if (typeof given === "string") {
    const labelled = isCsv ? field?.selection?.find(([, label]) => label === given) : undefined;
    return labelled?.[0] ?? given;
  }
  if (isKind(given, GIVEN.reference) || isKind(given, GIVEN.search)) return UNKNOWN_VALUE;
  return toPythonText(given, module) ?? UNKNOWN_VALUE;
}
