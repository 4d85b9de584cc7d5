// A definition class as it is packed: without what columns say of it, and with the lines of its members counted
// from the one before, so that a class that only moved inside its file is the same bytes.
import { TABLE_OBJECT_KINDS, type LoadedTableObject } from "../../loaded-module.js";
import type {
  BoundValue,
  ImportedName,
  ImportedValue,
  LiteralValue,
  LoadedClass,
  LoadedField,
  LoadedMethod,
  LoadedValues,
} from "../../loaded-module.js";
import { damagedSection } from "../errors.js";
import { readValuesOf } from "../packed-values.js";

const { readList, readMap, readNumber, readObject, readText, readTextOrNull, readTexts } =
  readValuesOf("classes.bytes");

/** What of a class is not packed with it. */
export type ClassKey = Pick<LoadedClass, "model" | "class_name" | "file" | "line">;

export function toPackedClass({
  model: _model,
  class_name: _className,
  file: _file,
  line,
  fields,
  methods,
  table_objects,
  ...rest
}: LoadedClass): unknown {
  return {
    ...rest,
    fields: toRelative(line, fields),
    methods: toRelative(line, methods),
    table_objects: toRelative(line, table_objects),
  };
}

/** @throws SnapshotError where the value is not what `toPackedClass` gives */
export function fromPackedClass(
  packed: unknown,
  { model, class_name, file, line }: ClassKey,
): LoadedClass {
  const row = readObject(packed);
  return {
    class_name,
    file,
    line,
    model,
    is_named: row["is_named"] === true,
    inherit: readTexts(row["inherit"]),
    kind: readTextOrNull(row["kind"]),
    bases: readList(row["bases"]).map(readImportedName),
    inherits: readMap(row["inherits"], readText),
    ...readValues(row),
    fields: readMembers(row["fields"], line, readField),
    methods: readMembers(row["methods"], line, readMethod),
    table_objects: readMembers(row["table_objects"], line, readTableObject),
  };
}

function toRelative<T extends { readonly line: number }>(
  start: number,
  members: readonly T[],
): readonly T[] {
  let before = start;
  return members.map((member) => {
    const line = member.line - before;
    before = member.line;
    return { ...member, line };
  });
}

/** Members are many: each is the object that was unpacked, with its line counted from the start of its file. */
function readMembers<T>(
  value: unknown,
  start: number,
  readMember: (row: Record<string, unknown>) => T,
): readonly T[] {
  let line = start;
  return readList(value).map((each) => {
    const row: Record<string, unknown> = readObject(each);
    line += readNumber(row["line"]);
    row["line"] = line;
    return readMember(row);
  });
}

function readField(row: Record<string, unknown>): LoadedField {
  readText(row["name"]);
  readText(row["type"]);
  row["values"] = readMap(row["values"], readLiteral);
  row["imported"] = readMap(row["imported"], readImportedValue);
  readTexts(row["dynamic"]);
  return row as unknown as LoadedField;
}

function readMethod(row: Row): LoadedMethod {
  readText(row["name"]);
  readTexts(row["decorators"]);
  readText(row["signature"]);
  for (const call of ["calls_super", "calls_sudo"]) {
    if (typeof row[call] === "boolean") continue;
    throw damagedSection("classes.bytes", "true or false", typeof row[call]);
  }
  return row as unknown as LoadedMethod;
}

function readTableObject(row: Row): LoadedTableObject {
  readText(row["name"]);
  readTextOrNull(row["definition"]);
  readTextOrNull(row["message"]);
  if (!TABLE_OBJECT_KINDS.some((kind) => kind === row["kind"])) {
    throw damagedSection("classes.bytes", TABLE_OBJECT_KINDS.join(" or "), String(row["kind"]));
  }
  return row as unknown as LoadedTableObject;
}

function readValues(row: Row): LoadedValues {
  return {
    values: readMap(row["values"], readLiteral),
    imported: readMap(row["imported"], readImportedValue),
    dynamic: readTexts(row["dynamic"]),
  };
}

function readImportedValue(value: unknown): ImportedValue {
  const row = readObject(value);
  if (row["items"] !== undefined) return { items: readList(row["items"]).map(readBoundValue) };
  if (row["parts"] !== undefined) return { parts: readList(row["parts"]).map(readBoundValue) };
  return readImportedName(row);
}

const readBoundValue = (value: unknown): BoundValue =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? readImportedValue(value)
    : readLiteral(value);

function readImportedName(value: unknown): ImportedName {
  const row = readObject(value);
  return { from: readText(row["from"]), name: readText(row["name"]) };
}

export function readLiteral(value: unknown): LiteralValue {
  if (Array.isArray(value)) return value.map(readLiteral);
  if (
    value === null ||
    typeof value === "string" ||
    typeof value === "number" ||
    typeof value === "boolean"
  ) {
    return value;
  }
  throw damagedSection("classes.bytes", "a literal", typeof value);
}

type Row = Readonly<Record<string, unknown>>;
