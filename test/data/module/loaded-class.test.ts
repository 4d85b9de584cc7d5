// A class as it is loaded, told by what differs from what is written.
import { expect, test } from "vitest";
import {
  describeAlone,
  findDifference,
  toLoadedClass,
  type WrittenClass,
} from "../../../data/module/loaded-class.js";
import type { LoadedClass, LoadedField } from "../../../data/module/loaded-module.js";

const WRITTEN: WrittenClass = {
  model_name: "rental.lease",
  class_name: "_Lease",
  inherit_from: ["mail.thread"],
  is_new_model: true,
  file: "models/lease.py",
  line: 7,
  attrs: new Map<string, string | ReadonlyMap<string, string>>([
    ["kind", "Model"],
    ["description", "Lease"],
    ["order", "name"],
    ["inherits", new Map([["res.partner", "partner_id"]])],
  ]),
  fields: [
    { name: "name", field_type: "Char", line: 9, attrs: new Map([["required", "True"]]) },
    {
      name: "state",
      field_type: "Selection",
      line: 10,
      attrs: new Map<string, string | readonly string[]>([
        ["args", ["STATES", "'State'"]],
        ["help", "'For people'"],
        ["default", "lambda self: self._pick()"],
        ["compute", "lambda self: None"],
      ]),
    },
    {
      name: "days",
      field_type: "Float",
      line: 12,
      attrs: new Map<string, string | readonly string[]>([
        ["args", ["'Days'", "(16, 2)", "*more"]],
        ["tracking", "TRACKING"],
      ]),
    },
  ],
  methods: [
    { name: "__pick", decorators: [], signature: "(self)", line: 20 },
    { name: "size", decorators: ["property"], signature: "(self)", line: 24 },
    { name: "size", decorators: ["size.setter"], signature: "(self, value)", line: 28 },
    { name: "write", decorators: [], signature: "(self, vals)", line: 32 },
  ],
};

const field = (
  name: string,
  type: string,
  line: number,
  given: Partial<LoadedField>,
): LoadedField => ({
  name,
  type,
  line,
  values: new Map(),
  imported: new Map(),
  dynamic: [],
  ...given,
});

const LOADED: LoadedClass = {
  class_name: "_Lease",
  file: "models/lease.py",
  line: 7,
  model: "rental.lease",
  is_named: true,
  inherit: ["mail.thread"],
  kind: "Model",
  bases: [],
  inherits: new Map([["res.partner", "partner_id"]]),
  values: new Map([
    ["_description", "Lease"],
    ["_order", "name"],
  ]),
  imported: new Map(),
  dynamic: [],
  fields: [
    field("name", "Char", 9, { values: new Map([["required", true]]) }),
    field("state", "Selection", 10, {
      values: new Map([
        ["string", "State"],
        ["compute", "lambda"],
      ]),
      imported: new Map([["selection", { from: ".constants", name: "STATES" }]]),
      dynamic: ["default"],
    }),
    field("days", "Float", 12, {
      values: new Map<string, string | number | readonly number[]>([
        ["string", "Days"],
        ["digits", [16, 2]],
        ["tracking", 5],
      ]),
      dynamic: ["*"],
    }),
  ],
  methods: [
    {
      name: "_Lease__pick",
      line: 20,
      decorators: [],
      signature: "(self)",
      calls_super: false,
      calls_sudo: true,
    },
    {
      name: "size",
      line: 24,
      decorators: ["property"],
      signature: "(self)",
      calls_super: false,
      calls_sudo: false,
    },
    {
      name: "write",
      line: 32,
      decorators: [],
      signature: "(self, vals)",
      calls_super: true,
      calls_sudo: false,
    },
  ],
  table_objects: [],
};

test("what follows from the written class is in no difference", () => {
  const difference = findDifference(WRITTEN, LOADED);
  expect(difference).toEqual({
    facts: null,
    fields: [
      0,
      [0, new Map(), new Map([["selection", { from: ".constants", name: "STATES" }]])],
      [0, new Map([["tracking", 5]]), new Map()],
    ],
    methods: [2, 0, 5],
    table_objects: [],
  });
  expect(difference && toLoadedClass(WRITTEN, difference)).toEqual(LOADED);
});

test("fields that are all as written are no list", () => {
  const [first] = WRITTEN.fields;
  const written = { ...WRITTEN, fields: first === undefined ? [] : [first] };
  const loaded = { ...LOADED, fields: LOADED.fields.slice(0, 1) };
  expect(findDifference(written, loaded)?.fields).toBe(null);
});

const CHANGES: Readonly<Record<string, Partial<LoadedClass>>> = {
  "other facts": { model: null, kind: null, is_named: false, class_name: "Outer._Lease" },
  bases: { bases: [{ from: ".base", name: "Base" }], inherit: [] },
  "another attribute": { values: new Map([...LOADED.values, ["_auto", false]]) },
  "an attribute that is imported": {
    values: new Map([["_description", "Lease"]]),
    imported: new Map([["_order", { from: ".constants", name: "ORDER" }]]),
  },
  "an attribute that only code knows": {
    values: new Map([["_order", "name"]]),
    dynamic: ["_description"],
  },
  "fields in another order": { fields: LOADED.fields.toReversed() },
  "a field that is written nowhere": {
    fields: [...LOADED.fields, field("late", "Char", 90, { values: new Map([["size", 3]]) })],
  },
  "a field of another type": { fields: [field("name", "Text", 9, {})] },
  "methods of another class": {
    methods: LOADED.methods.map((one) => ({ ...one, name: `${one.name}_2`, line: 99 })),
  },
  "methods in another order": { methods: LOADED.methods.toReversed() },
};

test.each(Object.entries(CHANGES))("%s come back", (_, change) => {
  const loaded = { ...LOADED, ...change };
  const difference = findDifference(WRITTEN, loaded);
  expect(difference && toLoadedClass(WRITTEN, difference)).toEqual(loaded);
  expect(toLoadedClass(undefined, describeAlone(loaded), loaded)).toEqual(loaded);
});

test("a class that lacks a written attribute is told alone", () => {
  expect(findDifference(WRITTEN, { ...LOADED, values: new Map() })).toBe(undefined);
});

test("numbers that lead to nothing, as in a damaged snapshot, give nothing", () => {
  const difference = {
    facts: null,
    fields: [7, -90, 1e15],
    methods: [-400, 4e6],
    table_objects: [],
  };
  expect(toLoadedClass(WRITTEN, difference)).toMatchObject({ fields: [], methods: [] });
});
