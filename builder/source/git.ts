// The one door to git. Reads branches, trees, blobs and logs of a repository, and makes bare
// clones. Nothing of a repository is ever checked out, so none of its hooks or filters can run.
import { simpleGit, type SimpleGit, type SimpleGitOptions } from "simple-git";
import { SourceError } from "./source-error.js";

/** A repository on this machine, bare or not: its git directory. */
export interface Repository {
  readonly gitDirectory: string;
  /** `organization/repository`, for messages. */
  readonly label: string;
}

export interface Branch {
  readonly name: string;
  readonly commit: string;
}

/** One row of a tree: a blob, a symbolic link or a submodule. */
export interface TreeRow {
  /** Octal file mode as git writes it: `100644`, `100755`, `120000` (link), `160000` (submodule). */
  readonly mode: string;
  readonly objectId: string;
  /** Bytes; `undefined` when the repository does not hold the blob. */
  readonly sizeBytes: number | undefined;
  readonly path: string;
}

/** Every branch of the repository, in git's order by name. */
export async function listBranches(repository: Repository): Promise<readonly Branch[]> {
  const text = await readText(repository, [
    "for-each-ref",
    "--format=%(refname)%09%(objectname)%09%(symref)",
    "refs/heads",
    "refs/remotes/origin",
  ]);
  const branches = new Map<string, Branch>();
  for (const line of text.split("\n")) {
    const [reference = "", commit = "", symbolic = ""] = line.split("\t");
    const name = reference.replace(/^refs\/(?:heads|remotes\/origin)\//, "");
    // A local branch comes first in git's order and wins over the remote's of the same name.
    if (commit !== "" && symbolic === "" && !branches.has(name))
      branches.set(name, { name, commit });
  }
  return [...branches.values()];
}

/** Every file of a commit, in git's path order. */
export async function listTree(
  repository: Repository,
  commit: string,
): Promise<readonly TreeRow[]> {
  const text = await readText(repository, ["ls-tree", "-r", "-l", "-z", "--full-tree", commit]);
  const rows: TreeRow[] = [];
  for (const line of text.split("\0")) {
    const tab = line.indexOf("\t");
    if (tab < 0) continue;
    const [mode = "", , objectId = "", size = ""] = line.slice(0, tab).split(/ +/);
    // A submodule has "-" as its size and no bytes here; an absent blob has a word.
    const sizeBytes = size === "-" ? 0 : /^\d+$/.test(size) ? Number(size) : undefined;
    rows.push({ mode, objectId, sizeBytes, path: line.slice(tab + 1) });
  }
  return rows;
}

/** The log of a commit in the format that `parseLog` reads. */
export async function readLog(
  repository: Repository,
  commit: string,
  format: readonly string[],
): Promise<string> {
  return readText(repository, ["log", ...format, commit]);
}

/** Contents by object id; blobs that the repository does not hold are left out. */
export async function readBlobs(
  repository: Repository,
  objectIds: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const blobs = new Map<string, Uint8Array>();
  if (objectIds.length === 0) return blobs;
  const input = `${objectIds.join("\n")}\n`;
  const git = openGit(repository, { input: () => input });
  const output: Buffer = await runGit(repository, () => git.binaryCatFile(["--batch", "--buffer"]));
  let at = 0;
  while (at < output.length) {
    const lineEnd = output.indexOf(0x0a, at);
    if (lineEnd < 0) break;
    const [objectId = "", type = "", size = ""] = output.toString("latin1", at, lineEnd).split(" ");
    at = lineEnd + 1;
    if (type === "missing" || size === "") continue;
    // A copy, so that one small file does not keep the whole batch in memory.
    blobs.set(objectId, new Uint8Array(output.subarray(at, at + Number(size))));
    at += Number(size) + 1;
  }
  return blobs;
}

/** Makes a bare clone of all branches at `gitDirectory`, which must not exist. */
export async function cloneBare(
  address: string,
  gitDirectory: string,
  label: string,
): Promise<void> {
  await runGit({ gitDirectory, label }, () =>
    openNetworkGit().raw(["clone", "--bare", "--quiet", "--", address, gitDirectory]),
  );
}

/** Brings a bare clone up to date: new branches, moved branches, removed branches. */
export async function fetchBare(address: string, repository: Repository): Promise<void> {
  await runGit(repository, () =>
    openNetworkGit().raw([
      `--git-dir=${repository.gitDirectory}`,
      "fetch",
      "--quiet",
      "--prune",
      "--no-tags",
      "--",
      address,
      "+refs/heads/*:refs/heads/*",
    ]),
  );
}

/**
 * Git for the network: with the operator's own settings (proxies, certificates, credential
 * helpers), but it never stops to ask for a password.
 */
function openNetworkGit(): SimpleGit {
  const environment = { ...process.env, GIT_TERMINAL_PROMPT: "0" };
  return simpleGit({
    allowEnvironment: Object.keys(environment),
    unsafe: OPERATOR_SETTINGS,
  }).env(environment);
}

/**
 * What simple-git refuses to pass on unless it is told: programs and files that the operator's
 * environment names. A plain EDITOR or PAGER would be enough for a refusal. Nothing of a sources
 * file gets here: addresses stand behind `--`.
 */
const OPERATOR_SETTINGS: NonNullable<SimpleGitOptions["unsafe"]> = {
  allowUnsafeAskPass: true,
  allowUnsafeConfigEnvCount: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeCredentialHelper: true,
  allowUnsafeDiffExternal: true,
  allowUnsafeEditor: true,
  allowUnsafeExec: true,
  allowUnsafeGitProxy: true,
  allowUnsafePager: true,
  allowUnsafeSshCommand: true,
  allowUnsafeTemplateDir: true,
  allowUnsafeUrlRewrite: true,
};

/**
 * Git for reading one repository: without the settings of the machine or its user, so that the
 * same repository reads the same everywhere. GIT_DIR is set so that a repository of another owner,
 * such as a mounted volume, can be read too.
 */
function openGit(repository: Repository, options: Partial<SimpleGitOptions> = {}): SimpleGit {
  const environment = {
    PATH: process.env["PATH"] ?? "",
    LC_ALL: "C.UTF-8",
    GIT_DIR: repository.gitDirectory,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_OPTIONAL_LOCKS: "0",
  };
  return simpleGit({
    baseDir: repository.gitDirectory,
    trimmed: false,
    allowEnvironment: Object.keys(environment),
    unsafe: { allowUnsafeConfigPaths: true },
    ...options,
  }).env(environment);
}

async function readText(repository: Repository, command: readonly string[]): Promise<string> {
  return runGit(repository, () => openGit(repository).raw([...command]));
}

async function runGit<T>(repository: Repository, run: () => PromiseLike<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const { message } = error as Error;
    const reason = findReason(message);
    const missing = /\bspawn \S+ ENOENT\b/.test(message);
    throw new SourceError(
      {
        code: missing ? "git_missing" : "repository_unreadable",
        message: missing
          ? "The program git was not found; install git 2.31 or later."
          : `${repository.label} cannot be read (${withoutSecrets(reason)}); check its address, mirror and access.`,
        expected: "a git repository",
        got: withoutSecrets(reason),
      },
      { cause: error },
    );
  }
}

/** The line in which git says what is wrong; general advice may follow it. */
function findReason(message: string): string {
  const lines = message.trim().split("\n");
  return lines.find((line) => /^(?:fatal|error): /.test(line)) ?? lines.at(-1) ?? "";
}

function withoutSecrets(text: string): string {
  return text.replace(/([a-z][a-z0-9+.-]*:\/\/)[^/\s]*@/gi, "$1");
}
