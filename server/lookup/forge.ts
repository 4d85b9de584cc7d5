// Links to a forge, derived from the clone address of a repository.
import type { ModuleDetail } from "../contract/shape/module.js";
import { deriveOnce } from "./memo.js";
import type { Snapshot } from "../../data/snapshot/decode.js";

interface Forge {
  readonly host: string;
  /** Owner and name of the repository, with `/` between them. */
  readonly path: string;
}

/** `https://host/owner/name.git`, `ssh://git@host/owner/name`, `git@host:owner/name.git`. */
export function parseForge(git: string): Forge | undefined {
  const match =
    /^(?:(?:https?|ssh|git):\/\/(?:[^/@\s]*@)?([\w.-]+)(?::\d+)?\/|(?:[\w.-]+@)([\w.-]+):)([\w.~/-]+?)(?:\.git)?\/?$/.exec(
      git,
    );
  const [, fromAddress, fromShort, path = ""] = match ?? [];
  const host = fromAddress ?? fromShort;
  if (host === undefined || !/^[\w.~-]+(?:\/[\w.~-]+)+$/.test(path)) return undefined;
  return { host: host.toLowerCase(), path };
}

/** Whether a name is the wanted one, as hosts compare them; any is where none is wanted. */
export function isSameName(name: string, wanted: string | undefined): boolean {
  return wanted === undefined || name.toLowerCase() === wanted.toLowerCase();
}

/** Pages of a repository; paths and names are encoded. */
interface RepositoryPages {
  readonly home: string;
  compare(from: string, to: string): string;
  commit(commit: string): string;
  pullRequest(number: number): string;
  folder(commit: string, path: string): string;
  /** A URI template with `{line}`. */
  file(commit: string, path: string): string;
  /** Issues and pull requests that have a word. */
  issues(word: string): string;
  pullRequests(word: string): string;
  /** Open ones that have each of some words. */
  openIssues(words: readonly string[]): string;
  openPullRequests(words: readonly string[]): string;
}

/** @param base the address of the repository */
const onGithub = (base: string): RepositoryPages => ({
  home: base,
  compare: (from, to) => `${base}/compare/${from}...${to}`,
  commit: (commit) => `${base}/commit/${commit}`,
  pullRequest: (number) => `${base}/pull/${number}`,
  folder: (commit, path) => `${base}/tree/${commit}/${path}`,
  file: (commit, path) => `${base}/blob/${commit}/${path}#L{line}`,
  issues: (word) => `${base}/issues?q=is%3Aissue+${word}`,
  pullRequests: (word) => `${base}/pulls?q=is%3Apr+${word}`,
  openIssues: (words) => `${base}/issues?q=is%3Aissue+is%3Aopen+${words.join("+")}`,
  openPullRequests: (words) => `${base}/pulls?q=is%3Apr+is%3Aopen+${words.join("+")}`,
});

const onGitea = (base: string): RepositoryPages => ({
  ...onGithub(base),
  pullRequest: (number) => `${base}/pulls/${number}`,
  folder: (commit, path) => `${base}/src/commit/${commit}/${path}`,
  file: (commit, path) => `${base}/src/commit/${commit}/${path}#L{line}`,
  issues: (word) => `${base}/issues?q=${word}`,
  pullRequests: (word) => `${base}/pulls?q=${word}`,
  openIssues: (words) => `${base}/issues?state=open&q=${words.join("+")}`,
  openPullRequests: (words) => `${base}/pulls?state=open&q=${words.join("+")}`,
});

const onGitlab = (base: string): RepositoryPages => ({
  ...onGithub(`${base}/-`),
  home: base,
  pullRequest: (number) => `${base}/-/merge_requests/${number}`,
  issues: (word) => `${base}/-/issues?search=${word}`,
  pullRequests: (word) => `${base}/-/merge_requests?search=${word}`,
  openIssues: (words) => `${base}/-/issues?state=opened&search=${words.join("+")}`,
  openPullRequests: (words) => `${base}/-/merge_requests?state=opened&search=${words.join("+")}`,
});

const onBitbucket = (base: string): RepositoryPages => ({
  home: base,
  compare: (from, to) => `${base}/branches/compare/${to}..${from}`,
  commit: (commit) => `${base}/commits/${commit}`,
  pullRequest: (number) => `${base}/pull-requests/${number}`,
  folder: (commit, path) => `${base}/src/${commit}/${path}`,
  file: (commit, path) => `${base}/src/${commit}/${path}#lines-{line}`,
  issues: (word) => `${base}/issues?q=${word}`,
  pullRequests: (word) => `${base}/pull-requests?query=${word}`,
  openIssues: (words) => `${base}/issues?status=open&q=${words.join("+")}`,
  openPullRequests: (words) => `${base}/pull-requests?state=OPEN&query=${words.join("+")}`,
});

/** `undefined` of a forge that is not known. */
function findPages(git: string): RepositoryPages | undefined {
  const forge = parseForge(git);
  if (forge === undefined) return undefined;
  const { host, path } = forge;
  const base = `https://${host}/${path}`;
  if (host === "github.com") return onGithub(base);
  if (host === "bitbucket.org") return onBitbucket(base);
  if (host.startsWith("gitlab.")) return onGitlab(base);
  const isGitea = host === "codeberg.org" || /^(?:gitea|forgejo)\./.test(host);
  return isGitea ? onGitea(base) : undefined;
}

/** The page that shows what lies between two commits; of a forge that is not known there is none. */
export function findCompareLink(git: string, from: string, to: string): string | undefined {
  return findPages(git)?.compare(from, to);
}

/** The page of a commit, whose id may be cut. */
export function findCommitLink(git: string, commit: string): string | undefined {
  return findPages(git)?.commit(commit);
}

/** Cached, since lineages have many steps, and each names its repository. */
const getAddresses = deriveOnce(
  ({ providers, repositories }) =>
    new Map(providers.map((name, at) => [name, repositories[at]?.git])),
);

/** Link to a commit of a repository of the snapshot, by its name. */
export function findKnownCommitLink(
  snapshot: Snapshot,
  told: Readonly<Record<"organization" | "repository" | "commit", string>>,
): string | null {
  const git = getAddresses(snapshot).get(`${told.organization}/${told.repository}`);
  return (git && findCommitLink(git, told.commit)) || null;
}

/** The page of a pull request, or of what a forge has in its place. */
export function findPullRequestLink(git: string, number: number): string | undefined {
  return findPages(git)?.pullRequest(number);
}

/** A module as it was read. */
interface ReadFolder {
  readonly git: string;
  readonly commit: string;
  readonly source_path: string;
}

/**
 * Template of links to lines of a module's files, at the indexed commit: a URI template with
 * `{+file}`, relative to the module's folder, and `{line}`; `null` for an unknown forge.
 */
export function findLineTemplate({ git, commit, source_path: folder }: ReadFolder): string | null {
  const file = folder === "" ? "{+file}" : `${encodePath(folder)}/{+file}`;
  return findPages(git)?.file(commit, file) ?? null;
}

interface ReadLine {
  readonly git: string;
  readonly commit: string;
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly line: number;
}

/** Link to a line of a repository at the indexed commit; `null` for an unknown forge. */
export function findLineLink({ git, commit, path, line }: ReadLine): string | null {
  const template = findPages(git)?.file(commit, encodePath(path));
  return template?.replace("{line}", String(line)) ?? null;
}

/** `null` of a forge that is not known. */
export function findForgePages(
  module: ReadFolder & { readonly technical_name: string },
): ModuleDetail["forge"] {
  const { git, commit, source_path } = module;
  const pages = findPages(git);
  if (pages === undefined) return null;
  const name = encodeURIComponent(module.technical_name);
  return {
    folder: pages.folder(commit, encodePath(source_path)),
    commit: pages.commit(commit),
    issues: pages.issues(name),
    pull_requests: pages.pullRequests(name),
  };
}

/** The repository itself, and what is open there; `null` of a forge that is not known. */
export function findRepositoryPages(
  git: string,
): Readonly<Record<"home" | "issues" | "pull_requests", string>> | null {
  const pages = findPages(git);
  return pages === undefined
    ? null
    : {
        home: pages.home,
        issues: pages.openIssues([]).replace(/\+$/, ""),
        pull_requests: pages.openPullRequests([]).replace(/\+$/, ""),
      };
}

/** Searches of a forge for open work that names some words; `null` of a forge that is not known. */
export function findOpenWork(
  git: string,
  words: readonly string[],
): Readonly<Record<"issues" | "pull_requests", string>> | null {
  const pages = findPages(git);
  if (pages === undefined) return null;
  const encoded = words.map(encodeURIComponent);
  return {
    issues: pages.openIssues(encoded),
    pull_requests: pages.openPullRequests(encoded),
  };
}

function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
