// A definition class as it is packed: without what columns say of it, and with the lines of its members counted
// from the one before, so that a class that only moved inside its file is the same bytes.
import { TABLE_OBJECT_KINDS, type LoadedTableObject } from "../../module/loaded-module.js";
import type {
  BoundValue,
  ImportedName,
  ImportedValue,
  LiteralValue,
  LoadedClass,
  LoadedField,
  LoadedMethod,
  LoadedValues,
} from "../../module/loaded-module.js";
import { listKeys } from "../../shape.js";
import { damagedSection } from "../errors.js";
import { readValuesOf, type Readers } from "../packed-values.js";

const of = readValuesOf("classes.bytes");
const { readFlag, readNumber, readObject, readText, readTextOrNull, readTexts } = of;

/** What of a class is not packed with it. */
export type ClassKey = Pick<LoadedClass, "model" | "class_name" | "file" | "line">;

type PackedClass = Omit<LoadedClass, keyof ClassKey>;

const IMPORTED_NAME: Readers<ImportedName> = { from: readText, name: readText };
const ITEMS = { items: of.listOf(readBoundValue) };
const PARTS = { parts: of.listOf(readBoundValue) };
const VALUES: Readers<LoadedValues> = {
  values: of.mapOf(readLiteral),
  imported: of.mapOf(readImportedValue),
  dynamic: readTexts,
};
const FIELD: Readers<LoadedField> = {
  name: readText,
  type: readText,
  line: readNumber,
  ...VALUES,
};
const METHOD: Readers<LoadedMethod> = {
  name: readText,
  line: readNumber,
  decorators: readTexts,
  signature: readText,
  calls_super: readFlag,
  calls_sudo: readFlag,
};
const TABLE_OBJECT: Readers<LoadedTableObject> = {
  name: readText,
  kind: of.oneOf(TABLE_OBJECT_KINDS),
  definition: readTextOrNull,
  message: readTextOrNull,
  line: readNumber,
};
const readImportedName = of.rowOf(IMPORTED_NAME);
const readItems = of.rowOf(ITEMS);
const readParts = of.rowOf(PARTS);
const CLASS: Readers<PackedClass> = {
  is_named: readFlag,
  inherit: readTexts,
  kind: readTextOrNull,
  bases: of.listOf(readImportedName),
  inherits: of.mapOf(readText),
  ...VALUES,
  fields: of.listOf(of.rowOf(FIELD)),
  methods: of.listOf(of.rowOf(METHOD)),
  table_objects: of.listOf(of.rowOf(TABLE_OBJECT)),
};
const readClass = of.rowOf(CLASS);

/** The key lists of classes, and of what is in them. */
export const CLASS_STRUCTURES = [
  CLASS,
  FIELD,
  METHOD,
  IMPORTED_NAME,
  ITEMS,
  PARTS,
  TABLE_OBJECT,
].map((readers): readonly string[] => listKeys(readers));

export function toPackedClass({
  model: _model,
  class_name: _className,
  file: _file,
  line,
  ...rest
}: LoadedClass): PackedClass {
  return {
    ...rest,
    fields: toRelative(line, rest.fields),
    methods: toRelative(line, rest.methods),
    table_objects: toRelative(line, rest.table_objects),
  };
}

/** @throws SnapshotError where the value is not what `toPackedClass` gives */
export function fromPackedClass(packed: unknown, key: ClassKey): LoadedClass {
  const { class_name, file, line, model } = key;
  const found = readClass(packed);
  for (const members of [found.fields, found.methods, found.table_objects]) {
    addUpLines(line, members);
  }
  return { class_name, file, line, model, ...found };
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

/** Members are many: each stays the object that was unpacked. */
function addUpLines(start: number, members: readonly { line: number }[]): void {
  let line = start;
  for (const member of members) member.line = line += member.line;
}

function readImportedValue(value: unknown): ImportedValue {
  const row = readObject(value);
  if (row["items"] !== undefined) return readItems(row);
  return row["parts"] === undefined ? readImportedName(row) : readParts(row);
}

function readBoundValue(value: unknown): BoundValue {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? readImportedValue(value)
    : readLiteral(value);
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
