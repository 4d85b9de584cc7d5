// Where a repository can be looked at in a browser: what its clone address says of its forge.

export interface Forge {
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

/** What a forge is known to be, by its host; others are not guessed at. */
function findForgeKind(host: string): "github" | "gitlab" | "gitea" | "bitbucket" | undefined {
  if (host === "github.com") return "github";
  if (host.startsWith("gitlab.")) return "gitlab";
  if (host === "codeberg.org" || /^(?:gitea|forgejo)\./.test(host)) return "gitea";
  return host === "bitbucket.org" ? "bitbucket" : undefined;
}

/** The page that shows what lies between two commits; of a forge that is not known there is none. */
export function findCompareLink(git: string, from: string, to: string): string | undefined {
  const forge = parseForge(git);
  if (forge === undefined) return undefined;
  const base = `https://${forge.host}/${forge.path}`;
  switch (findForgeKind(forge.host)) {
    case "github":
    case "gitea":
      return `${base}/compare/${from}...${to}`;
    case "gitlab":
      return `${base}/-/compare/${from}...${to}`;
    case "bitbucket":
      return `${base}/branches/compare/${to}..${from}`;
    case undefined:
      return undefined;
  }
}

/** A module as it was read. */
export interface ReadFolder {
  readonly git: string;
  readonly commit: string;
  readonly source_path: string;
}

/**
 * Where a line of a module's files is shown, pinned to the commit that was read: a URI template with
 * `{+file}`, relative to the module's folder, and `{line}`; `null` of a forge that is not known.
 */
export function findLineTemplate({ git, commit, source_path: folder }: ReadFolder): string | null {
  const forge = parseForge(git);
  if (forge === undefined) return null;
  const path = folder.split("/").map(encodeURIComponent).join("/");
  const file = path === "" ? "{+file}" : `${path}/{+file}`;
  const base = `https://${forge.host}/${forge.path}`;
  switch (findForgeKind(forge.host)) {
    case "github":
      return `${base}/blob/${commit}/${file}#L{line}`;
    case "gitlab":
      return `${base}/-/blob/${commit}/${file}#L{line}`;
    case "gitea":
      return `${base}/src/commit/${commit}/${file}#L{line}`;
    case "bitbucket":
      return `${base}/src/${commit}/${file}#lines-{line}`;
    case undefined:
      return null;
  }
}
