// The one door to git for reading: branches, blobs and logs of a repository on this machine, and, for
// trees.ts, trees. Nothing is ever checked out, so no hook, filter or submodule of a repository can
// run.
import { simpleGit, type SimpleGit, type SimpleGitOptions } from "simple-git";
import { toSourceError } from "./git-error.js";
import { runGitProcess } from "./git-process.js";
import type { GitObject } from "./object-reader.js";
import { openObjectSession, type ObjectSession } from "./object-session.js";
import { SourceError } from "../source-error.js";

/** A repository on this machine, bare or not: its git directory. */
export interface Repository {
  readonly gitDirectory: string;
  /** `organization/repository`, for messages. */
  readonly label: string;
  /** Ends programs that read the repository; who waits for them gets its reason. */
  readonly signal?: AbortSignal | undefined;
  /** True if every blob was fetched, so that an absent one is damage. Default: no. */
  readonly holdsAll?: boolean;
  /**
   * True if only blobs to be parsed were fetched; others are not searched and sizes are unknown.
   */
  readonly holdsParsed?: boolean;
  /** Source of objects. Default: a git for each question. */
  readonly objects?: ObjectSession;
}

/** @returns the same repository, whose objects one git reads until the session ends */
export function withObjectSession<T extends Repository>(
  repository: T,
): T & { readonly objects: ObjectSession } {
  return { ...repository, objects: openSession(repository) };
}

function openSession(repository: Repository): ObjectSession {
  const { gitDirectory, signal } = repository;
  return openObjectSession({ gitDirectory, environment: toEnvironment(repository), signal });
}

export interface Branch {
  readonly name: string;
  readonly commit: string;
  /** Set on the default branch; only on request, since it asks the server. */
  readonly isDefault?: true;
}

/** Every branch of the repository, in git's order by name. */
export async function listBranches(repository: Repository): Promise<readonly Branch[]> {
  const text = await readText(repository, [
    "for-each-ref",
    "--format=%(refname)%09%(objectname)%09%(symref)%09%(HEAD)",
    "refs/heads",
    "refs/remotes/origin",
  ]);
  const branches = new Map<string, Branch>();
  let own: string | undefined;
  let ofOrigin: string | undefined;
  for (const line of text.split("\n")) {
    const [reference = "", commit = "", symbolic = "", head = ""] = line.split("\t");
    const name = toName(reference);
    if (reference === "refs/remotes/origin/HEAD") ofOrigin = toName(symbolic);
    if (head === "*") own = name;
    // A local branch comes first in git's order and wins over the remote's of the same name.
    if (commit !== "" && symbolic === "" && !branches.has(name))
      branches.set(name, { name, commit });
  }
  // A work tree's checkout says less than the default branch of its origin.
  return markDefault([...branches.values()], ofOrigin ?? own);
}

function toName(reference: string): string {
  return reference.replace(/^refs\/(?:heads|remotes\/origin)\//, "");
}

export function markDefault(
  branches: readonly Branch[],
  name: string | undefined,
): readonly Branch[] {
  return branches.map((branch) => (branch.name === name ? { ...branch, isDefault: true } : branch));
}

/**
 * The log of just these commits, in a format of `log.ts`, handed on piece by piece, a character for each byte: the log
 * of a large repository is longer than a string can be.
 */
export async function readLog(
  repository: Repository,
  commits: readonly string[],
  format: readonly string[],
  onText: (text: string) => void,
): Promise<void> {
  await readOutput(repository, ["log", ...format, "--stdin"], onText, commits);
}

/**
 * Hands on what a command that reads writes, as it comes, a character for each byte.
 * @param lines that it is given
 */
export async function readOutput(
  repository: Repository,
  command: readonly string[],
  onText: (text: string) => void,
  lines: readonly string[] = [],
): Promise<void> {
  await runReading(repository, [...LOG_SETTINGS, ...command], lines, (bytes) => {
    onText(bytes.toString("latin1"));
  });
}

async function runReading(
  repository: Repository,
  command: readonly string[],
  lines: readonly string[],
  onOutput: (bytes: Buffer) => void,
): Promise<void> {
  const { gitDirectory, signal } = repository;
  const environment = toEnvironment(repository);
  const given = { command: ["--no-pager", ...command], input: toInput(lines) };
  await guard(repository, () =>
    runGitProcess({
      ...given,
      environment,
      folder: gitDirectory,
      ownGroup: false,
      signal,
      onOutput,
    }),
  );
}

const toInput = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

/**
 * Hands on objects one after the other, in the order of their ids; those that the repository does not
 * hold are left out. Only one is in memory at a time.
 * @param onHeader called with each object's size before its bytes come; what it throws is thrown on
 * @throws SourceError also when git does not answer for each id; the signal's reason
 */
export async function visitObjects(
  repository: Repository,
  objectIds: readonly string[],
  onObject: (object: GitObject) => void,
  onHeader: (sizeBytes: number) => void = () => undefined,
): Promise<void> {
  if (objectIds.length === 0) return;
  const objects = repository.objects ?? openSession(repository);
  try {
    await guard(repository, () => objects.visit(objectIds, onObject, onHeader));
  } finally {
    if (objects !== repository.objects) objects.end();
  }
}

/** Contents by object id; blobs that the repository does not hold are left out. */
export async function readBlobs(
  repository: Repository,
  objectIds: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const blobs = new Map<string, Uint8Array>();
  await visitObjects(repository, objectIds, ({ objectId, bytes }) => {
    // A copy, so that one small file does not keep a whole piece of output in memory.
    blobs.set(objectId, new Uint8Array(bytes));
  });
  return blobs;
}

export async function listAbsent(
  repository: Repository,
  objectIds: readonly string[],
): Promise<readonly string[]> {
  if (objectIds.length === 0) return [];
  const command = ["cat-file", "--batch-check=%(objectname)"];
  const text = await readText(repository, command, objectIds);
  return text.split("\n").flatMap((line) => /^([0-9a-f]+) missing$/.exec(line)?.[1] ?? []);
}

/** Ids of the objects of some commits' trees that the repository does not hold. */
export async function readMissing(
  repository: Repository,
  commits: readonly string[],
): Promise<readonly string[]> {
  const walk = ["--objects", "--no-object-names", "--no-walk", "--missing=print", "--stdin"];
  const text = await readText(repository, ["rev-list", ...walk], commits);
  return text
    .split("\n")
    .filter((line) => line.startsWith("?"))
    .map((line) => line.slice(1));
}

/**
 * Settings that `log` alone among the reading commands takes from the repository; one of them
 * names a program (for signatures).
 */
const LOG_SETTINGS = [
  "log.showSignature=false",
  "log.showRoot=true",
  "diff.orderFile=/dev/null",
  "core.quotePath=true",
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  // Files that a setting may name, and that nothing here needs.
  "log.mailmap=false",
  "core.attributesFile=/dev/null",
  "core.excludesFile=/dev/null",
].flatMap((setting) => ["-c", setting]);

/**
 * Environment without the settings of the machine or its user, so that a repository reads the same
 * everywhere, and without a network: no protocol is allowed, whatever the repository's settings say
 * of fetching. GIT_DIR is set so that a repository of another owner, such as a mounted volume, can
 * be read too.
 */
function toEnvironment(repository: Repository): Readonly<Record<string, string>> {
  return {
    PATH: process.env["PATH"] ?? "",
    LC_ALL: "C.UTF-8",
    GIT_DIR: repository.gitDirectory,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ALLOW_PROTOCOL: "",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_GRAFT_FILE: "/dev/null",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
  };
}

function createGit(repository: Repository, lines: readonly string[]): SimpleGit {
  const { signal } = repository;
  const environment = toEnvironment(repository);
  const options: Partial<SimpleGitOptions> = {
    baseDir: repository.gitDirectory,
    trimmed: false,
    // Paths in ASCII, other bytes escaped: simple-git would decode them and lose what is no UTF-8.
    config: ["core.quotePath=true"],
    // Half an answer must not pass for a whole one. simple-git would take what has come 50 ms after git
    // has ended, and would take a git that was killed, or failed without a word, for one that is done.
    completion: { onClose: true, onExit: false },
    errors: (error, { exitCode }) =>
      error ?? (exitCode === 0 ? undefined : new Error(`git ended with ${exitCode}`)),
    allowEnvironment: Object.keys(environment),
    unsafe: { allowUnsafeConfigPaths: true },
    ...(lines.length === 0 ? {} : { input: () => toInput(lines) }),
    // A signal of its own: many at once listening to one would look like a leak.
    ...(signal === undefined ? {} : { abort: AbortSignal.any([signal]) }),
  };
  return simpleGit(options).env(environment);
}

/**
 * Output of a reading command.
 * @param lines its input
 * @throws the signal's reason; SourceError when git fails
 */
export async function readText(
  repository: Repository,
  command: readonly string[],
  lines: readonly string[] = [],
): Promise<string> {
  return guard(repository, () => createGit(repository, lines).raw([...command]));
}

/** @throws the signal's reason when it is aborted; SourceError when git fails */
async function guard<T>(repository: Repository, run: () => PromiseLike<T>): Promise<T> {
  repository.signal?.throwIfAborted();
  try {
    return await run();
  } catch (error) {
    repository.signal?.throwIfAborted();
    throw error instanceof SourceError ? error : toSourceError(repository.label, error);
  }
}
