// Parts of a module out of records of data files, as data/module/module-parts.ts declares them.
// They are made of the values that files give to fields, so that a file is read once. Values other
// than literals, references and commands are left out.
import { GIVEN, isGivenList, type GivenValue } from "../../data/module/given-value.js";
import type { LoadedRecord } from "../../data/module/loaded-module.js";
import {
  DATA_PARTS,
  type DataPart,
  type GivenProperty,
  type ModuleParts,
} from "../../data/module/module-parts.js";
import type { GivenAs } from "../../data/module/part-notes.js";
import { toPythonText } from "../../data/module/python-text.js";
import { toModelRecordId } from "../../data/snapshot/loaded/subjects.js";
import { listReferenced } from "./given-ids.js";
import { cleanDocstring } from "./python/docstring.js";
import { normaliseSource } from "./python/text/normalise.js";
import { toTableModel, type TableRow } from "./table-file.js";

/** Models below `ir.actions.` that are no actions but belong to one. */
const NO_ACTIONS: ReadonlySet<string> = new Set([
  "ir.actions.act_window.view",
  "ir.actions.todo",
  "ir.actions.todo.category",
  "ir.actions.configuration.wizard",
]);

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
  const rows = Object.fromEntries(DATA_PARTS.map(({ part }) => [part, [] as unknown[]]));
  for (const [file, records] of files) {
    for (const record of records) {
      const found = record.tag === "delete" ? undefined : findPart(record.model);
      const row = found && toPartRow(record, found.properties, file);
      if (found && row) rows[found.part]?.push(row);
    }
  }
  return rows as unknown as Pick<ModuleParts, DataPart>;
}

function findPart(model: string): (typeof DATA_PARTS)[number] | undefined {
  const part = PARTS_OF_MODELS.get(model);
  if (part !== undefined || NO_ACTIONS.has(model)) return part;
  return BEGINNINGS.find((one) => model.startsWith(one.model));
}

const PARTS_OF_MODELS = new Map(DATA_PARTS.map((one) => [one.model, one]));

const BEGINNINGS = DATA_PARTS.filter(({ model }) => model.endsWith("."));

/** `undefined` where what must be there is not, as of a record that only changes another one. */
function toPartRow(
  record: LoadedRecord,
  properties: readonly GivenProperty[],
  file: string,
): object | undefined {
  const { xml_id, line } = record;
  const row: Record<string, unknown> = {};
  const place: Readonly<Record<string, unknown>> = { xml_id, file, line };
  for (const { name, by, isRequired } of properties) {
    let value: unknown = place[name] ?? null;
    for (const [as, ...fields] of by) {
      value = READERS[as](record, fields);
      if (value !== null) break;
    }
    if (value === null && isRequired) return undefined;
    row[name] = value;
  }
  return row;
}

/** Readers of the first given field; `null`, or nothing, if its value is of another kind. */
const READERS: Readonly<
  Record<GivenAs, (record: LoadedRecord, fields: readonly string[]) => unknown>
> = {
  type: ({ model }) => model,
  constant: (_record, [value]) => value ?? null,
  text: (record, fields) => toGivenText(read(record, fields)),
  /** An id as written, or `search:` and the domain. */
  reference: (record, fields) => toReference(read(record, fields)),
  /** Ids as written; `-` before one that is taken away. */
  links: (record, fields) => [...new Set(listLinks(read(record, fields)))],
  flag: (record, fields) =>
    record.tag === "csv" ? toCellFlag(read(record, fields)) : toFlag(read(record, fields)),
  integer: (record, fields) => toInteger(read(record, fields)),
  source: (record, fields) => toSource(read(record, fields)),
  /** Without the indentation that the file gives to all lines. */
  code(record, fields) {
    const value = read(record, fields);
    const isCode = typeof value === "string" && value.trim() !== "";
    return isCode ? cleanDocstring(value.trimEnd()) : null;
  },
};

function read({ values }: LoadedRecord, fields: readonly string[]): GivenValue | undefined {
  return fields.map((field) => values.get(field)).find((value) => value !== undefined);
}

/** Also of a cell of ids. */
function toGivenText(value: GivenValue | undefined): string | null {
  const text = isGivenList(value) && value[0] === GIVEN.ids ? value[1] : value;
  return typeof text === "string" ? text.trim() || null : null;
}

function toReference(value: GivenValue | undefined): string | null {
  if (!isGivenList(value)) return toGivenText(value);
  const [kind, ...items] = value;
  if (kind === GIVEN.ids) return toGivenText(value);
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

/** Nesting is limited by the reader of expressions. */
function listLinks(value: GivenValue | undefined): readonly string[] {
  if (!isGivenList(value)) return [];
  const [kind, ...items] = value;
  const source = String(items[kind === GIVEN.unknown ? 1 : 0]);
  if (kind === GIVEN.reference) return [source.trim()];
  if (kind === GIVEN.ids) return source.split(",").flatMap((id) => id.trim() || []);
  if (kind === GIVEN.unknown) return listReferenced(source);
  const ids = items.flatMap(listLinks);
  return items[0] === UNLINK ? ids.map((id) => `-${id}`) : ids;
}

/** Values of `str2bool` in the platform's `tools/misc.py`. */
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
  return value === undefined ? null : toGivenText(value) !== null && toFlag(value) !== false;
}

function toInteger(value: GivenValue | undefined): number | null {
  const number =
    typeof value === "string" && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : null;
}

function toSource(value: GivenValue | undefined): string | null {
  const isKnown = isGivenList(value) && value[0] !== GIVEN.unknown;
  const source = isKnown
    ? toPythonText(value, "")
    : isGivenList(value)
      ? String(value[2])
      : toGivenText(value);
  return source ? normaliseSource(source) : null;
}
