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

/** The page that shows what lies between two commits; of a forge that is not known there is none. */
export function findCompareLink(git: string, from: string, to: string): string | undefined {
  const forge = parseForge(git);
  if (forge === undefined) return undefined;
  const base = `https://${forge.host}/${forge.path}`;
  const { host } = forge;
  if (host.startsWith("gitlab.")) return `${base}/-/compare/${from}...${to}`;
  if (host === "github.com" || host === "codeberg.org" || /^(?:gitea|forgejo)\./.test(host)) {
    return `${base}/compare/${from}...${to}`;
  }
  return host === "bitbucket.org" ? `${base}/branches/compare/${to}..${from}` : undefined;
}
