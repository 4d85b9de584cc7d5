// Repositories that take all they can get, large ones: each is built beside a good one, by the program as
// it ships. Ends with figures; exit code 1 when a build died or the good repository was lost.
//
//   node dist/test/torture/repository-torture.js [--seed N] [--rounds N]
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readProcessUse } from "../../builder/reading/process/process-use.js";
import { makeGitRepository } from "../support/git-repository.js";
import {
  toDeepPath,
  toFifoAt,
  toFifoInclude,
  toManyFiles,
  toManyNames,
  toTreeBomb,
  type MakeRepository,
} from "../builder/reading/hostile-repositories.js";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    rounds: { type: "string", default: "1" },
  },
});
const PROGRAM = fileURLToPath(new URL("../../cli/main.js", import.meta.url));
const MIB = 1024 * 1024;
const random = openRandom(Number(values.seed));

/** Memory of the whole build, beside that of two reader processes. */
const MOST_MEMORY_MIB = 2 * 2048 + 1024;

interface Verdict {
  readonly name: string;
  readonly seconds: number;
  readonly peakMib: number;
  readonly said: string;
  readonly isGood: boolean;
}

const folder = mkdtempSync(path.join(tmpdir(), "module-lookup-torture-"));
const verdicts: Verdict[] = [];
try {
  const good = path.join(folder, "good.git");
  makeGitRepository(good, { "17.0": [{ files: { "good/__manifest__.py": "{'name': 'Good'}" } }] });
  const rounds = Array.from({ length: Number(values.rounds) }, listBombs);
  for (const [name, make] of rounds.flat()) {
    const bad = path.join(folder, `${verdicts.length}.git`);
    make(bad);
    const verdict = await buildBeside(name, bad, good);
    verdicts.push(verdict);
    print(describe(verdict));
    rmSync(bad, { recursive: true, force: true });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const failed = verdicts.filter(({ isGood }) => !isGood).length;
const slowest = Math.max(...verdicts.map(({ seconds }) => seconds));
const largest = Math.max(...verdicts.map(({ peakMib }) => peakMib));
print(
  `${verdicts.length} repositories with seed ${values.seed}: ${failed} lost a build or its good repository; at most ${slowest.toFixed(1)} s and ${largest} MiB.`,
);
process.exitCode = failed === 0 ? 0 : 1;

function listBombs(): readonly (readonly [name: string, make: MakeRepository])[] {
  const width = pick(8, 14);
  const depth = pick(9, 12);
  const names = pick(800, 3000);
  const classes = pick(300, 700);
  const files = pick(6, 12);
  const folders = pick(300, 2000);
  return [
    [`tree bomb of ${width}^${depth} paths`, toTreeBomb(width, depth)],
    [`menus under ${names} names`, toManyNames(writeMenus(pick(1500, 3000)), "xml", names)],
    [`${classes} models under ${names} names`, toManyNames(writeModels(classes), "py", names)],
    [
      `${files} files of 20 MiB of nothing`,
      toManyFiles(
        files,
        "xml",
        (at) => `<odoo><menuitem id="m${at}"/>${" ".repeat(20 * MIB - 100)}</odoo>`,
      ),
    ],
    [
      `${files} files of many elements`,
      toManyFiles(
        files,
        "xml",
        (at) => `<odoo><menuitem id="m${at}"/>${"<a/>".repeat(900_000)}</odoo>`,
      ),
    ],
    [
      `${files} files of one tag`,
      toManyFiles(
        files,
        "xml",
        (at) => `<odoo><menuitem id="m${at}" x="${"y".repeat(15 * MIB)}"/></odoo>`,
      ),
    ],
    [`folders ${folders} deep`, toDeepPath(folders)],
    ["a FIFO as packed-refs", toFifoAt("packed-refs")],
    ["a FIFO as alternates", toFifoAt("objects/info/alternates")],
    ["a FIFO among loose objects", toFifoAt(`objects/${"0".repeat(2)}/${"1".repeat(38)}`)],
    ["settings that include a FIFO", toFifoInclude((fifo) => `[include]\n\tpath = ${fifo}\n`)],
  ];
}

function writeMenus(count: number): string {
  const menus = Array.from({ length: count }, (_, at) => `<menuitem id="m${at}"/>`);
  return `<odoo>${menus.join("")}</odoo>`;
}

function writeModels(count: number): string {
  const models = Array.from(
    { length: count },
    (_, at) => `class M${at}(models.Model):\n    _name = "m.${at}"\n    f = fields.Char()\n`,
  );
  return `from odoo import fields, models\n\n${models.join("\n")}`;
}

async function buildBeside(name: string, bad: string, good: string): Promise<Verdict> {
  const out = path.join(folder, "out");
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  const sources = path.join(folder, "sources.json");
  const listed = { sources: [toSource("bad", bad), toSource("good", good)] };
  writeFileSync(sources, JSON.stringify(listed));
  const cache = path.join(out, "cache");
  const words = ["build", "--sources", sources, "--out", path.join(out, "snapshots")];
  const options = ["--cache", cache, "--jobs", "2", "--embedder", "none", "--json"];
  const start = performance.now();
  const child = spawn(process.execPath, [PROGRAM, ...words, ...options], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let peakBytes = 0;
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, readProcessUse(child.pid ?? -1)?.memoryBytes ?? 0);
  }, 50);
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const code = await new Promise<number | null>((resolve) => {
    child.once("close", resolve);
  });
  clearInterval(watch);
  const peakMib = Math.round(peakBytes / MIB);
  const rows = code === 0 ? (JSON.parse(said) as Report).entry.sources : [];
  const find = (repository: string) => rows.find((row) => row.repository === repository);
  return {
    name,
    seconds: (performance.now() - start) / 1000,
    peakMib,
    said: code === 0 ? (find("bad")?.faults.join(" ") ?? "") || "read" : `ended with ${code}`,
    isGood: find("good")?.branches[0]?.modules === 1 && peakMib <= MOST_MEMORY_MIB,
  };
}

/** Checked part of a build's report. */
interface Report {
  readonly entry: {
    readonly sources: readonly {
      readonly repository: string;
      readonly faults: readonly string[];
      readonly branches: readonly { readonly modules: number }[];
    }[];
  };
}

function toSource(repository: string, mirror: string) {
  const url = `https://git.example.org/acme/${repository}.git`;
  return { organization: "acme", repository, url, mirror };
}

function describe({ name, seconds, peakMib, said, isGood }: Verdict): string {
  return `${isGood ? "ok    " : "FAILED"} ${name}: ${seconds.toFixed(1)} s, ${peakMib} MiB, ${said}`;
}

/** A whole number from `least` to `most`. */
function pick(least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** Numbers below 1 that depend on the seed alone (mulberry32). */
function openRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
