// Duration of a build: the first one, one without changes, and one with a changed module. The
// repository that changes is a copy.
import { execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { removeSealed } from "../data/files/durable-file.js";
import type { Source } from "../builder/source/source.js";
import { isSource, readSourcesFile } from "../builder/source/sources-file.js";
import { createFigures } from "./table.js";
import type { Bench, Measurement } from "./measurement.js";
import { startTimer } from "./timing.js";

/** Last line of `build --json`. */
interface Report {
  readonly entry: { readonly id: string };
  readonly stages: readonly { readonly stage: string; readonly seconds: number }[];
}

/** Seconds by stage, from start to end, and of processors in all processes. */
type Times = Readonly<Record<string, number>>;

const AUTHOR = {
  GIT_AUTHOR_NAME: "Ann Author",
  GIT_AUTHOR_EMAIL: "ann@example.org",
  GIT_COMMITTER_NAME: "Ann Author",
  GIT_COMMITTER_EMAIL: "ann@example.org",
};

/** The shell reports the processor time of a program and of its children. */
const TIMED = '"$@" && times';
const KINDS = ["cold", "nothing changed", "one module changed"] as const;

export const builds: Measurement = {
  summary: "builds: cold, nothing changed, one module changed",
  needsSources: true,
  async measure(bench) {
    const { file, change } = await makeChangeable(bench);
    const figures = createFigures();
    for (let run = 0; run < bench.runs; run++) {
      const ids = new Set<string>();
      for (const kind of KINDS) {
        if (kind === "one module changed") change(run);
        for (const { name, main } of bench.programs) {
          const { report, times } = await build(main, file, path.join(bench.folder, name));
          ids.add(report.entry.id);
          for (const [stage, seconds] of Object.entries(times)) {
            figures.add(`${kind}: ${stage}`, "s", name, seconds);
          }
        }
      }
      bench.note(`Snapshots of build ${run + 1}: ${[...ids].join(", ")}`);
      for (const { name } of bench.programs) await removeSealed(path.join(bench.folder, name));
    }
    return figures.list();
  },
};

/** The sources in a file of its own, with a copy of the first mirror, and what adds a commit to that. */
async function makeChangeable({
  sources: given,
  folder,
}: Bench): Promise<{ readonly file: string; change(run: number): void }> {
  const entries = readSourcesFile(given);
  const mirrored = entries.filter(isSource).find(({ mirror }) => mirror !== undefined);
  if (mirrored?.mirror === undefined) throw new Error("no source has a mirror that could change");
  const mirror = path.join(folder, "changing.git");
  execFileSync("git", ["clone", "--quiet", "--mirror", mirrored.mirror, mirror]);
  const sources = entries.map((entry) => (entry === mirrored ? { ...entry, mirror } : entry));
  const file = path.join(folder, "sources.json");
  writeFileSync(file, JSON.stringify({ sources: sources.filter(isSource).map(toElement) }));
  return { file, change: (run) => addCommit(mirror, run, path.join(folder, "index")) };
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
function addCommit(mirror: string, run: number, index: string): void {
  const git = (words: readonly string[], input = ""): string =>
    execFileSync("git", ["--git-dir", mirror, ...words], {
      input,
      encoding: "utf8",
      maxBuffer: 1 << 28,
      env: { ...process.env, ...AUTHOR, GIT_INDEX_FILE: index },
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
  readonly times: Times;
}

function build(main: string, sources: string, folder: string): Promise<Built> {
  const folders = ["--out", path.join(folder, "out"), "--cache", path.join(folder, "cache")];
  const words = ["build", "--sources", sources, ...folders, "--json", "--quiet"];
  const stop = startTimer();
  return new Promise((resolve, reject) => {
    const child = spawn("sh", ["-c", TIMED, "sh", process.execPath, main, ...words], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.on("close", (code) => {
      const whole = stop().ms / 1000;
      const [line = "", , ofChildren = ""] = output.trim().split("\n").slice(-3);
      if (code !== 0) {
        reject(new Error(`the build ended with ${code}`));
        return;
      }
      const report = JSON.parse(line) as Report;
      const stages = report.stages.map(({ stage, seconds }) => [stage, seconds] as const);
      const processor = sumSeconds(ofChildren);
      resolve({ report, times: { ...Object.fromEntries(stages), whole, processor } });
    });
  });
}

/** Sums the output of a shell's `times`: `1m2.5s 0m0.25s`. */
function sumSeconds(printed: string): number {
  return [...printed.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, rest]) => sum + 60 * Number(minutes) + Number(rest),
    0,
  );
}
