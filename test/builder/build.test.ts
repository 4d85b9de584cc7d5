// The build of small repositories: what it makes, what it reports, and its embedders.
import { readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { formatReport } from "../../builder/progress/report.js";
import { openSnapshot } from "../../data/snapshot/decode.js";
import { verifySnapshot } from "../../data/snapshot/verify.js";
import { build, recordProgress } from "../support/builds.js";
import { listOut, makeSmallSources, type SmallSources } from "../support/small-sources.js";
import { makeFolderCounter, makeTemporaryFolder } from "../support/temporary-folder.js";
import { TINY_DIMENSIONS, writeTinyModel } from "../data/embedding/tiny-model.js";
import { makeWritable } from "../support/make-writable.js";
import { testLong, sampleCases } from "../support/properties.js";

const root = makeTemporaryFolder();
const nextFolder = makeFolderCounter(root);
let small: SmallSources;

beforeAll(() => {
  small = makeSmallSources(root);
});

describe("a build", () => {
  test("makes a whole snapshot the current one and reports it", async () => {
    const out = nextFolder();
    const progress = recordProgress();
    const { folder, entry, stages } = await build([small.stock, small.sales], { out, progress });
    expect(folder).toBe(path.join(out, entry.id));
    expect(listOut(out)).toEqual([entry.id, "current"].toSorted());
    expect(readlinkSync(path.join(out, "current"))).toBe(entry.id);
    expect(entry.program).toBe("0.0.0-test");
    // Without an embedder there are no vectors.
    expect(entry.embedder).toBeNull();
    expect(entry.files.map(({ name }) => name)).toEqual(["snapshot.bin"]);
    expect(entry.counts).toMatchObject({
      entries: 3,
      modules: 3,
      repositories: 2,
      platform_versions: { "17.0": 3 },
      diagnostics: { manifest_unknown_key: 3 },
    });
    expect(entry.sources.map(({ repository }) => repository)).toEqual(["sales", "stock"]);
    expect(stages.map(({ stage }) => stage)).toEqual(["read", "link", "index", "embed", "write"]);
    const reading = progress.events.filter((event) => event.includes("read"));
    expect([...new Set(reading)]).toEqual([
      "start read",
      "advance read 0",
      "advance read 1",
      "advance read 2",
      "finish read",
      "stop read",
    ]);
    const snapshot = openSnapshot(folder);
    expect((await verifySnapshot(snapshot)).damaged).toEqual([]);
    expect(snapshot.readDiagnostics().map((row) => row.path)).toEqual([
      "sale_a/__manifest__.py",
      "sale_b/__manifest__.py",
      "stock_a/__manifest__.py",
    ]);
    snapshot.close();
  });

  test("from the cache of the last one is the same snapshot", async () => {
    const out = nextFolder();
    const cold = await build([small.stock, small.sales], { out });
    const warm = await build([small.stock, small.sales], { out });
    expect(warm.entry).toEqual(cold.entry);
    expect(warm.notes).toEqual([]);
    expect([cold.parsed, warm.parsed]).toEqual([cold.entry.counts.entries, 0]);
    expect(formatReport(warm)).toContain("nothing was parsed");
    expect(warm.slowest.map(({ source }) => source).toSorted()).toEqual([
      "acme/sales",
      "acme/stock",
    ]);
  });

  test.each(sampleCases([["readings/acme/stock.bin"], ["branches/acme/stock/17.0.bin"]]))(
    "says that %s in its cache was damaged, and is the same",
    async (name) => {
      const out = nextFolder();
      const cold = await build([small.stock], { out });
      const file = path.join(`${out}-cache`, name);
      writeFileSync(file, "damaged");
      // Without them the contents of all modules are asked for.
      rmSync(path.join(`${out}-cache`, "pieces"), { recursive: true });
      const report = await build([small.stock], { out });
      expect(report.entry.id).toBe(cold.entry.id);
      expect(report.notes).toEqual([`The damaged cache entry ${file} was rebuilt.`]);
      expect(formatReport(report)).toContain(`The damaged cache entry ${file}`);
      expect((await build([small.stock], { out })).notes).toEqual([]);
    },
  );

  testLong("without the contents that its cache had reads the modules again", async () => {
    const out = nextFolder();
    const cold = await build([small.stock], { out });
    rmSync(path.join(`${out}-cache`, "branches"), { recursive: true });
    rmSync(path.join(`${out}-cache`, "pieces"), { recursive: true });
    const report = await build([small.stock], { out });
    expect(report).toMatchObject({ entry: cold.entry, parsed: cold.parsed, notes: [] });
  });

  test("again is the same snapshot, and a damaged one of its id is replaced", async () => {
    const out = nextFolder();
    const first = await build([small.sales], { out });
    const file = path.join(first.folder, "snapshot.bin");
    const whole = readFileSync(file);
    makeWritable(file);
    writeFileSync(file, "damaged");
    expect((await build([small.sales], { out })).entry.id).toBe(first.entry.id);
    expect(Buffer.compare(readFileSync(file), whole)).toBe(0);
    expect(listOut(out)).toEqual([first.entry.id, "current"].toSorted());
  });

  test("of other sources leaves the former snapshot beside the new one", async () => {
    const out = nextFolder();
    const first = await build([small.sales], { out });
    const second = await build([small.stock], { out, allowLoss: true });
    expect(readlinkSync(path.join(out, "current"))).toBe(second.entry.id);
    expect(listOut(out)).toEqual([first.entry.id, second.entry.id, "current"].toSorted());
  });
});

describe("a source that cannot be read", () => {
  test("is a fault of the report, and the rest is built", async () => {
    const sources = [
      small.missing,
      small.sales,
      small.docs,
      { ...small.stock, branches: ["17.0", "15.0", "9.*"] },
    ];
    const report = await build(sources, { out: nextFolder() });
    const faults = report.entry.sources.map(({ repository, faults: list }) => [repository, list]);
    expect(Object.fromEntries(faults)).toEqual({
      docs: [expect.stringMatching(/^acme\/docs has no branch named like a platform version/)],
      missing: [expect.stringMatching(/^acme\/missing has no git repository at its mirror/)],
      sales: [],
      stock: [
        'acme/stock has no branch "15.0"; correct "branches" in the sources file.',
        'acme/stock has no branch "9.*"; correct "branches" in the sources file.',
      ],
    });
    expect(report.entry.counts.entries).toBe(3);
    const text = formatReport(report);
    expect(text).toContain("Not read:\n  acme/docs has no branch named like");
    expect(text).toContain("  acme/missing has no git repository");
  });

  test("is not the same as a branch without modules, which is reported and may be in a strict build", async () => {
    const report = await build([small.sales], { out: nextFolder(), strict: true });
    expect(report.entry.sources[0]?.branches).toMatchObject([
      { branch: "16.0", modules: 0 },
      { branch: "17.0", modules: 2 },
    ]);
    expect(report.entry.sources[0]?.faults).toEqual([]);
    const text = formatReport(report);
    expect(text).toContain("Branches without modules: acme/sales 16.0");
    expect(text).not.toContain("Not read");
    expect(text).toMatch(/^ +2 {2}manifest_unknown_key: a manifest key/m);
  });
});

testLong(
  "an embedder of the transformers library makes the vectors and stands in the snapshot",
  async () => {
    const weights = nextFolder();
    await writeTinyModel(weights);
    const embedder = { kind: "transformers", weights, cacheFolder: root } as const;
    const { folder, entry } = await build([small.sales], { out: nextFolder(), embedder });
    expect(entry.embedder).toMatchObject({
      kind: "transformers",
      name: path.basename(weights),
      dimensions: TINY_DIMENSIONS,
      document_prefix: "passage: ",
    });
    const snapshot = openSnapshot(folder);
    expect(snapshot.readVectors().length).toBe(2 * TINY_DIMENSIONS);
    expect((await verifySnapshot(snapshot)).damaged).toEqual([]);
    snapshot.close();
  },
);
