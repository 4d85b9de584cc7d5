// Kept snapshots, one of each format: those that this program reads open and give what was written. A change of
// the layout without a new version is seen here.
import { finishSteps } from "../../../data/yield.js";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { FACT_SHAPES, PACKED_FACTS } from "../../../data/module/facts.js";
import { PART_NAMES } from "../../../data/module/module-parts.js";
import { openSnapshot } from "../../../data/snapshot/decode.js";
import {
  FORMAT_VERSION,
  OLDEST_READABLE_VERSION,
  listSections,
} from "../../../data/snapshot/format.js";
import { unpackValue } from "../../../data/snapshot/record/packing.js";
import { verifySnapshot } from "../../../data/snapshot/verify.js";
import { findAdded } from "../../../data/shape.js";
import { ROOT } from "../../../docs/tools/project-root.js";

const folder = path.join(ROOT, "fixtures", "snapshots");
const findFolder = (version: number): string => path.join(folder, `format-${version}`);
const readable = Array.from(
  { length: FORMAT_VERSION - OLDEST_READABLE_VERSION + 1 },
  (_, at) => OLDEST_READABLE_VERSION + at,
);
// The present format may change until a snapshot of it is kept.
const kept = readable.filter(
  (version) => version < FORMAT_VERSION || existsSync(findFolder(version)),
);

test("kept snapshots are what they were when they were first kept", () => {
  const folders = readdirSync(folder).filter((name) => name.startsWith("format-"));
  const files = folders
    .flatMap((name) => readdirSync(path.join(folder, name)).map((file) => `${name}/${file}`))
    .map((file) => {
      const bytes = readFileSync(path.join(folder, file));
      return `${createHash("sha256").update(bytes).digest("hex")}  ${file}`;
    });
  // A layout that has changed is a new format, with a folder and lines of its own.
  const sums = readFileSync(path.join(folder, "SHA256SUMS"), "utf8");
  expect(files.toSorted()).toEqual(sums.split("\n").filter(Boolean).toSorted());
});

test("every format stays readable for two more", () => {
  expect(OLDEST_READABLE_VERSION).toBe(Math.max(10, FORMAT_VERSION - 2));
});

describe.each(kept)("a kept snapshot of format %d", (version) => {
  test("opens, and is whole", async () => {
    const snapshot = openSnapshot(findFolder(version));
    expect(snapshot.entry.format).toBe(version);
    expect((await verifySnapshot(snapshot)).damaged).toEqual([]);
    const names = snapshot.sections.rows.map(({ name }) => name);
    expect(names.toSorted()).toEqual(listSections(version).toSorted());
    snapshot.close();
  });

  test("gives all that it says it holds", () => {
    const snapshot = openSnapshot(findFolder(version));
    const { counts } = snapshot.entry;
    const entries = Array.from({ length: counts.entries }, (_, entry) => entry);
    const records = entries.map((entry) => snapshot.readRecord(entry));
    const models = records.flatMap((record) => record.models);
    expect({
      modules: new Set(records.map((record) => record.technical_name)).size,
      models: models.length,
      fields: models.flatMap((model) => model.fields).length,
      methods: models.flatMap((model) => model.methods).length,
      views: records.flatMap((record) => record.views).length,
    }).toMatchObject({
      modules: counts.modules,
      models: counts.models,
      fields: counts.fields,
      methods: counts.methods,
      views: counts.views,
    });
    for (const entry of entries) {
      expect(Object.keys(snapshot.readParts(entry))).toEqual(PART_NAMES);
      for (const { archRow } of snapshot.loaded.readHead(entry).views) {
        if (archRow !== undefined) snapshot.loaded.readArch(archRow);
      }
      const { classes } = snapshot.loaded;
      const loaded = classes.list(entry).map(({ number }) => classes.read(number));
      const written = new Set(records[entry]?.models.map(({ file, line }) => `${file}:${line}`));
      // Nearly all are models, since those without one are bases of others.
      expect(
        loaded.filter(({ file, line }) => !written.has(`${file}:${line}`)).length,
      ).toBeLessThan(2);
      for (const row of snapshot.loaded.readData(entry).rows.values()) {
        expect(snapshot.loaded.readRow(row)).toBeInstanceOf(Array);
      }
    }
    for (const repository of snapshot.repositories.keys()) {
      const { branches } = finishSteps(snapshot.histories.readHistory(repository));
      expect(branches.flatMap(({ members }) => members).length).toBeGreaterThan(0);
    }
    expect(snapshot.readLineage()).toBeInstanceOf(Array);
    expect(snapshot.readTerms().length).toBeGreaterThan(0);
    expect(snapshot.readDiagnostics().length).toBeGreaterThan(0);
    snapshot.close();
  });

  test("has every fact but those that were added since, which are read with their defaults", () => {
    const snapshot = openSnapshot(findFolder(version));
    const [known = []] = unpackValue(snapshot.sections.get("records.structures")) as string[][];
    const entries = Array.from({ length: snapshot.entry.counts.entries }, (_, entry) => entry);
    for (const name of PACKED_FACTS.filter((fact) => !known.includes(fact))) {
      const added = findAdded(FACT_SHAPES[name]);
      expect(added?.since).toBeGreaterThanOrEqual(version);
      const values = entries.map((entry) => snapshot.readHead(entry)[name]);
      expect(values).toEqual(entries.map(() => added?.missing));
    }
    snapshot.close();
  });

  test("says of a module what was written", () => {
    const snapshot = openSnapshot(findFolder(version));
    const record = snapshot.readRecord(snapshot.nameFirst.get(0));
    const { technical_name, platform_version, organization, repository, views } = record;
    expect({ technical_name, platform_version, organization, repository }).toEqual({
      technical_name: "approval_core",
      platform_version: "16.0",
      organization: "meadow-apps",
      repository: "people",
    });
    expect(views.length).toBe(2);
    expect(record.declared_dependencies).toEqual({ platform: ["mail"], pip: [], bin: [] });
    snapshot.close();
  });
});
