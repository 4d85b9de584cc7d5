// A Python class as packed, in two values: the written class, or nothing if no record has it; and
// the loaded facts that do not follow from it (data/module/loaded-class.ts), or nothing if none is
// loaded. Lines of members are relative to the previous one, so a class that only moved inside its
// file has equal members.
import {
  describeAlone,
  findDifference,
  toLoadedClass,
  type ClassFacts,
  type FieldDifference,
  type LoadedDifference,
  type MethodDifference,
  type WrittenClass,
} from "../../module/loaded-class.js";
import {
  TABLE_OBJECT_KINDS,
  type BoundValue,
  type ImportedName,
  type ImportedValue,
  type LiteralValue,
  type LoadedClass,
  type LoadedField,
  type LoadedMethod,
  type LoadedTableObject,
  type LoadedValues,
} from "../../module/loaded-module.js";
import { Model, type ModelRecord } from "../../module/records.js";
import { listKeys } from "../../shape.js";
import { damagedSection } from "../errors.js";
import { readValuesOf, type Reader, type Readers } from "../packed-values.js";
import { createPackable, createUnpacked } from "../record/packable.js";
import type { PackedRow, RowPacker } from "../record/packing.js";

const of = readValuesOf("records.bytes");
const { readFlag, readNumber, readObject, readText, readTextOrNull, readTexts } = of;

const IMPORTED_NAME: Readers<ImportedName> = { from: readText, name: readText };
const ITEMS = { items: of.listOf(readBoundValue) };
const PARTS = { parts: of.listOf(readBoundValue) };
const VALUES: Readers<LoadedValues> = {
  values: of.mapOf(readLiteral),
  imported: of.mapOf(readImportedValue),
  dynamic: readTexts,
};
export const FIELD: Readers<LoadedField> = {
  name: readText,
  type: readText,
  line: readNumber,
  ...VALUES,
};
export const METHOD: Readers<LoadedMethod> = {
  name: readText,
  line: readNumber,
  decorators: readTexts,
  signature: readText,
  calls_super: readFlag,
  calls_sudo: readFlag,
};
export const TABLE_OBJECT: Readers<LoadedTableObject> = {
  name: readText,
  kind: of.oneOf(TABLE_OBJECT_KINDS),
  definition: readTextOrNull,
  message: readTextOrNull,
  line: readNumber,
};
const readImportedName = of.rowOf(IMPORTED_NAME);
const readItems = of.rowOf(ITEMS);
const readParts = of.rowOf(PARTS);
const readField = of.rowOf(FIELD);
const readMethod = of.rowOf(METHOD);
export const FACTS: Readers<ClassFacts> = {
  class_name: readText,
  model: readTextOrNull,
  is_named: readFlag,
  inherit: readTexts,
  kind: readTextOrNull,
  bases: of.listOf(readImportedName),
  inherits: of.mapOf(readText),
  ...VALUES,
};
const DIFFERENCE: Readers<LoadedDifference> = {
  facts: (value) => (value === null ? null : readFacts(value)),
  fields: (value) => (value === null ? null : readFields(value)),
  methods: of.listOf((value): MethodDifference =>
    typeof value === "number" ? readNumber(value) : readMethod(value),
  ),
  table_objects: of.listOf(of.rowOf(TABLE_OBJECT)),
};
const readDifference = of.rowOf(DIFFERENCE);
/**
 * Loaded facts follow from these, so they are checked here; the others are checked with the record.
 */
const WRITTEN: Readers<WrittenClass> = {
  class_name: readText,
  model_name: readText,
  is_new_model: readFlag,
  inherit_from: readTexts,
  file: readText,
  line: readNumber,
  attrs: readMapOf((value) => (value instanceof Map ? FACTS.inherits(value) : readText(value))),
  fields: of.listOf(
    of.rowOf<WrittenClass["fields"][number]>({
      name: readText,
      field_type: readText,
      line: readNumber,
      attrs: readMapOf((value) => (Array.isArray(value) ? readTexts(value) : readText(value))),
    }),
  ),
  methods: of.listOf(
    of.rowOf<WrittenClass["methods"][number]>({
      name: readText,
      line: readNumber,
      decorators: readTexts,
      signature: readText,
    }),
  ),
};
const readWritten = of.rowOf(WRITTEN);

/** The key lists of what differs, and of what is in it. */
export const DIFFERENCE_STRUCTURES = [
  DIFFERENCE,
  FIELD,
  METHOD,
  IMPORTED_NAME,
  ITEMS,
  PARTS,
  TABLE_OBJECT,
].map((readers): readonly string[] => listKeys(readers));

const toWritten = createPackable(Model.properties) as (model: ModelRecord) => WrittenClass;
const toModel = createUnpacked(Model.properties) as Reader<ModelRecord>;

/**
 * Index of an entry's first class among the values of its row: facts, linked types and views come
 * first.
 */
export const FIRST_CLASS = 3;

/** A class that is loaded, and where it stands among those that are packed with it. */
export interface PlacedClass extends Pick<LoadedClass, "model" | "class_name"> {
  readonly index: number;
}

/** The classes of a module, one after another, two values each. */
interface PackedClasses {
  readonly bytes: Uint8Array;
  /** In load order. */
  readonly loaded: readonly PlacedClass[];
}

/** @param models what is written, in the order of a record @param loaded in load order */
export function packClasses(
  models: readonly ModelRecord[],
  loaded: readonly LoadedClass[],
  packer: RowPacker,
): PackedClasses {
  const written = new Map(models.map((model, index) => [toKey(model), { model, index }]));
  const values: unknown[] = models.flatMap((model) => [toRelative(model), null]);
  const placed = loaded.map((one): PlacedClass => {
    const { model, class_name, file, line } = one;
    const own = written.get(toKey(one));
    const differs = own && findDifference(toWritten(own.model), one);
    // The second class of a line is packed alone, as if nothing of it were written.
    written.delete(toKey(one));
    const index = own === undefined || differs === undefined ? values.length / 2 : own.index;
    if (differs !== undefined) values[2 * index + 1] = packDifference(line, differs);
    else values.push([file, line], packDifference(line, describeAlone(one)));
    return { model, class_name, index };
  });
  return { bytes: packer.pack(values), loaded: placed };
}

const toKey = ({ file, line }: Pick<LoadedClass, "file" | "line">): string => `${file}\0${line}`;

/** The written classes of a row that has them from the value `first` on. */
export function readModels(row: PackedRow, first: number): readonly ModelRecord[] {
  const models: ModelRecord[] = [];
  for (let at = first; row.has(at); at += 2) {
    const value = row.read(at);
    if (Array.isArray(value)) continue;
    const model = toModel(readObject(value));
    addUpLines(readNumber(model.line), model.fields, model.methods);
    models.push(model);
  }
  return models;
}

/** The class at an index of such a row as it is loaded. */
export function readLoadedClass(row: PackedRow, first: number, index: number): LoadedClass {
  const value = row.read(first + 2 * index);
  const difference = readDifference(row.read(first + 2 * index + 1));
  if (Array.isArray(value)) {
    const at = { file: readText(value[0]), line: readNumber(value[1]) };
    return toLoadedClass(undefined, moveLines(difference, at.line), at);
  }
  const written = readWritten(value);
  const { line } = written;
  addUpLines(line, written.fields, written.methods);
  return toLoadedClass(written, moveLines(difference, line));
}

export function countClassBytes(row: PackedRow, first: number, index: number): number {
  return row.countBytes(first + 2 * index) + row.countBytes(first + 2 * index + 1);
}

/** With free keys, since a class seldom has any of these facts. */
function packDifference(start: number, difference: LoadedDifference): unknown {
  const { facts } = difference;
  const placed = moveLines(difference, -start);
  return { ...placed, facts: facts && new Map<string, unknown>(Object.entries(facts)) };
}

/** The lines of what stands in a difference, counted from elsewhere. */
function moveLines(
  { facts, fields, methods, table_objects }: LoadedDifference,
  by: number,
): LoadedDifference {
  const move = <T extends { readonly line: number }>(one: T): T => ({
    ...one,
    line: one.line + by,
  });
  return {
    facts,
    fields:
      fields && fields.map((one) => (typeof one === "object" && "name" in one ? move(one) : one)),
    methods: methods.map((one) => (typeof one === "number" ? one : move(one))),
    table_objects: table_objects.map(move),
  };
}

function toRelative(model: ModelRecord): WrittenClass {
  const written = toWritten(model);
  let line = model.line;
  const count = <T extends { readonly line: number }>(members: readonly T[]): readonly T[] => {
    ({ line } = model);
    return members.map((member) => {
      const passed = member.line - line;
      ({ line } = member);
      return { ...member, line: passed };
    });
  };
  return { ...written, fields: count(written.fields), methods: count(written.methods) };
}

/** Members are many: each stays the object that was unpacked. @throws SnapshotError for what is no list of such */
export function addUpLines(start: number, ...all: readonly unknown[]): void {
  for (const members of all) {
    let line = start;
    for (const member of of.readList(members)) {
      const lined: { line?: unknown } = readObject(member);
      lined.line = line += readNumber(lined.line);
    }
  }
}

function readFacts(value: unknown): Partial<ClassFacts> {
  if (!(value instanceof Map)) throw damagedSection("records.bytes", "facts", typeof value);
  const facts: Record<string, unknown> = {};
  for (const [name, fact] of value as ReadonlyMap<string, unknown>) {
    const read = FACT_READERS.get(name);
    if (read === undefined) throw damagedSection("records.bytes", "facts of a class", name);
    facts[name] = read(fact);
  }
  return facts;
}

const FACT_READERS: ReadonlyMap<string, Reader<unknown>> = new Map(Object.entries(FACTS));

function readFields(value: unknown): readonly FieldDifference[] {
  return of.readList(value).map((one): FieldDifference => {
    if (typeof one === "number") return readNumber(one);
    if (!Array.isArray(one)) return readField(one);
    const [passed, values, imported] = one as readonly unknown[];
    return [readNumber(passed), VALUES.values(values), VALUES.imported(imported)];
  });
}

/** A map, whose keys and values are only looked at. */
function readMapOf<T>(look: Reader<T>): Reader<ReadonlyMap<string, T> | null> {
  return (value) => {
    if (value === null) return null;
    if (!(value instanceof Map)) throw damagedSection("records.bytes", "a map", typeof value);
    for (const [key, one] of value as ReadonlyMap<unknown, unknown>) {
      readText(key);
      look(one);
    }
    return value as ReadonlyMap<string, T>;
  };
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
  throw damagedSection("records.bytes", "a literal", typeof value);
}
