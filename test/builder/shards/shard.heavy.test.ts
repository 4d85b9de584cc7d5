// A build in shards: together they give the very bytes of one build, and anything less is refused.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OperatorError } from "../../../data/operator-error.js";
import { mergeShards } from "../../../builder/shards/merge.js";
import { formatReport } from "../../../builder/progress/report.js";
import {
  buildShard,
  chooseSources,
  parseShard,
  type ShardReport,
} from "../../../builder/shards/shard.js";
import { openShardFile } from "../../../builder/shards/shard-file.js";
import { isSource, readSourcesFile } from "../../../builder/source/sources-file.js";
import type { Source } from "../../../builder/source/source.js";
import { awaitOperatorError, catchOperatorError } from "../../support/catch-error.js";
import { makeFixtureRepositories } from "../../../fixtures/make-repositories.js";
import { runProgram } from "../../support/program.js";
import { build, toBuildOptions } from "../../support/builds.js";
import { listOut, makeSmallSources } from "../../support/small-sources.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const root = makeTemporaryFolder();
const nextFolder = makeFolderCounter(root);

const fixtures = await makeFixtureRepositories(path.join(root, "fixtures"));
const small = makeSmallSources(root);

function runShard(
  sources: readonly Source[],
  shard: string,
  { out, strict = false }: { readonly out: string; readonly strict?: boolean },
): Promise<ShardReport> {
  return buildShard(sources, {
    ...toBuildOptions({ out, cacheDirectory: `${out}-cache-${shard.replace("/", "-")}` }),
    strict,
    shard: parseShard(shard),
  });
}

function merge(
  places: readonly string[],
  out: string,
  embedder: "static" | "none" = "none",
): ReturnType<typeof mergeShards> {
  return mergeShards(places, toBuildOptions({ out, embedder: { kind: embedder } }));
}

/** Error after reading a shard's file with all of its modules. */
function findFault(file: string): OperatorError | undefined {
  try {
    const shard = openShardFile(file);
    try {
      for (const reading of shard.readings) reading.modules.forEach(reading.readContent);
    } finally {
      shard.close();
    }
    return undefined;
  } catch (error) {
    return catchOperatorError(() => {
      throw error;
    });
  }
}

describe("shards", () => {
  test("give the bytes of one build, whatever their number and order", async () => {
    const sources = readSourcesFile(fixtures.sourcesFile).filter(isSource);
    const whole = await build(sources, { out: nextFolder(), embedder: { kind: "static" } });
    for (const count of [1, 3]) {
      const shards = nextFolder();
      const indexes = Array.from({ length: count }, (_, at) => at + 1);
      const files = [];
      for (const index of indexes.toReversed()) {
        files.push((await runShard(sources, `${index}/${count}`, { out: shards })).file);
      }
      expect(listOut(shards)).toEqual(indexes.map((index) => `shard-${index}-of-${count}.bin`));
      const report = await merge(count === 1 ? [shards] : files, nextFolder(), "static");
      expect(report.entry).toEqual(whole.entry);
      for (const name of readdirSync(whole.folder)) {
        const wanted = readFileSync(path.join(whole.folder, name));
        expect(readFileSync(path.join(report.folder, name)).equals(wanted)).toBe(true);
      }
      expect(formatReport(report)).toContain("modules were parsed by the shards");
    }
  });

  test("hold each repository once, and keep it when others come", () => {
    const sources = Array.from({ length: 100 }, (_, at) => ({
      ...small.sales,
      repository: `repository-${at}`,
    }));
    const shards = [1, 2, 3].map((index) => chooseSources(sources, { index, count: 3 }));
    expect(shards.flat()).toHaveLength(100);
    expect(new Set(shards.flat()).size).toBe(100);
    for (const shard of shards) expect(shard.length).toBeGreaterThan(20);
    const fewer = chooseSources(sources.slice(50), { index: 2, count: 3 });
    expect(shards[1]).toEqual(expect.arrayContaining([...fewer]));
  });

  test("take their faults along, and with strict write nothing", async () => {
    const out = nextFolder();
    const { faults } = await runShard([small.stock, small.missing], "1/1", { out });
    expect(faults).toHaveLength(1);
    const { entry } = await merge([out], nextFolder());
    expect(entry.sources.flatMap((source) => source.faults)).toEqual(faults);
    const strictly = runShard([small.stock, small.missing], "1/1", {
      out: nextFolder(),
      strict: true,
    });
    expect((await awaitOperatorError(strictly)).code).toBe("sources_unread");
  });

  test("that are not all there, or of several builds, are refused", async () => {
    const shards = nextFolder();
    const sources = [small.sales, small.stock];
    for (const shard of ["1/2", "2/2"]) await runShard(sources, shard, { out: shards });
    const [one = "", two = ""] = listOut(shards).map((name) => path.join(shards, name));
    await runShard(sources, "1/3", { out: shards });
    const third = path.join(shards, "shard-1-of-3.bin");
    const empty = nextFolder();
    mkdirSync(empty);
    for (const places of [[one], [two], [one, two, third], [one, two, two], [empty]]) {
      const error = await awaitOperatorError(merge(places, nextFolder()));
      expect(error.code).toBe("shards_incomplete");
    }
    const error = await awaitOperatorError(merge([one, `${two}.none`], nextFolder()));
    expect(error.code).toBe("shard_unreadable");
    expect((await merge([two, one], nextFolder())).entry.counts.entries).toBe(3);
  });

  test("are named by two numbers", () => {
    expect(parseShard("2/8")).toEqual({ index: 2, count: 8 });
    for (const written of ["0/2", "3/2", "1", "1/0", "a/b", "1/99999", "-1/2", ""]) {
      expect(catchOperatorError(() => parseShard(written)).code).toBe("shard_invalid");
    }
  });
});

describe("a shard's file", () => {
  test("with any byte changed or cut off is refused", async () => {
    const { file } = await runShard([small.sales], "1/1", { out: nextFolder() });
    const bytes = readFileSync(file);
    const spoilt = `${file}.spoilt`;
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length - 1 }), fc.boolean(), async (at, isCut) => {
        const changed = Buffer.from(isCut ? bytes.subarray(0, at) : bytes);
        if (!isCut) changed[at] = 1 ^ (bytes[at] ?? 0);
        writeFileSync(spoilt, changed);
        expect(findFault(spoilt)?.code).toMatch(/^shard_(damaged|other)$/);
      }),
      { numRuns: 60 },
    );
    writeFileSync(spoilt, Buffer.concat([bytes, Buffer.alloc(1)]));
    expect(findFault(spoilt)?.code).toBe("shard_damaged");
  });

  test("with a damaged module is refused before anything is published", async () => {
    const { file } = await runShard([small.sales], "1/1", { out: nextFolder() });
    const bytes = readFileSync(file);
    bytes.writeUInt8(1 ^ bytes.readUInt8(bytes.length - 1), bytes.length - 1);
    writeFileSync(file, bytes);
    openShardFile(file).close();
    const out = nextFolder();
    expect((await awaitOperatorError(merge([file], out))).code).toBe("shard_damaged");
    expect(listOut(out)).toEqual([]);
  });

  test("of another version of the program is refused", async () => {
    const { file } = await runShard([small.sales], "1/1", { out: nextFolder() });
    const bytes = readFileSync(file);
    bytes.writeUInt8(1 ^ bytes.readUInt8(0), 0);
    writeFileSync(file, bytes);
    expect(findFault(file)?.code).toBe("shard_other");
  });
});

test("the program builds shards and merges them", async () => {
  const folder = nextFolder();
  mkdirSync(folder);
  const [sources, shards, out] = ["sources.json", "shards", "out"].map((at) =>
    path.join(folder, at),
  );
  const { organization, repository, url, mirror } = small.sales;
  writeFileSync(
    sources ?? "",
    JSON.stringify({ sources: [{ organization, repository, url, mirror }] }),
  );
  const cache = `--cache=${folder}/cache`;
  const words = ["build", `--sources=${sources}`, `--out=${shards}`, cache, "--shard=1/1"];
  const built = await runProgram(words);
  expect(built.code).toBe(0);
  expect(built.stdout).toContain("1 repository, 2 modules, 2 of them parsed");
  const merged = await runProgram(["merge", shards ?? "", `--out=${out}`, cache, "--json"]);
  expect(merged.code).toBe(0);
  expect(JSON.parse(merged.stdout)).toMatchObject({ event: "report", parsed: null });
  expect(listOut(out ?? "")).toContain("current");
  expect(await runProgram(["merge", `--out=${out}`])).toMatchObject({ code: 2 });
  expect(await runProgram([...words.slice(0, -1), "--shard=2/1"])).toMatchObject({ code: 2 });
});
