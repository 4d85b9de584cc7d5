// How fast modules are read from git, beside the way that checks branches out and asks git about one
// module folder after the other. Both read the same branches of a local repository and parse the
// same files with the same parsers; runs alternate, and checkouts are not counted.
//
//   node dist/bench/branch-reading.js --mirror DIR [--branches 15.0,16.0] [--runs 3]
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { openBranchCache } from "../builder/cache/branch-cache.js";
import { isParsedFile } from "../builder/parse/file-kind.js";
import { parseModule } from "../builder/parse/parse-module.js";
import { openReaderPool } from "../builder/reading/process/reader-pool.js";
import { openRepositoryReader } from "../builder/reading/process/repository-reader.js";
import { readModules } from "../builder/reading/read-modules.js";
import { chooseBranches } from "../builder/source/git/branches.js";
import { listBranches, type Branch } from "../builder/source/git/git.js";
import { DEFAULT_LIMITS } from "../builder/source/limits.js";
import { print } from "./spread.js";

const { values } = parseArgs({
  options: {
    mirror: { type: "string" },
    branches: { type: "string" },
    runs: { type: "string", default: "3" },
  },
});
if (values.mirror === undefined) {
  process.stderr.write("--mirror DIR is needed: a local repository, bare or not.\n");
  process.exit(2);
}

/** A branch in a folder. */
interface Checkout {
  readonly branch: Branch;
  readonly folder: string;
  /** Module folders, relative to it. */
  readonly modules: readonly string[];
  /** The platform version before; the branch itself when there is none. */
  readonly previous: Branch;
}

const gitDirectory = path.resolve(values.mirror);
const repository = { gitDirectory, label: gitDirectory };
const workFolder = mkdtempSync(path.join(tmpdir(), "module-lookup-bench-"));
const pool = openReaderPool({ processes: 2, memoryMib: DEFAULT_LIMITS.memoryMib });
try {
  const checkouts = await checkOutBranches();
  const count = checkouts.reduce((sum, { modules }) => sum + modules.length, 0);
  const rates = { builder: [] as number[], reference: [] as number[] };
  for (let run = 0; run < Number(values.runs); run++) {
    rates.builder.push(await measureRate(count, () => readAsBuilder(checkouts, run)));
    rates.reference.push(await measureRate(count, () => checkouts.forEach(readModuleByModule)));
  }
  const ratios = rates.builder.map((rate, run) => rate / (rates.reference[run] ?? Infinity));
  print(`${count} modules on ${checkouts.length} branches; minimum / median / maximum of runs`);
  print(`  as the builder, modules/s    ${summarise(rates.builder)}`);
  print(`  module by module, modules/s  ${summarise(rates.reference)}`);
  print(`  ratio                        ${summarise(ratios)}`);
} finally {
  await pool.close();
  rmSync(workFolder, { recursive: true, force: true });
}

async function checkOutBranches(): Promise<readonly Checkout[]> {
  const all = chooseBranches(await listBranches(repository), undefined).branches;
  const wanted = values.branches?.split(",");
  return all.flatMap((branch, position) => {
    if (wanted !== undefined && !wanted.includes(branch.name)) return [];
    const folder = path.join(workFolder, branch.name);
    const files = git("ls-tree", "-r", "-z", "--name-only", branch.commit).split("\0");
    git("read-tree", branch.commit);
    git("checkout-index", "--all", "--force", "--quiet", `--prefix=${folder}/`);
    const modules = files
      .filter((file) => /^[^/]+\/__(?:manifest|openerp)__\.py$/.test(file))
      .map((file) => path.dirname(file));
    return [{ branch, folder, modules, previous: all[position - 1] ?? branch }];
  });
}

/** What the builder does for the branches, with nothing kept from an earlier run. */
async function readAsBuilder(checkouts: readonly Checkout[], run: number): Promise<void> {
  const cache = openBranchCache({
    directory: path.join(workFolder, `.cache-${run}`),
    fingerprint: new Uint8Array(32),
    onDamaged: (file) => print(`damaged: ${file}`),
  });
  const { signal } = new AbortController();
  await readModules({
    source: {
      organization: "bench",
      repository: "bench",
      url: "",
      cloneUrl: "",
      mirror: gitDirectory,
      branches: undefined,
      addons: ["."],
    },
    reader: openRepositoryReader(repository, pool, DEFAULT_LIMITS, signal),
    branches: checkouts.map(({ branch }) => branch),
    cache,
    signal,
    onParsed: () => undefined,
    onBranchRead: () => undefined,
  });
}

/** For each module: its last commit, its commits since the version before, its files. */
function readModuleByModule({ branch, folder, modules, previous }: Checkout): void {
  for (const module of modules) {
    git("log", "-1", "--format=%H %ct", branch.commit, "--", module);
    const range = `${previous.commit}..${branch.commit}`;
    git("log", "--shortstat", "--format=%an", range, "--", module);
    const moduleFolder = path.join(folder, module);
    const files = readdirSync(moduleFolder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => ({ path: path.relative(moduleFolder, file), file }))
      .filter((entry) => isParsedFile(entry.path))
      .map((entry) => ({ path: entry.path, bytes: readFileSync(entry.file) }));
    const manifest = files.find((file) => /^__(?:manifest|openerp)__\.py$/.test(file.path));
    parseModule(files, {
      technicalName: path.basename(module),
      manifestPath: manifest?.path ?? "__manifest__.py",
    });
  }
}

async function measureRate(count: number, run: () => Promise<void> | void): Promise<number> {
  const start = performance.now();
  await run();
  return count / ((performance.now() - start) / 1000);
}

function git(...parameters: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("git", [...parameters], {
    encoding: "utf8",
    maxBuffer: 1 << 30,
    cwd: workFolder,
    env: {
      ...process.env,
      GIT_DIR: gitDirectory,
      GIT_WORK_TREE: workFolder,
      GIT_INDEX_FILE: path.join(workFolder, ".index"),
    },
  });
  if (status === 0) return stdout;
  // A mirror that lacks blobs can be read by the builder, but not checked out.
  throw new Error(`git ${parameters.join(" ")}: ${stderr.trim()}; take another repository`);
}

/** Minimum, median, maximum. */
function summarise(numbers: readonly number[]): string {
  const sorted = numbers.toSorted((left, right) => left - right);
  const picked = [0, Math.floor((sorted.length - 1) / 2), sorted.length - 1];
  return picked.map((at) => (sorted[at] ?? NaN).toFixed(1)).join(" / ");
}
