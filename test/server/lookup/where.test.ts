// Definitions of models, fields, methods and views: equal to a plain search through the records,
// each module after its dependencies.

import { describe, expect, test } from "vitest";

import type { ModelRecord, ModuleRecord } from "../../../data/module/records.js";
import { openSnapshot, type Snapshot } from "../../../data/snapshot/decode.js";
import { toFullXmlId } from "../../../data/module/xml-id.js";
import type { DefinitionLocation } from "../../../server/contract/shape/where.js";
import type { DefinitionQuery } from "../../../server/lookup/definition/definition-chain.js";
import type { Outcome } from "../../../server/contract/outcome.js";
import * as ofModels from "../../../server/lookup/definition/where-model.js";
import { findInScripts } from "../../../server/lookup/definition/where-script.js";
import * as ofViews from "../../../server/lookup/definition/where-view.js";
import { finishing } from "../../support/finish-steps.js";
import { listRecords } from "../../support/fixture-snapshot.js";
import { createRecord } from "../../support/module-records.js";
import { writeRecords } from "../../support/written-snapshot.js";
import { openSharedSnapshot } from "../../support/shared-snapshot.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { openParsedModules } from "../../support/world.js";
import { sampleCases } from "../../support/properties.js";

const findModel = finishing(ofModels.findModel);
const findField = finishing(ofModels.findField);
const findMethod = finishing(ofModels.findMethod);
const findView = finishing(ofViews.findView);

const snapshot = openSharedSnapshot();
const records = listRecords(snapshot);

const query = (changes: Partial<DefinitionQuery> = {}): DefinitionQuery => ({
  platform_version: undefined,
  org: undefined,
  repo: undefined,
  offset: 0,
  limit: 200,
  ...changes,
});

function get<T>(outcome: Outcome<T>): T {
  if (!outcome.found) return expect.unreachable(JSON.stringify(outcome));
  return outcome.value;
}

/** Providers of the rows, in the order of names. */
function listProviders(rows: readonly (DefinitionLocation | ModuleRecord)[]): readonly string[] {
  return rows
    .map((row) => [row.technical_name, row.organization, row.repository].join("/"))
    .toSorted();
}

/** Each row stands after what `after` says, which is what its record needs of the chain. */
function expectOrder(rows: readonly DefinitionLocation[], platform_version: string): void {
  const names = rows.map((row) => row.technical_name);
  rows.forEach((row, at) => {
    const record = records.find(
      (one) =>
        one.platform_version === platform_version &&
        one.technical_name === row.technical_name &&
        one.organization === row.organization &&
        one.repository === row.repository,
    );
    const needed = new Set(Object.values(record?.dependencies.platform ?? {}).flat());
    expect(new Set(row.after)).toEqual(new Set(names.filter((name) => needed.has(name))));
    for (const name of row.after) expect(names.lastIndexOf(name)).toBeLessThan(at);
  });
}

test("every model, field and method of the fixtures is where its records say", () => {
  const versions = new Set(records.map((record) => record.platform_version));
  for (const platform_version of versions) {
    const atVersion = records.filter((record) => record.platform_version === platform_version);
    const models = new Set(
      atVersion.flatMap((record) => record.models.map((model) => model.model_name)),
    );
    for (const model of sampleCases([...models])) {
      const listHaving = (test_: (one: ModelRecord) => boolean) =>
        atVersion.filter(({ models: all }) =>
          all.some((one) => one.model_name === model && test_(one)),
        );
      const { body, total } = get(findModel(snapshot, model, query({ platform_version })));
      const having = listHaving(() => true);
      expect(listProviders(body.modules)).toEqual(listProviders(having));
      expect(total).toBe(having.length);
      expectOrder(body.modules, platform_version);
      const makers = body.modules.filter(({ role }) => role === "defines");
      expect(listProviders(makers)).toEqual(listProviders(listHaving((one) => one.is_new_model)));
      expect(body.counts).toEqual({ defining: makers.length, extending: total - makers.length });
      const classes = having.flatMap((record) =>
        record.models.filter((one) => one.model_name === model),
      );
      const found = body.modules.flatMap((row) => row.classes);
      expect(new Set(found.map((one) => JSON.stringify(one)))).toEqual(
        new Set(classes.map((one) => JSON.stringify(one))),
      );
      for (const kind of ["fields", "methods"] as const) {
        for (const member of new Set(classes.flatMap((one) => one[kind].map(({ name }) => name)))) {
          const find = kind === "fields" ? findField : findMethod;
          const outcome = find(snapshot, { model, member }, query({ platform_version }));
          if (!outcome.found) return expect.unreachable(JSON.stringify(outcome));
          const rows = outcome.value.body.modules;
          const declaring = listHaving((one) => one[kind].some(({ name }) => name === member));
          expect(listProviders(rows)).toEqual(listProviders(declaring));
          expectOrder(rows, platform_version);
          const declarations = rows.flatMap((row): readonly object[] => row.declarations);
          const own = classes.flatMap(({ file, [kind]: members }) =>
            members.flatMap((one) => (one.name === member ? { ...one, file } : [])),
          );
          expect(declarations).toHaveLength(own.length);
          for (const one of declarations) {
            expect(own).toContainEqual(expect.objectContaining(withoutClass(one)));
          }
        }
      }
    }
  }
});

function withoutClass(declaration: object): object {
  return Object.fromEntries(
    Object.entries(declaration).filter(([key]) => key !== "class_name" && key !== "is_new_model"),
  );
}

function listTouched({ technical_name, views }: ModuleRecord): readonly string[] {
  return views.flatMap(({ xml_id, inherit_xml_id }) =>
    [xml_id, inherit_xml_id ?? xml_id].map((id) => toFullXmlId(technical_name, id)),
  );
}

test("every view of the fixtures is where its records say", () => {
  for (const platform_version of new Set(records.map((record) => record.platform_version))) {
    const atVersion = records.filter((record) => record.platform_version === platform_version);
    for (const id of new Set(atVersion.flatMap(listTouched))) {
      const { body, total } = get(findView(snapshot, id, query({ platform_version })));
      const touching = atVersion.filter((record) => listTouched(record).includes(id));
      expect(listProviders(body.modules)).toEqual(listProviders(touching));
      expect(total).toBe(touching.length);
      expectOrder(body.modules, platform_version);
      for (const { role, views } of body.modules) {
        const isOwn = views.some((view) => view.xml_id === id);
        expect(role).toBe(isOwn ? "defines" : "inherits");
        for (const view of views) {
          expect([view.xml_id, view.inherit_xml_id]).toContain(id);
          expect(view.xml_id).toMatch(/^[^.]+\..+$/);
        }
      }
    }
  }
});

test("parts of a chain are the whole, in its order", () => {
  const whole = get(findModel(snapshot, "res.partner", query({ platform_version: "17.0" }))).body
    .modules;
  expect(whole.map((row) => row.technical_name)).toEqual([
    "base",
    "vat_check",
    "invoice_reminder",
    "credit_limit",
  ]);
  const parts = [0, 1, 2, 3, 4].map((offset) =>
    get(findModel(snapshot, "res.partner", query({ platform_version: "17.0", offset, limit: 1 }))),
  );
  expect(parts.flatMap(({ body }) => body.modules)).toEqual(whole);
  expect(new Set(parts.map(({ total }) => total))).toEqual(new Set([4]));
  expect(parts[4]?.body.counts).toEqual({ defining: 1, extending: 3 });
});

describe("without a version", () => {
  test("it is the newest that has it", () => {
    const { body } = get(findModel(snapshot, "rental.order.line", query()));
    expect([body.platform_version, body.platform_versions]).toEqual([
      "19.0",
      ["16.0", "17.0", "18.0", "19.0"],
    ]);
    const old = get(findModel(snapshot, "account.invoice", query())).body;
    expect([old.platform_version, old.platform_versions]).toEqual(["8.0", ["8.0"]]);
  });

  test("it is the newest of the organization that was asked for", async () => {
    const made = await openRecords([
      extend("first", { organization: "a", platform_version: "16.0" }),
      extend("second", { organization: "b" }),
    ]);
    const { body } = get(findModel(made, "res.partner", query({ org: "A" })));
    expect([body.platform_version, body.platform_versions]).toEqual(["16.0", ["16.0", "17.0"]]);
    made.close();
  });
});

async function openRecords(all: readonly ModuleRecord[]): Promise<Snapshot> {
  return openSnapshot(await writeRecords(all));
}

/** A module that extends res.partner. */
function extend(technical_name: string, changes: Partial<ModuleRecord> = {}): ModuleRecord {
  return createRecord({
    technical_name,
    models: [
      {
        model_name: "res.partner",
        class_name: "ResPartner",
        inherit_from: ["res.partner"],
        is_new_model: false,
        docstring: null,
        attrs: { kind: "Model" },
        file: "models/res_partner.py",
        line: 1,
        fields: [],
        methods: [
          { name: "write", decorators: [], signature: "(self, vals)", line: 2, docstring: null },
        ],
      },
    ],
    ...changes,
  });
}

const declare = (...platform: readonly string[]) => ({ platform, pip: [], bin: [] });

const closure = (...names: readonly string[]) => ({
  platform: { "acme/sales": names },
  pip: [],
  bin: [],
});

describe("a method that many override", () => {
  test("is a chain, whatever lies between its modules", async () => {
    const made = await openRecords([
      extend("z_base"),
      createRecord({ technical_name: "between", declared_dependencies: declare("z_base") }),
      extend("a_last", {
        declared_dependencies: declare("between"),
        dependencies: closure("between", "z_base"),
      }),
      extend("m_alone"),
    ]);
    const names = { model: "res.partner", member: "write" };
    const { body } = get(findMethod(made, names, query()));
    expect(body.modules.map(({ technical_name, after }) => [technical_name, after])).toEqual([
      ["m_alone", []],
      ["z_base", []],
      ["a_last", ["z_base"]],
    ]);
    expect(body.modules[2]?.declarations).toEqual([
      {
        class_name: "ResPartner",
        is_new_model: false,
        file: "models/res_partner.py",
        line: 2,
        decorators: [],
        signature: "(self, vals)",
        docstring: null,
      },
    ]);
    made.close();
  });
});

const findIn = (kind: "fields" | "methods", model: string, member: string) =>
  (kind === "fields" ? findField : findMethod)(snapshot, { model, member }, query());

const findOrder = (changes: Partial<DefinitionQuery>) =>
  findModel(snapshot, "rental.order", query(changes));

describe("what is not there", () => {
  test.each([
    ["rental.ordr", { reason: "unknown_model", suggestions: ["rental.order"] }],
    ["Rental.Order", { reason: "unknown_model" }],
  ])("the model %s", (name, expected) => {
    expect(findModel(snapshot, name, query())).toMatchObject({ what: name, ...expected });
  });

  test("a field, a method, a model of a field", () => {
    expect(findIn("fields", "rental.order", "depositt")).toMatchObject({
      reason: "unknown_field",
      what: "rental.order.depositt",
      suggestions: expect.arrayContaining(["deposit"]),
    });
    expect(findIn("methods", "rental.order", "action_retrun")).toMatchObject({
      reason: "unknown_method",
      suggestions: ["action_return"],
    });
    // A field is no method.
    expect(findIn("methods", "rental.order", "deposit")).toMatchObject({
      reason: "unknown_method",
    });
    expect(findIn("fields", "rental", "x")).toMatchObject({ reason: "unknown_model" });
  });

  test("a view, of a known module and of an unknown one", () => {
    expect(findView(snapshot, "rental_core.rental_order_view_fro", query())).toMatchObject({
      reason: "unknown_view",
      suggestions: expect.arrayContaining(["rental_core.rental_order_view_form"]),
    });
    expect(findView(snapshot, "base.view_partner_fro", query())).toMatchObject({
      suggestions: expect.arrayContaining(["base.view_partner_form"]),
    });
    for (const id of ["", ".", "nothing", "a.b.c.d"]) {
      expect(findView(snapshot, id, query())).toMatchObject({ reason: "unknown_view" });
    }
  });

  test("at a version, in a repository", () => {
    expect(findOrder({ platform_version: "8.0" })).toMatchObject({
      reason: "not_at_version",
      availableVersions: ["16.0", "17.0", "18.0", "19.0"],
    });
    expect(findOrder({ platform_version: "99.0" })).toMatchObject({ reason: "not_at_version" });
    const elsewhere = {
      reason: "not_in_repository",
      availableRepositories: ["harbor-works/retail"],
    };
    expect(findOrder({ org: "meadow-apps" })).toMatchObject(elsewhere);
    expect(findOrder({ platform_version: "16.0", repo: "people" })).toMatchObject(elsewhere);
  });
});

test("a step looks at one script, and at one module of the answer", async () => {
  const patch = "patch(Order.prototype, { pay() {} });\n";
  const paths = ["a", "b", "c"].map((name) => `static/src/${name}.js`);
  const made = await openParsedModules(makeTemporaryFolder(), {
    patching: {
      "__manifest__.py": "{'name': 'P', 'assets': {'b': ['patching/static/src/*.js']}}",
      ...Object.fromEntries(paths.map((file) => [file, patch.repeat(2)])),
    },
  });
  const steps = findInScripts(made, "Order", query());
  let step = steps.next();
  let taken = 0;
  for (; step.done !== true; step = steps.next()) taken += 1;
  expect(taken).toBe(paths.length + 1);
  expect(step.value).toMatchObject({
    found: true,
    value: { body: { modules: [{ role: "patches" }] } },
  });
  made.close();
});
