// How long the stages of a build take, the first time and again when nothing changed, in runs that
// alternate.
//
//   node dist/bench/build-stages.js --sources FILE [--runs 3] [--json FILE]
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { removeSealed } from "../builder/out/durable-file.js";
import { print, showSpread, spread, type Spread } from "./spread.js";

const { values } = parseArgs({
  options: {
    sources: { type: "string" },
    runs: { type: "string", default: "3" },
    json: { type: "string" },
  },
});
if (values.sources === undefined) {
  process.stderr.write("--sources FILE is needed: a list of repositories as for build.\n");
  process.exit(2);
}

/** Of the last line that `build --json` writes. */
interface Report {
  readonly entry: { readonly counts: { readonly entries: number } };
  readonly stages: readonly { readonly stage: string; readonly seconds: number }[];
}

const sources = values.sources;
const folder = mkdtempSync(path.join(tmpdir(), "module-lookup-bench-"));
try {
  const first: Report[] = [];
  const again: Report[] = [];
  for (let run = 0; run < Number(values.runs); run++) {
    const cache = path.join(folder, `cache-${run}`);
    first.push(await build(cache));
    again.push(await build(cache));
    rmSync(cache, { recursive: true });
  }
  const tables = { first: toTable(first), again: toTable(again) };
  print(
    `${first[0]?.entry.counts.entries} entries; seconds of ${values.runs} runs, minimum / median / maximum`,
  );
  for (const [kind, table] of Object.entries(tables)) {
    for (const [stage, seconds] of Object.entries(table)) {
      print(`  ${kind.padEnd(6)} ${stage.padEnd(8)} ${showSpread(seconds, 2)}`);
    }
  }
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(tables, null, 2)}\n`);
} finally {
  await removeSealed(folder);
}

function build(cache: string): Promise<Report> {
  const program = fileURLToPath(new URL("../cli/main.js", import.meta.url));
  const out = path.join(folder, "snapshots");
  const words = [
    "build",
    "--sources",
    sources,
    "--out",
    out,
    "--cache",
    cache,
    "--json",
    "--quiet",
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...words], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.on("close", (code) => {
      if (code === 0) resolve(JSON.parse(output.trim().split("\n").at(-1) ?? "") as Report);
      else reject(new Error(`the build ended with ${code}`));
    });
  });
}

function toTable(reports: readonly Report[]): Readonly<Record<string, Spread>> {
  const stages = reports[0]?.stages.map(({ stage }) => stage) ?? [];
  const measured = stages.map((stage) => [
    stage,
    spread(reports.map((report) => findSeconds(report, stage))),
  ]);
  return Object.fromEntries(measured) as Readonly<Record<string, Spread>>;
}

function findSeconds({ stages }: Report, wanted: string): number {
  return stages.find(({ stage }) => stage === wanted)?.seconds ?? NaN;
}
