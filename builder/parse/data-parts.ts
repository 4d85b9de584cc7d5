// Which records of data files are parts of a module, and what their rows say: made of what the files give the fields
// of records, so that there is one reading of a file. What is no literal, reference or command has no value here.
import { GIVEN, isGivenList, type GivenValue, type GivenValues } from "../../data/given-value.js";
import type { LoadedRecord } from "../../data/loaded-module.js";
import {
  DATA_PARTS,
  PERMISSIONS,
  type DataPart,
  type ModuleParts,
} from "../../data/module-parts.js";
import { toPythonText } from "../../data/python-text.js";
import { listKeys } from "../../data/shape.js";
import { toModelRecordId } from "../../data/snapshot/loaded/subjects.js";
import { DEFAULT_DIRECTIVE } from "./manifest-assets.js";
import { cleanDocstring } from "./python/docstring.js";
import { normaliseSource } from "./python/text/normalise.js";
import { toTableModel, type TableRow } from "./table-file.js";

type DataRows = Pick<ModuleParts, DataPart>;

/** A row without the record that it is of, and where that stands. */
type Unplaced<P extends DataPart> = Omit<ModuleParts[P][number], "xml_id" | "file" | "line">;

type ToRow<P extends DataPart> = (given: Given) => Unplaced<P> | undefined;

/** Of which models records are rows of a part; of `actions` all others that are called so. */
const PARTS_OF_MODELS: ReadonlyMap<string, DataPart> = new Map([
  ["res.groups", "groups"],
  ["ir.model.access", "access"],
  ["ir.rule", "rules"],
  ["ir.cron", "crons"],
  ["ir.ui.menu", "menus"],
  ["ir.asset", "assets"],
]);

/** Models below `ir.actions.` that are no actions but belong to one. */
const NO_ACTIONS: ReadonlySet<string> = new Set([
  "ir.actions.act_window.view",
  "ir.actions.todo",
  "ir.actions.todo.category",
  "ir.actions.configuration.wizard",
]);

const ROWS: { readonly [P in DataPart]: ToRow<P> } = {
  groups: (given) => ({
    name: given.text("name"),
    // Named otherwise since 19.0.
    category: given.reference("category_id", "privilege_id"),
    implied: given.links("implied_ids"),
    comment: given.text("comment"),
  }),
  access: (given) => ({
    name: given.text("name"),
    model: given.reference("model_id"),
    group: given.reference("group_id"),
    ...toPermissions(given),
  }),
  rules: (given) => ({
    name: given.text("name"),
    model: given.reference("model_id"),
    domain: given.source("domain_force"),
    groups: given.links("groups"),
    ...toPermissions(given),
  }),
  // Up to 10.0 they name a model and a method; since 11.0 they are server actions.
  crons: (given) => ({
    name: given.text("name"),
    model: given.reference("model_id") ?? given.text("model"),
    interval_number: given.integer("interval_number"),
    interval_type: given.text("interval_type"),
    code: given.code("code"),
    function: given.text("function"),
    active: given.flag("active"),
  }),
  menus: (given) => ({
    name: given.text("name"),
    parent: given.reference("parent_id"),
    action: given.reference("action"),
    sequence: given.integer("sequence"),
    groups: given.links("groups_id", "group_ids"),
  }),
  actions: (given) => ({
    name: given.text("name"),
    type: given.model,
    model: given.text("res_model") ?? given.text("model") ?? given.reference("model_id"),
    view_mode: given.text("view_mode"),
  }),
  /** None where the record has no bundle or no path, as one that only changes another asset. */
  assets: (given) => {
    const [bundle, path] = [given.text("bundle"), given.text("path")];
    if (bundle === null || path === null) return undefined;
    const directive = given.text("directive") ?? DEFAULT_DIRECTIVE;
    return { bundle, directive, path, target: given.text("target") };
  },
};

/** Rows of a CSV file, whose name is that of a model. */
export function toRowRecords(rows: readonly TableRow[], path: string): readonly LoadedRecord[] {
  const model = toTableModel(path);
  return rows.map((row) => ({ ...row, model, tag: "csv", noupdate: false }));
}

/**
 * The rows of all files, in the order of the files and their records.
 * @param files path → its records
 */
export function listDataParts(files: Iterable<readonly [string, readonly LoadedRecord[]]>) {
  const rows = Object.fromEntries(DATA_PARTS.map((part) => [part, [] as unknown[]]));
  for (const [file, records] of files) {
    for (const record of records) {
      const { xml_id, model, line } = record;
      const part = record.tag === "delete" ? undefined : findPart(model);
      const row = part && ROWS[part](openGiven(record));
      if (part && row) rows[part]?.push({ xml_id, ...row, file, line });
    }
  }
  return rows as unknown as DataRows;
}

function findPart(model: string): DataPart | undefined {
  const isAction = model.startsWith("ir.actions.") && !NO_ACTIONS.has(model);
  return isAction ? "actions" : PARTS_OF_MODELS.get(model);
}

function toPermissions(given: Given) {
  const flags = listKeys(PERMISSIONS).map((name) => [name, given.flag(name)] as const);
  return Object.fromEntries(flags) as { [P in keyof typeof PERMISSIONS]: boolean | null };
}

/** What a record gives its fields; `null`, or nothing, where it does not say. */
interface Given {
  readonly model: string;
  text(field: string): string | null;
  /** Of the first of the fields that is given: an id as written, or `search:` and the domain. */
  reference(...fields: readonly string[]): string | null;
  /** Ids as written; `-` before one that is taken away. */
  links(...fields: readonly string[]): readonly string[];
  flag(field: string): boolean | null;
  integer(field: string): number | null;
  /** A Python expression, evaluated when it is needed. */
  source(field: string): string | null;
  /** Python statements, without the indentation that the file gives to all of them. */
  code(field: string): string | null;
}

function openGiven({ model, tag, values }: LoadedRecord): Given {
  const first = (fields: readonly string[]): GivenValue | undefined =>
    fields.map((field) => values.get(field)).find((value) => value !== undefined);
  const read = (field: string): GivenValue | undefined => values.get(field);
  return {
    model,
    text: (field) => toText(read(field)),
    reference: (...fields) => toReference(first(fields)),
    links: (...fields) => [...new Set(listLinks(first(fields)))],
    flag: (field) => (tag === "csv" ? toCellFlag(read(field)) : toFlag(read(field))),
    integer: (field) => toInteger(read(field)),
    source: (field) => toSource(values, field),
    code: (field) => {
      const value = read(field);
      return typeof value === "string" && value.trim() !== ""
        ? cleanDocstring(value.trimEnd())
        : null;
    },
  };
}

/** Also of a cell of ids. */
function toText(value: GivenValue | undefined): string | null {
  const text = isGivenList(value) && value[0] === GIVEN.ids ? value[1] : value;
  return typeof text === "string" ? text.trim() || null : null;
}

function toReference(value: GivenValue | undefined): string | null {
  if (!isGivenList(value)) return toText(value);
  const [kind, ...items] = value;
  if (kind === GIVEN.ids) return toText(value);
  if (kind === GIVEN.search) return toFound(items);
  if (kind === GIVEN.unknown && items[0] === "search") return `search:${String(items[1])}`;
  return listLinks(value)[0] ?? null;
}

/** @param items fields and their values in turns; the record of a model that is found by its name is known */
function toFound(items: readonly GivenValue[]): string {
  const [field, model] = items;
  if (items.length === 2 && field === "model") return toModelRecordId(String(model));
  const conditions = items.flatMap((name, at): GivenValue[] =>
    at % 2 === 0 ? [[GIVEN.tuple, name, "=", items[at + 1] ?? null]] : [],
  );
  return `search:${toPythonText([GIVEN.list, ...conditions], "")}`;
}

/** `(3, ref('…'))` takes a record away. */
const UNLINK = 3;

/** In an expression of which not all is known. */
const REFERENCE_CALL = /\bref\s*\(\s*u?(["'])(.+?)\1/g;

/** As deep as expressions are read. */
function listLinks(value: GivenValue | undefined): readonly string[] {
  if (!isGivenList(value)) return [];
  const [kind, ...items] = value;
  const source = String(items[kind === GIVEN.unknown ? 1 : 0]);
  if (kind === GIVEN.reference) return [source.trim()];
  if (kind === GIVEN.ids) return source.split(",").flatMap((id) => id.trim() || []);
  if (kind === GIVEN.unknown) {
    return Array.from(source.matchAll(REFERENCE_CALL), ([, , id = ""]) => id.trim());
  }
  const ids = items.flatMap(listLinks);
  return items[0] === UNLINK ? ids.map((id) => `-${id}`) : ids;
}

/** What `str2bool` of the platform's `tools/misc.py` takes for true and for false. */
const TRUE = new Set(["y", "yes", "1", "true", "t", "on"]);
const FALSE = new Set(["n", "no", "0", "false", "f", "off"]);

function toFlag(value: GivenValue | undefined): boolean | null {
  const word = String(value ?? "")
    .trim()
    .toLowerCase();
  if (TRUE.has(word)) return true;
  return FALSE.has(word) ? false : null;
}

/** An empty cell is false, and so is no other (`_str_to_boolean` of `ir.fields.converter`). */
function toCellFlag(value: GivenValue | undefined): boolean | null {
  return value === undefined ? null : toText(value) !== null && toFlag(value) !== false;
}

function toInteger(value: GivenValue | undefined): number | null {
  const number =
    typeof value === "string" && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : null;
}

function toSource(values: GivenValues, field: string): string | null {
  const value = values.get(field);
  const isKnown = isGivenList(value) && value[0] !== GIVEN.unknown;
  const source = isKnown
    ? toPythonText(value, "")
    : isGivenList(value)
      ? String(value[2])
      : toText(value);
  return source ? normaliseSource(source) : null;
}
