// What one machine holds: a catalog of any size, generated from the modules of real shards, merged to
// a snapshot, and asked. Every copy of the modules has names, texts and repositories of its own, and
// depends on modules of its own copy, so that sizes, closures and words are as in the original.
//
//   module-lookup build --sources sources.json --shard 1/1 --out shards
//   node dist/bench/large-catalog.js --shards shards --entries 1000000 --out DIR [--embedder none]
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { PartReading } from "../builder/reading/read-source.js";
import { nameShardFile, writeShardFile } from "../builder/shards/shard-file.js";
import { openShardFile } from "../builder/shards/shard-reader.js";
import { openSharedTexts } from "../builder/assemble/shared-texts.js";
import { locateSnapshot } from "../data/snapshot/locate.js";

const { values } = parseArgs({
  options: {
    shards: { type: "string" },
    entries: { type: "string", default: "1000000" },
    out: { type: "string" },
    embedder: { type: "string", default: "static" },
  },
});
const { shards, out } = values;
if (shards === undefined || out === undefined) {
  process.stderr.write("--shards DIR and --out DIR are needed.\n");
  process.exit(2);
}

const PROGRAM = fileURLToPath(new URL("../cli/main.js", import.meta.url));
const SEARCHES = fileURLToPath(new URL("search-latency.js", import.meta.url));
/** Of memory that the merge may take, in MiB. */
const HEAP_MIB = 20_000;
/** Says on standard error what a process took at most, in KiB, when it ends. */
const MEMORY_PROBE =
  "data:text/javascript,process.on('exit',()=>console.error('peak KiB',process.resourceUsage().maxRSS))";

const shareTexts = openSharedTexts();
const originals = readdirSync(shards)
  .filter((file) => file.endsWith(".bin"))
  .flatMap((name) => openShardFile(path.join(shards, name), shareTexts).readings);
const size = originals.reduce((sum, { modules }) => sum + modules.length, 0);
const copies = Math.ceil(Number(values.entries) / size);
const generated = path.join(out, "shards");
rmSync(generated, { recursive: true, force: true });
mkdirSync(generated, { recursive: true });
let left = Number(values.entries);
for (let copy = 1; copy <= copies; copy++) {
  const readings = copyReadings(originals, copy, left);
  left -= readings.reduce((sum, { modules }) => sum + modules.length, 0);
  const shard = { index: copy, count: copies };
  await writeShardFile(path.join(generated, nameShardFile(shard)), shard, readings);
}
process.stdout.write(`${values.entries} entries in ${copies} shards\n`);
const start = performance.now();
const words = ["merge", generated, "--out", path.join(out, "snapshots"), "--keep", "1"];
run([PROGRAM, ...words, "--cache", path.join(out, "cache"), "--embedder", values.embedder]);
process.stdout.write(`merged in ${((performance.now() - start) / 1000).toFixed(0)} s\n`);
const folder = locateSnapshot(path.join(out, "snapshots"));
for (const name of readdirSync(folder)) {
  const mebibytes = statSync(path.join(folder, name)).size / 1024 ** 2;
  process.stdout.write(`${name} ${mebibytes.toFixed(1)} MiB\n`);
}
run([SEARCHES, "--snapshot", folder, "--runs", "100", "--cases", "200"]);

/** Runs a script and shows what it prints, and the most memory that it took. */
function run(scriptAndWords: readonly string[]): void {
  const options = [`--max-old-space-size=${HEAP_MIB}`, "--import", MEMORY_PROBE];
  execFileSync(process.execPath, [...options, ...scriptAndWords], { stdio: "inherit" });
}

/** The modules of a copy, up to so many. */
function copyReadings(
  readings: readonly PartReading[],
  copy: number,
  limit: number,
): readonly PartReading[] {
  let room = limit;
  return readings.map((reading) => {
    const modules = reading.modules.slice(0, Math.max(room, 0));
    room -= modules.length;
    const repository = rename(reading.row.repository, copy);
    return {
      row: { ...reading.row, repository },
      diagnostics: [],
      history: reading.history,
      lineage: reading.lineage,
      modules: modules.map((module) => {
        const { manifest, technicalName } = module;
        return {
          ...module,
          repository,
          digest: rename(module.digest, copy),
          technicalName: rename(technicalName, copy),
          description: `${module.description} ${copy}`,
          manifest: {
            ...manifest,
            name: `${manifest.name ?? technicalName} ${copy}`,
            depends: manifest.depends?.map((name) => rename(name, copy)) ?? null,
          },
        };
      }),
    };
  });
}

function rename(name: string, copy: number): string {
  return `${name}_c${copy}`;
}
