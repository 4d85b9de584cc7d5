// How long a build takes: the first time, when nothing changed, when one module did, and with `--other` the same of another
// version of the program, in turns. The repository that changes is a copy.
//
//   node dist/bench/build-stages.js --sources FILE [--runs 3] [--other path/to/dist/cli/main.js] [--json FILE]
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { removeSealed } from "../files/durable-file.js";
import { addToGroup } from "../data/grouped.js";
import { isSource, readSourcesFile } from "../builder/source/sources-file.js";
import type { Source } from "../builder/source/source.js";
import { print, showSpread, spread, type Spread } from "./spread.js";

const { values } = parseArgs({
  options: {
    sources: { type: "string" },
    runs: { type: "string", default: "3" },
    other: { type: "string" },
    json: { type: "string" },
  },
});
if (values.sources === undefined) {
  process.stderr.write("--sources FILE is needed: a list of repositories as for build.\n");
  process.exit(2);
}

/** Of the last line that `build --json` writes. */
interface Report {
  readonly entry: { readonly id: string; readonly counts: { readonly entries: number } };
  readonly stages: readonly { readonly stage: string; readonly seconds: number }[];
}

/** Seconds by stage, and from start to end. */
type Times = Readonly<Record<string, number>>;

const AUTHOR = {
  GIT_AUTHOR_NAME: "Ann Author",
  GIT_AUTHOR_EMAIL: "ann@example.org",
  GIT_COMMITTER_NAME: "Ann Author",
  GIT_COMMITTER_EMAIL: "ann@example.org",
};

/** What is measured beside the stages: from start to end, and the processor time of all processes. */
const WHOLE = "whole";
const PROCESSOR = "cpu";
/** Of a program that ran, the processor time of it and of all that it waited for is told by the shell. */
const TIMED = '"$@" && times';
const folder = mkdtempSync(path.join(tmpdir(), "module-lookup-bench-"));
const programs = {
  this: fileURLToPath(new URL("../cli/main.js", import.meta.url)),
  ...(values.other === undefined ? {} : { other: path.resolve(values.other) }),
};
try {
  const { file, change } = await makeChangeable(values.sources);
  const times = new Map<string, Times[]>();
  const note = (program: string, kind: string, { report, ...whole }: Built): void => {
    const stages = report.stages.map(({ stage, seconds: each }) => [stage, each] as const);
    const own = { [WHOLE]: whole.seconds, [PROCESSOR]: whole.processorSeconds };
    addToGroup(times, `${program} ${kind}`, { ...Object.fromEntries(stages), ...own });
  };
  let entries = 0;
  for (let run = 0; run < Number(values.runs); run++) {
    const kinds = ["cold", "nothing", "changed"] as const;
    const ids: string[] = [];
    for (const kind of kinds) {
      if (kind === "changed") change(run);
      for (const [name, program] of Object.entries(programs)) {
        const built = await build(program, file, path.join(folder, `${name}-${run}`));
        entries = built.report.entry.counts.entries;
        ids.push(built.report.entry.id);
        note(name, kind, built);
      }
    }
    print(`run ${run + 1}: snapshots ${[...new Set(ids)].join(", ")}`);
    for (const name of Object.keys(programs))
      await removeSealed(path.join(folder, `${name}-${run}`));
  }
  const tables = Object.fromEntries([...times].map(([kind, runs]) => [kind, toTable(runs)]));
  print(`${entries} entries; seconds of ${values.runs} runs, minimum / median / maximum`);
  for (const [kind, table] of Object.entries(tables)) {
    for (const [stage, seconds] of Object.entries(table)) {
      print(`  ${kind.padEnd(14)} ${stage.padEnd(6)} ${showSpread(seconds, 2)}`);
    }
  }
  for (const name of Object.keys(programs)) {
    for (const kind of ["nothing", "changed"]) {
      const shares = (times.get(`${name} ${kind}`) ?? []).map(
        (one, run) =>
          (one[PROCESSOR] ?? NaN) / (times.get(`${name} cold`)?.[run]?.[PROCESSOR] ?? NaN),
      );
      print(`  ${name} ${kind}, of the processor time of cold: ${showSpread(spread(shares), 3)}`);
    }
  }
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(tables, null, 2)}\n`);
} finally {
  await removeSealed(folder);
  rmSync(folder, { recursive: true, force: true });
}

/** The sources in a file of its own, with a copy of the first mirror, and what adds a commit to that. */
async function makeChangeable(
  sourcesFile: string,
): Promise<{ readonly file: string; change(run: number): void }> {
  const entries = await readSourcesFile(sourcesFile);
  const mirrored = entries.filter(isSource).find(({ mirror }) => mirror !== undefined);
  if (mirrored?.mirror === undefined) throw new Error("no source has a mirror that could change");
  const mirror = path.join(folder, "changing.git");
  execFileSync("git", ["clone", "--quiet", "--mirror", mirrored.mirror, mirror]);
  const sources = entries.map((entry) => (entry === mirrored ? { ...entry, mirror } : entry));
  const file = path.join(folder, "sources.json");
  writeFileSync(file, JSON.stringify({ sources: sources.filter(isSource).map(toElement) }));
  return { file, change: (run) => addCommit(mirror, run) };
}

function toElement({ organization, repository, url, mirror, branches, addons }: Source): unknown {
  const rules = branches?.map((rule) =>
    typeof rule === "string"
      ? rule
      : { branch: rule.branch, platform_version: rule.platformVersion },
  );
  return { organization, repository, url, mirror, branches: rules, addons };
}

/** Adds a line to a Python file of a module, at the branch that has most. */
function addCommit(mirror: string, run: number): void {
  const git = (words: readonly string[], input = ""): string =>
    execFileSync("git", ["--git-dir", mirror, ...words], {
      input,
      encoding: "utf8",
      maxBuffer: 1 << 28,
      env: { ...process.env, ...AUTHOR, GIT_INDEX_FILE: path.join(folder, "index") },
    });
  const branches = git(["for-each-ref", "--format=%(refname)", "refs/heads"]).trim().split("\n");
  const listed = branches.map((branch) => {
    const names = git(["ls-tree", "-r", "--name-only", branch]).split("\n");
    return { branch, files: names.filter((name) => /^[a-z]\w+\/models\/[a-z]\w+\.py$/.test(name)) };
  });
  const [largest] = listed.toSorted((left, right) => right.files.length - left.files.length);
  const [file] = largest?.files ?? [];
  if (largest === undefined || file === undefined) throw new Error(`${mirror} has no models`);
  const text = git(["show", `${largest.branch}:${file}`]);
  const added = `\n\nclass Fresh${run}(models.Model):\n    _name = "fresh.${run}"\n`;
  const blob = git(["hash-object", "-w", "--stdin"], text + added).trim();
  git(["read-tree", largest.branch]);
  git(["update-index", "--cacheinfo", `100644,${blob},${file}`]);
  const tree = git(["write-tree"]).trim();
  const commit = git(["commit-tree", tree, "-p", largest.branch, "-m", `[IMP] ${file}`]).trim();
  git(["update-ref", largest.branch, commit]);
}

interface Built {
  readonly report: Report;
  readonly seconds: number;
  readonly processorSeconds: number;
}

function build(program: string, sources: string, place: string): Promise<Built> {
  const places = ["--out", path.join(place, "out"), "--cache", path.join(place, "cache")];
  const words = ["build", "--sources", sources, ...places, "--json", "--quiet"];
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn("sh", ["-c", TIMED, "sh", process.execPath, program, ...words], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.on("close", (code) => {
      const seconds = (performance.now() - start) / 1000;
      const [report = "", , ofChildren = ""] = output.trim().split("\n").slice(-3);
      const processorSeconds = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
        (sum, [, minutes, rest]) => sum + 60 * Number(minutes) + Number(rest),
        0,
      );
      if (code === 0) resolve({ report: JSON.parse(report) as Report, seconds, processorSeconds });
      else reject(new Error(`the build ended with ${code}`));
    });
  });
}

function toTable(runs: readonly Times[]): Readonly<Record<string, Spread>> {
  const stages = [...new Set(runs.flatMap((run) => Object.keys(run)))];
  return Object.fromEntries(
    stages.map((stage) => [stage, spread(runs.map((run) => run[stage] ?? NaN))]),
  );
}
