// Where a repository can be looked at in a browser: what its clone address says of its forge.

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

/** The page that shows what lies between two commits; of a forge that is not known there is none. */
export function findCompareLink(git: string, from: string, to: string): string | undefined {
  return findPage(git, {
    github: `compare/${from}...${to}`,
    gitea: `compare/${from}...${to}`,
    gitlab: `compare/${from}...${to}`,
    bitbucket: `branches/compare/${to}..${from}`,
  });
}

/** The page of a commit, whose id may be cut. */
export function findCommitLink(git: string, commit: string): string | undefined {
  const path = `commit/${commit}`;
  return findPage(git, { github: path, gitea: path, gitlab: path, bitbucket: `commits/${commit}` });
}

/** The page of a pull request, or of what a forge has in its place. */
export function findPullRequestLink(git: string, number: number): string | undefined {
  return findPage(git, {
    github: `pull/${number}`,
    gitea: `pulls/${number}`,
    gitlab: `merge_requests/${number}`,
    bitbucket: `pull-requests/${number}`,
  });
}

/** A module as it was read. */
interface ReadFolder {
  readonly git: string;
  readonly commit: string;
  readonly source_path: string;
}

/**
 * Where a line of a module's files is shown, pinned to the commit that was read: a URI template with
 * `{+file}`, relative to the module's folder, and `{line}`; `null` of a forge that is not known.
 */
export function findLineTemplate({ git, commit, source_path: folder }: ReadFolder): string | null {
  const path = folder.split("/").map(encodeURIComponent).join("/");
  const file = path === "" ? "{+file}" : `${path}/{+file}`;
  const page = findPage(git, {
    github: `blob/${commit}/${file}#L{line}`,
    gitea: `src/commit/${commit}/${file}#L{line}`,
    gitlab: `blob/${commit}/${file}#L{line}`,
    bitbucket: `src/${commit}/${file}#lines-{line}`,
  });
  return page ?? null;
}

interface ReadLine {
  readonly git: string;
  readonly commit: string;
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly line: number;
}

/** Where a line of a repository is shown, at the commit that was read; `null` of a forge that is not known. */
export function findLineLink({ git, commit, path, line }: ReadLine): string | null {
  const file = path.split("/").map(encodeURIComponent).join("/");
  const template = findLineTemplate({ git, commit, source_path: "" });
  return template?.replace("{+file}", () => file).replace("{line}", String(line)) ?? null;
}

/** Pages of a module on its forge. */
export interface ForgePages {
  /** Its folder at the commit that was read. */
  readonly folder: string;
  readonly commit: string;
  /** Those that name the module. */
  readonly issues: string;
  readonly pull_requests: string;
}

/** `null` of a forge that is not known. */
export function findForgePages(
  module: ReadFolder & { readonly technical_name: string },
): ForgePages | null {
  const { git, commit, source_path } = module;
  const name = encodeURIComponent(module.technical_name);
  const path = source_path.split("/").map(encodeURIComponent).join("/");
  const folder = findPage(git, {
    github: `tree/${commit}/${path}`,
    gitea: `src/commit/${commit}/${path}`,
    gitlab: `tree/${commit}/${path}`,
    bitbucket: `src/${commit}/${path}`,
  });
  const issues = findPage(git, {
    github: `issues?q=is%3Aissue+${name}`,
    gitea: `issues?q=${name}`,
    gitlab: `issues?search=${name}`,
    bitbucket: `issues?q=${name}`,
  });
  const pullRequests = findPage(git, {
    github: `pulls?q=is%3Apr+${name}`,
    gitea: `pulls?q=${name}`,
    gitlab: `merge_requests?search=${name}`,
    bitbucket: `pull-requests?query=${name}`,
  });
  const page = findCommitLink(git, commit);
  if (folder === undefined || issues === undefined) return null;
  if (pullRequests === undefined || page === undefined) return null;
  return { folder, commit: page, issues, pull_requests: pullRequests };
}

type ForgeKind = "github" | "gitea" | "gitlab" | "bitbucket";

function findPage(git: string, paths: Readonly<Record<ForgeKind, string>>): string | undefined {
  const forge = parseForge(git);
  const kind = forge === undefined ? undefined : findKind(forge.host);
  if (forge === undefined || kind === undefined) return undefined;
  const base = `https://${forge.host}/${forge.path}`;
  return `${base}/${kind === "gitlab" ? "-/" : ""}${paths[kind]}`;
}

function findKind(host: string): ForgeKind | undefined {
  if (host === "github.com") return "github";
  if (host === "bitbucket.org") return "bitbucket";
  if (host.startsWith("gitlab.")) return "gitlab";
  return host === "codeberg.org" || /^(?:gitea|forgejo)\./.test(host) ? "gitea" : undefined;
}
