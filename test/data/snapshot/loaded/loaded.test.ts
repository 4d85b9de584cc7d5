// Loaded modules: each comes back from disk at its entry, equal parts are stored once, and models
// and views are found by name.
import { NOTHING_LOADED } from "../../../support/nothing-loaded.js";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type {
  LoadedClass,
  LoadedModule,
  LoadedRecord,
  LoadedTemplate,
  LoadedView,
} from "../../../../data/module/loaded-module.js";
import type { Snapshot } from "../../../../data/snapshot/decode.js";
import { addToGroup } from "../../../../data/grouped.js";
import {
  ASSETS_KEY,
  FILES_KEY,
  NO_STEPS,
  TEMPLATES_KEY,
  toArchsKey,
  toAssetSteps,
  toFiles,
  toTemplateArchs,
  toTemplateHeads,
  NAMES_KEY,
  toNames,
  REFERENCES_KEY,
  toReferences,
} from "../../../../data/snapshot/loaded/keyed-rows.js";
import { toGivenRows, toModelKey } from "../../../../data/snapshot/loaded/packed-data.js";
import { toModelRecordId } from "../../../../data/snapshot/loaded/subjects.js";
import { arbitraryLoaded } from "./loaded-modules.js";
import { NO_PARTS, SOME_PARTS } from "../../../support/module-parts.js";
import { createContents, createRecord } from "../../../support/module-records.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { openContents } from "../../../support/written-snapshot.js";
import { countCases } from "../../../support/properties.js";

const out = makeTemporaryFolder();
const VERSIONS = ["8.0", "14.0", "16.0", "17.0", "18.0", "19.0"];

/** The result of `use` on a snapshot of one module, at one version for each of the values. */
async function inSnapshot<T>(
  loaded: readonly LoadedModule[],
  use: (snapshot: Snapshot) => T,
): Promise<T> {
  const versions = VERSIONS.slice(0, loaded.length);
  const records = versions.map((platform_version) => createRecord({ platform_version }));
  const contents = createContents(records, { loaded });
  const snapshot = await openContents(contents, out);
  try {
    return use(snapshot);
  } finally {
    snapshot.close();
  }
}

/** Class as given to the writer. */
function readBack({ loaded }: Snapshot, entry: number): LoadedModule {
  const { constants, views } = loaded.readHead(entry);
  return {
    classes: loaded.classes.list(entry).map(({ number }) => loaded.classes.read(number)),
    constants,
    names: readNames(loaded, entry),
    references: readReferences(loaded, entry),
    data: readData(loaded, entry),
    browser: readBrowser(loaded, entry),
    views: views.map(({ archRow, ...view }) =>
      archRow === undefined ? view : { ...view, arch: JSON.stringify(loaded.readArch(archRow)) },
    ),
  };
}

function readNames(loaded: Snapshot["loaded"], entry: number): LoadedModule["names"] {
  const row = loaded.readData(entry).rows.get(NAMES_KEY);
  return row === undefined ? new Map() : toNames(loaded.readRow(row));
}

function readReferences(loaded: Snapshot["loaded"], entry: number): LoadedModule["references"] {
  const row = loaded.readData(entry).rows.get(REFERENCES_KEY);
  return row === undefined ? [] : toReferences(loaded.readRow(row));
}

function readBrowser(loaded: Snapshot["loaded"], entry: number): LoadedModule["browser"] {
  const { rows } = loaded.readData(entry);
  const read = <T>(key: string, decode: (packed: unknown) => T): T | undefined => {
    const row = rows.get(key);
    return row === undefined ? undefined : decode(loaded.readRow(row));
  };
  const templates = new Map<string, LoadedTemplate[]>();
  for (const { file, at, ...head } of read(TEMPLATES_KEY, toTemplateHeads) ?? []) {
    const { arch_line = 0, arch = "" } = read(toArchsKey(file), toTemplateArchs)?.[at] ?? {};
    addToGroup(templates, file, { ...head, arch_line, arch });
  }
  const { sequence, assets, calls } = read(ASSETS_KEY, toAssetSteps) ?? NO_STEPS;
  const { files, sizes } = read(FILES_KEY, toFiles) ?? { files: [], sizes: [] };
  return { sequence, assets, calls, files, sizes, templates };
}

function readData(loaded: Snapshot["loaded"], entry: number): LoadedModule["data"] {
  const data = loaded.readData(entry);
  const values = new Map(
    Array.from(data.rows, ([key, row]) => [
      key,
      key.startsWith("=") ? toGivenRows(loaded.readRow(row)).values() : undefined,
    ]),
  );
  const files = data.files.map((file) => ({ file, records: [] as LoadedRecord[] }));
  for (const model of data.models) {
    const columns = data.readRecords(model);
    for (const [at, xml_id] of columns.ids.entries()) {
      const given = values.get(toModelKey(model))?.next().value;
      files[columns.files[at] ?? -1]?.records.push({
        xml_id,
        model,
        line: columns.lines[at] ?? -1,
        tag: columns.tags[at] ?? "delete",
        noupdate: columns.noupdate[at] ?? false,
        values: new Map(given?.names.map((name, place) => [name, given.values[place] ?? null])),
      });
    }
  }
  return files;
}

/** Groups the records of a file by model; models in the order of the entry. */
function groupByModel(loaded: LoadedModule): LoadedModule {
  const models = [
    ...new Set(loaded.data.flatMap(({ records }) => records.map((one) => one.model))),
  ];
  const data = loaded.data.map(({ file, records }) => ({
    file,
    records: models.flatMap((model) => records.filter((one) => one.model === model)),
  }));
  return { ...loaded, data };
}

test("any comes back as it was, each at its entry", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryLoaded, { maxLength: 5 }), async (loaded) => {
      const read = await inSnapshot(loaded, (snapshot) =>
        loaded.map((_, entry) => readBack(snapshot, entry)),
      );
      expect(read).toEqual(loaded.map(groupByModel));
    }),
    { numRuns: countCases(20) },
  );
});

const NO_VALUES = { values: new Map(), imported: new Map(), dynamic: [] } as const;

/** A class with one field, which stands five lines below it. */
function createClass(line: number, changes: Partial<LoadedClass> = {}): LoadedClass {
  return {
    class_name: "Lease",
    file: "models/lease.py",
    line,
    model: "rental.lease",
    is_named: true,
    inherit: [],
    kind: "Model",
    bases: [],
    inherits: new Map(),
    ...NO_VALUES,
    fields: [{ name: "name", type: "Char", line: line + 5, ...NO_VALUES }],
    methods: [],
    table_objects: [],
    ...changes,
  };
}

function createView(xml_id: string, changes: Partial<LoadedView> = {}): LoadedView {
  return { operation: "record", xml_id, file: "views/lease.xml", line: 3, dynamic: [], ...changes };
}

test("an arch that stayed is kept once, and a class that only moved comes back", async () => {
  const arch = JSON.stringify(["form", {}, 0, []]);
  const loaded = [10, 12, 40].map((line) => ({
    ...NOTHING_LOADED,
    classes: [createClass(line)],
    views: [createView("lease_form", { line, arch_line: line + 4, arch })],
  }));
  const read = await inSnapshot(loaded, (snapshot) => {
    const heads = loaded.map((_, entry) => snapshot.loaded.readHead(entry));
    return {
      archs: heads.flatMap(({ views }) => views.map(({ archRow }) => archRow)),
      modules: loaded.map((_, entry) => readBack(snapshot, entry)),
    };
  });
  expect(read).toEqual({ archs: [0, 0, 0], modules: loaded });
});

test("entries are found by the models that they load, and by the views of others that they touch", async () => {
  const loaded = [
    { ...NOTHING_LOADED, classes: [createClass(1), createClass(9, { model: null })] },
    { ...NOTHING_LOADED, views: [createView("own", { inherit_id: "sale.view_order_form" })] },
    { ...NOTHING_LOADED, classes: [createClass(1)], views: [createView("sale.view_order_form")] },
  ];
  const found = await inSnapshot(loaded, ({ loaded: reader }) => ({
    lease: reader.classes.listEntries("rental.lease"),
    unknown: reader.classes.listEntries("rental.leas"),
    view: [...reader.listForeignEntries("sale.view_order_form")],
    own: [...reader.listForeignEntries("own")],
  }));
  expect(found).toEqual({ lease: [0, 2], unknown: [], view: [1, 2], own: [] });
});

test("entries are found by the models of their views and parts, and by the actions that their menus start", async () => {
  const records = ["16.0", "17.0"].map((platform_version) => createRecord({ platform_version }));
  const menu = {
    file: "menu.xml",
    line: 1,
    xml_id: "menu",
    name: null,
    parent: null,
    sequence: null,
    groups: [],
  };
  const parts = [
    {
      ...NO_PARTS,
      menus: [
        { ...menu, action: "sale.action_orders" },
        { ...menu, action: "own" },
      ],
    },
    SOME_PARTS,
  ];
  const loaded = [
    { ...NOTHING_LOADED, views: [createView("lease_form", { model: "rental.lease" })] },
  ];
  const contents = createContents(records, { parts, loaded });
  const snapshot = await openContents(contents, out);
  const about = (subject: string) => [...snapshot.loaded.listEntriesAbout(subject)];
  expect(about(toModelRecordId("rental.lease"))).toEqual([]);
  expect([...snapshot.loaded.listEntriesWithViews(toModelRecordId("rental.lease"))]).toEqual([0]);
  expect(about(toModelRecordId("mail.thread"))).toEqual([1]);
  expect(about("sale.action_orders")).toEqual([0]);
  expect(about("own")).toEqual([]);
  snapshot.close();
});
