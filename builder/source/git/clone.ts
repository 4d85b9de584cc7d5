// Clones of repositories on servers: made, brought up to date, completed with the blobs of the
// branches that are read. Every call is one attempt; nothing is ever checked out.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { decodePercents } from "../../../data/text/percents.js";
import { findRoomFault, toSourceError } from "./git-error.js";
import { runGitProcess } from "./git-process.js";
import {
  listAbsent,
  listBranches,
  markDefault,
  readMissing,
  type Branch,
  type Repository,
} from "./git.js";
import { SourceError } from "../source-error.js";
import {
  createServerWords,
  TRACE_ENVIRONMENT,
  type ServerWords,
} from "../../../data/network/server-words.js";

/**
 * Objects of a clone. `blobless`: all commits and trees, and blobs only of the branches that are
 * read; folder sizes and files need those, and history needs none. Measured over file://: 37 MB
 * instead of 57 for OCA/server-tools (13 branches), 16 instead of 21 for
 * OCA/stock-logistics-workflow, the blobs in one request of 21,143 ids. A blobless clone without
 * that request would have no sizes, and git's own fetching on demand asks once for each blob.
 * `full`: everything; also the result of `blobless` at a server without filters.
 */
export type CloneKind = "blobless" | "full";

interface Remote {
  /** Clone address, credentials included if it has them. */
  readonly address: string;
  /** Git directory of the clone, `organization/repository`, and what ends the work. */
  readonly clone: Repository;
  /** Must it be known with which branch a clone begins? */
  readonly wantsDefault?: boolean;
}

/** Commits whose blobs are all here, one each line. */
const COMPLETE_FILE = "module-lookup-complete";

/**
 * Makes a bare clone of all branches, without tags, at a place where nothing is.
 * @throws SourceError
 */
export async function makeClone({ address, clone }: Remote, kind: CloneKind): Promise<void> {
  const filter = kind === "blobless" ? ["--filter=blob:none"] : [];
  // Over the protocol also from a folder, so that nothing of it is copied as it is.
  const options = ["--bare", "--quiet", "--no-tags", "--no-local", "--template=", ...filter];
  const { place } = splitAddress(address);
  const command = ["clone", ...options, "--", place, clone.gitDirectory];
  const { isListing } = await runNetwork(address, clone, command);
  // Another answer in place of a git server's, as some proxies give, counts as a repository without
  // branches.
  if (isListing || !isWeb(place) || (await listBranches(clone)).length > 0) return;
  throw namesNone(clone);
}

function namesNone({ label }: Repository): SourceError {
  return toSourceError(label, new Error("fatal: what answers names no branches"));
}

/**
 * Makes an empty clone at a place where nothing is, into which `fetchTips` brings branches.
 * @throws SourceError
 */
export async function makeEmptyClone({ address, clone }: Remote): Promise<void> {
  const options = ["--bare", "--quiet", "--template="];
  await runNetwork(address, clone, ["init", ...options, "--", clone.gitDirectory]);
}

/**
 * Brings the tips of some of the server's branches up to date, without what was before them; every other branch is
 * removed. Where nothing changed nothing more is asked.
 * @param choose which of the server's branches are wanted
 * @param kind `blobless`: without contents of files
 * @throws SourceError
 */
export async function fetchTips(
  remote: Remote,
  choose: (branches: readonly Branch[]) => readonly Branch[],
  kind: CloneKind,
): Promise<void> {
  const { address, clone } = remote;
  const wanted = choose(await listRemoteBranches(remote));
  const known = new Map((await listBranches(clone)).map(({ name, commit }) => [name, commit]));
  const moved = wanted.filter(({ name, commit }) => known.get(name) !== commit);
  if (moved.length > 0) {
    const filter = kind === "blobless" ? ["--filter=blob:none"] : [];
    const options = ["--quiet", "--depth=1", "--no-tags", "--no-write-fetch-head", ...filter];
    const specs = moved.map(({ name }) => `+refs/heads/${name}:refs/heads/${name}`);
    await fetchAsRemote(remote, ["fetch", ...options, "origin", ...specs]);
  }
  for (const { name } of wanted) known.delete(name);
  for (const name of known.keys()) {
    await runIn(clone, address, ["update-ref", "-d", `refs/heads/${name}`]);
  }
}

/**
 * Brings single commits, without what was before them, as branches.
 * @param commits ids by the name of the branch
 * @throws SourceError
 */
export async function fetchCommits(
  { address, clone }: Remote,
  commits: ReadonlyMap<string, string>,
): Promise<void> {
  const options = ["--quiet", "--depth=1", "--no-tags", "--no-write-fetch-head"];
  const specs = Array.from(commits, ([name, commit]) => `+${commit}:refs/heads/${name}`);
  await runIn(clone, address, ["fetch", ...options, "--", address, ...specs]);
}

/**
 * Fetches into a clone that has not all blobs, and forgets whom it asked: who reads the clone is to find that a blob is
 * absent, where git would fail, since the server has promised it and may not be asked.
 */
async function fetchAsRemote(
  { address, clone }: Remote,
  command: readonly string[],
  input = "",
): Promise<void> {
  await runIn(clone, address, ["config", "remote.origin.url", splitAddress(address).place]);
  try {
    await runIn(clone, address, command, input);
  } finally {
    await runIn(clone, address, ["config", "--remove-section", "remote.origin"]);
  }
}

const LISTING_LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * Every branch that the server has now, in one request by which nothing is brought; where the default one is wanted in
 * two, since git asks for it with all that the server has.
 * @throws SourceError
 */
export async function listRemoteBranches(remote: Remote): Promise<readonly Branch[]> {
  const { place } = splitAddress(remote.address);
  const { lines, isListing } = await askRemote(remote, ["--heads", "--", place]);
  const branches = lines.flatMap((line) => {
    const [, commit, name] = /^([0-9a-f]+)\trefs\/heads\/(.+)$/.exec(line) ?? [];
    return commit === undefined || name === undefined ? [] : [{ name, commit }];
  });
  if (branches.length === 0 && isWeb(place) && !isListing) throw namesNone(remote.clone);
  if (remote.wantsDefault !== true) return branches;
  const head = await askRemote(remote, ["--symref", "--", place, "HEAD"]);
  const names = head.lines.flatMap(
    (line) => /^ref: refs\/heads\/(.+)\tHEAD$/.exec(line)?.[1] ?? [],
  );
  return markDefault(branches, names[0]);
}

/** The lines that a server answers with. */
async function askRemote(
  { address, clone }: Remote,
  question: readonly string[],
): Promise<{ readonly lines: readonly string[]; readonly isListing: boolean }> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const command = ["ls-remote", "--quiet", ...question];
  const { isListing } = await runNetwork(address, clone, command, "", (piece) => {
    bytes += piece.length;
    if (bytes > LISTING_LIMIT_BYTES) throw new Error(`more than ${LISTING_LIMIT_BYTES} bytes`);
    pieces.push(piece);
  });
  return { lines: Buffer.concat(pieces).toString("utf8").split("\n"), isListing };
}

/**
 * Brings all branches up to date: new ones, moved ones, removed ones. What answers must be a server of git that lists
 * them, before any is removed here. Where nothing changed nothing more is asked.
 * @throws SourceError
 */
export async function fetchBranches(remote: Remote): Promise<void> {
  const { address, clone } = remote;
  const { place } = splitAddress(address);
  // The sources file may have another address than when the clone was made.
  await runIn(clone, address, ["config", "remote.origin.url", place]);
  const [there, here] = [await listRemoteBranches(remote), await listBranches(clone)];
  const first = there.find(({ isDefault }) => isDefault);
  if (
    first !== undefined &&
    !here.some(({ name, isDefault }) => isDefault && name === first.name)
  ) {
    await runIn(clone, address, ["symbolic-ref", "HEAD", `refs/heads/${first.name}`]);
  }
  const known = new Map(here.map(({ name, commit }) => [name, commit]));
  const isSame = there.every(({ name, commit }) => known.get(name) === commit);
  if (isSame && there.length === here.length) return;
  const options = ["--quiet", "--prune", "--no-tags", "--no-write-fetch-head"];
  await runIn(clone, address, ["fetch", ...options, "origin", "+refs/heads/*:refs/heads/*"]);
  if (there.length > 0 && (await listBranches(clone)).length === 0) throw namesNone(clone);
}

/**
 * Brings the blobs of branches that a blobless clone lacks, all in one request. Branches that were
 * complete the last time cost nothing.
 * @param listWanted ids of blobs of commits that are brought; default: of all that the clone lacks
 * @throws SourceError
 */
export async function fetchBlobs(
  remote: Remote,
  branches: readonly Branch[],
  listWanted?: (clone: Repository, commits: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  const { clone } = remote;
  const file = path.join(clone.gitDirectory, COMPLETE_FILE);
  const complete = new Set((await readFile(file, "utf8").catch(() => "")).split("\n"));
  const commits = [...new Set(branches.map(({ commit }) => commit))];
  const fresh = commits.filter((commit) => !complete.has(commit));
  if (fresh.length === 0) return;
  const missing =
    listWanted === undefined
      ? await readMissing(clone, fresh)
      : await listAbsent(clone, await listWanted(clone, fresh));
  if (missing.length > 0) {
    // The way of git's own fetching on demand: no negotiation, ids on standard input.
    const options = ["--quiet", "--no-tags", "--no-write-fetch-head", "--filter=blob:none"];
    const command = ["-c", "fetch.negotiationAlgorithm=noop", "fetch", ...options];
    const input = `${missing.join("\n")}\n`;
    const byId = [...command, "--stdin", "origin"];
    if (listWanted === undefined) await runIn(clone, remote.address, byId, input);
    else await fetchAsRemote(remote, byId, input);
  }
  await writeFile(file, commits.join("\n"));
}

async function runIn(
  clone: Repository,
  address: string,
  command: readonly string[],
  input = "",
): Promise<ServerWords> {
  return runNetwork(address, clone, [`--git-dir=${clone.gitDirectory}`, ...command], input);
}

async function runNetwork(
  address: string,
  { label, signal }: Repository,
  command: readonly string[],
  input = "",
  onOutput: (bytes: Buffer) => void = () => undefined,
): Promise<ServerWords> {
  const words = createServerWords(Date.now);
  const environment = toEnvironment(address);
  try {
    await runGitProcess({ command, environment, input, signal, onOutput, onTrace: words.add });
    return words;
  } catch (error) {
    signal?.throwIfAborted();
    throw findRoomFault(error) ?? toSourceError(label, error, words.waitMs);
  }
}

function isWeb(place: string): boolean {
  return /^https?:/i.test(place);
}

/**
 * Settings of every request. A server that is silent for a minute counts as gone. Tidying up runs
 * within the command and not behind it, where it would outlive this program.
 */
const SETTINGS: readonly (readonly [key: string, value: string])[] = [
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["protocol.ext.allow", "never"],
  ["fetch.recurseSubmodules", "false"],
  ["gc.autoDetach", "false"],
  ["maintenance.autoDetach", "false"],
  ["http.lowSpeedLimit", "1"],
  ["http.lowSpeedTime", "60"],
];

/** Variables that git sets for a hook, and would apply to this repository. */
const OTHER_REPOSITORY = [
  "GIT_DIR",
  "GIT_COMMON_DIR",
  "GIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_NAMESPACE",
  "GIT_PREFIX",
] as const;

/**
 * The operator's own environment and settings (proxies, certificates, credential helpers), but git
 * never stops to ask for a password. Settings travel in the environment: unlike arguments and
 * addresses, it is in no listing of processes, and nothing of it is stored in the clone.
 */
function toEnvironment(address: string): Readonly<Record<string, string | undefined>> {
  const { credentials } = splitAddress(address);
  const settings = [...SETTINGS, ...listHelperSettings(credentials)];
  const first = Number(process.env["GIT_CONFIG_COUNT"] ?? 0) || 0;
  const entries = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${first + index}`, key],
    [`GIT_CONFIG_VALUE_${first + index}`, value],
  ]);
  return {
    ...process.env,
    ...Object.fromEntries(OTHER_REPOSITORY.map((name) => [name, undefined])),
    GIT_CONFIG_COUNT: String(first + settings.length),
    ...Object.fromEntries(entries),
    [USER_VARIABLE]: credentials?.user,
    [PASSWORD_VARIABLE]: credentials?.password,
    ...TRACE_ENVIRONMENT,
    GIT_TERMINAL_PROMPT: "0",
    // Language of the messages that tell faults apart.
    LC_ALL: "C.UTF-8",
    LANGUAGE: "",
  };
}

const USER_VARIABLE = "MODULE_LOOKUP_CLONE_USER";
const PASSWORD_VARIABLE = "MODULE_LOOKUP_CLONE_PASSWORD";

/** A program of git's protocol for credentials that gives what is in the environment. */
const HELPER = `!f() { test "$1" = get && printf 'username=%s\\npassword=%s\\n' "$${USER_VARIABLE}" "$${PASSWORD_VARIABLE}"; }; f`;

/**
 * The credentials of an address, for its scheme, host and port alone: git asks this helper when that
 * very server wants them. A header would go wherever a redirect leads. Other helpers are left out for
 * this server, so that none stores what is not its own.
 */
function listHelperSettings(
  credentials: Credentials | undefined,
): readonly (readonly [key: string, value: string])[] {
  if (credentials === undefined) return [];
  const key = `credential.${credentials.origin}.helper`;
  return [
    [key, ""],
    [key, HELPER],
  ];
}

interface Credentials {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly user: string;
  readonly password: string;
}

/**
 * An address without its credentials, and they; only HTTP has such.
 * @throws SourceError `repository_unreadable` when they hold what git's protocol cannot carry
 */
function splitAddress(address: string): {
  readonly place: string;
  readonly credentials: Credentials | undefined;
} {
  if (!/^https?:\/\/[^/]*@/i.test(address)) return { place: address, credentials: undefined };
  const url = new URL(address);
  const user = decodePercents(url.username);
  const password = decodePercents(url.password);
  // Lines of git's protocol: a second one could name another host.
  if (/[\0\r\n]/.test(user + password)) throw brokenCredentials(url.host);
  url.username = "";
  url.password = "";
  return { place: url.href, credentials: { origin: url.origin, user, password } };
}

function brokenCredentials(host: string): SourceError {
  return new SourceError({
    code: "repository_unreadable",
    message: `The credentials for ${host} hold a line break or a null character; write them into the address again.`,
  });
}
