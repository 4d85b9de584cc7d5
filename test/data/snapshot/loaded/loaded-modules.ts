// Loaded modules for tests: arbitrary ones for properties.
import * as fc from "fast-check";
import { REFERENCE_WAYS } from "../../../../data/module/module-reference.js";
import { listKeys } from "../../../../data/shape.js";
import { GIVEN, type GivenValue } from "../../../../data/module/given-value.js";
import {
  RECORD_TAGS,
  TABLE_OBJECT_KINDS,
  type ArchNode,
  type ImportedName,
  type LiteralValue,
  type LoadedClass,
  type LoadedField,
  type LoadedMethod,
  type LoadedModule,
  type LoadedTableObject,
  type LoadedValues,
  type LoadedView,
} from "../../../../data/module/loaded-module.js";

const name = fc.oneof(
  fc.constantFrom("sale.order", "name", "__proto__", "constructor"),
  fc.string(),
);
const names = fc.array(name, { maxLength: 3 });
const line = fc.nat({ max: 5000 });

function arbitraryMap<T>(value: fc.Arbitrary<T>): fc.Arbitrary<ReadonlyMap<string, T>> {
  return fc.array(fc.tuple(name, value), { maxLength: 3 }).map((entries) => new Map(entries));
}

const literal: fc.Arbitrary<LiteralValue> = fc.letrec<{ value: LiteralValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(null, true, false, 0, 16, -1, 0.5),
    fc.string(),
    fc.array(tie("value"), { maxLength: 3 }),
  ),
})).value;

const importedName: fc.Arbitrary<ImportedName> = fc.record({ from: name, name });

const values: fc.Arbitrary<LoadedValues> = fc.record({
  values: arbitraryMap(literal),
  imported: arbitraryMap(importedName),
  dynamic: names,
});

const field: fc.Arbitrary<LoadedField> = fc
  .tuple(fc.record({ name, type: name, line }), values)
  .map(([own, rest]) => ({ ...own, ...rest }));

const method: fc.Arbitrary<LoadedMethod> = fc.record({
  name,
  line,
  decorators: names,
  signature: fc.string(),
  calls_super: fc.boolean(),
  calls_sudo: fc.boolean(),
});

const tableObject: fc.Arbitrary<LoadedTableObject> = fc.record({
  name,
  kind: fc.constantFrom(...TABLE_OBJECT_KINDS),
  definition: fc.option(fc.string()),
  message: fc.option(fc.string()),
  line,
});

const loadedClass: fc.Arbitrary<LoadedClass> = fc
  .tuple(
    fc.record({
      class_name: name,
      file: name,
      line,
      model: fc.option(name),
      is_named: fc.boolean(),
      inherit: names,
      kind: fc.option(name),
      bases: fc.array(importedName, { maxLength: 2 }),
      inherits: arbitraryMap(name),
      fields: fc.array(field, { maxLength: 3 }),
      methods: fc.array(method, { maxLength: 3 }),
      table_objects: fc.array(tableObject, { maxLength: 2 }),
    }),
    values,
  )
  .map(([own, rest]) => ({ ...own, ...rest }));

const arch: fc.Arbitrary<ArchNode> = fc.letrec<{ node: ArchNode }>((tie) => ({
  node: fc.tuple(
    name,
    fc.dictionary(
      name.filter((key) => key !== "__proto__"),
      fc.string(),
      { maxKeys: 3 },
    ),
    fc.nat({ max: 9 }),
    fc.array(fc.oneof({ depthSize: "small" }, fc.string(), tie("node")), { maxLength: 3 }),
  ),
})).node;

const view: fc.Arbitrary<LoadedView> = fc.record(
  {
    operation: fc.constantFrom("record", "template", "write", "delete"),
    xml_id: name,
    file: name,
    line,
    dynamic: names,
    name: fc.option(name),
    model: fc.option(name),
    type: fc.option(name),
    mode: fc.option(name),
    inherit_id: fc.option(name),
    priority: fc.nat(),
    active: fc.boolean(),
    key: fc.option(name),
    groups: names,
    arch_line: line,
    arch: arch.map((node) => JSON.stringify(node)),
  },
  { requiredKeys: ["operation", "xml_id", "file", "line", "dynamic"] },
);

const given: fc.Arbitrary<GivenValue> = fc.oneof(
  fc.option(name),
  fc.boolean(),
  fc.integer(),
  fc.tuple(fc.constant(GIVEN.reference), name),
  fc.tuple(fc.constant(GIVEN.list), fc.tuple(fc.constant(GIVEN.tuple), fc.nat(6), name)),
);

const template = fc.record({
  name: fc.option(name),
  inherit: fc.option(name),
  mode: fc.option(name),
  extend: fc.option(name),
  line,
  arch_line: line,
  arch: arch.map((node) => JSON.stringify(node)),
});

const record = fc.record({
  xml_id: name,
  model: name,
  line,
  tag: fc.constantFrom(...RECORD_TAGS),
  noupdate: fc.boolean(),
  values: arbitraryMap(given),
});

export const arbitraryLoaded: fc.Arbitrary<LoadedModule> = fc.record({
  classes: fc.array(loadedClass, { maxLength: 4 }),
  constants: arbitraryMap(arbitraryMap(literal)),
  names: arbitraryMap(names),
  views: fc.array(view, { maxLength: 4 }),
  data: fc.array(fc.record({ file: name, records: fc.array(record, { maxLength: 3 }) }), {
    maxLength: 2,
  }),
  browser: fc
    .record({
      sequence: fc.nat(),
      assets: fc.array(
        fc.record({ directive: name, path: name, target: fc.option(name) }).map((step) => ({
          bundle: "web.assets_backend",
          ...step,
        })),
        { maxLength: 3 },
      ),
      calls: names,
      files: names,
      sizes: fc.array(fc.nat()),
      templates: arbitraryMap(fc.array(template, { minLength: 1, maxLength: 2 })),
    })
    .map((browser) => (browser.files.length > 0 ? browser : { ...browser, sizes: [] })),
  references: fc.array(
    fc.record({
      way: fc.constantFrom(...listKeys(REFERENCE_WAYS)),
      name,
      model: name,
      via: name,
      file: name,
      line,
    }),
    { maxLength: 4 },
  ),
});
