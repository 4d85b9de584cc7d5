// Who changed a module folder and when, from one log of the whole branch. Pure.
import { compareText } from "../../data/platform-version.js";

/** The commits that touch one folder. */
export interface FolderHistory {
  /** Committer time of the newest commit that is no merge, seconds since 1970 UTC. */
  readonly updatedAtSeconds: number;
  /** Names of the commits' authors, most commits first, then by name; robots left out. */
  readonly committers: readonly string[];
}

/**
 * Arguments of `git log` whose output `parseLog` reads. Full history: a change on a side branch
 * counts also when the merge took the other side. A merge lists only what differs from every
 * parent; with trees (-t), so that a folder is listed that was put together from both sides
 * although each of its files comes from one.
 */
export const LOG_FORMAT = [
  "--full-history",
  "--no-renames",
  "--diff-merges=combined",
  "-t",
  "--name-only",
  "-z",
  "--format=%x01%ct%x02%an%x02%p%x02",
] as const;

/** Robots by name, compared without case and with `-` as a space. */
const ROBOTS: ReadonlySet<string> = new Set([
  "oca git bot",
  "oca travis",
  "oca ci",
  "oca transbot",
  "weblate",
  "github",
  "odoo translation bot",
  "dependabot[bot]",
  "pre commit ci[bot]",
]);

/** Is it the name of a program that commits, not of a person? */
export function isRobot(name: string): boolean {
  return (
    ROBOTS.has(name.toLowerCase().replaceAll("-", " ")) ||
    name.startsWith("Launchpad Translations on behalf of")
  );
}

/**
 * The history of each folder, from a log in LOG_FORMAT. A commit counts once for a folder however
 * many of its files it touches.
 * @param folders module folders, none inside another; `""` is the repository root
 */
export function parseLog(
  log: string,
  folders: readonly string[],
): ReadonlyMap<string, FolderHistory> {
  const known = new Map(
    folders.map((folder) => [folder, { updatedAt: -Infinity, counts: new Map<string, number>() }]),
  );
  const depths = [
    ...new Set(folders.map((folder) => (folder === "" ? 0 : folder.split("/").length))),
  ];
  let tipTime: number | undefined;
  for (const commit of log.split("\u0001")) {
    const [time = "", author = "", parents = "", paths = ""] = commit.split("\u0002");
    if (time === "") continue;
    tipTime ??= Number(time);
    for (const folder of listTouchedFolders(paths, depths)) {
      const history = known.get(folder);
      if (history === undefined) continue;
      if (!parents.includes(" ")) history.updatedAt = Math.max(history.updatedAt, Number(time));
      if (!isRobot(author)) history.counts.set(author, (history.counts.get(author) ?? 0) + 1);
    }
  }
  return new Map(
    [...known].map(([folder, { updatedAt, counts }]) => [
      folder,
      {
        updatedAtSeconds: Number.isFinite(updatedAt) ? updatedAt : (tipTime ?? 0),
        committers: [...counts]
          .toSorted(([a, m], [b, n]) => n - m || compareText(a, b))
          .map(([name]) => name),
      },
    ]),
  );
}

/** The folders at the given depths that are, or hold, one of the NUL-separated paths. */
function listTouchedFolders(paths: string, depths: readonly number[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const raw of paths.split("\0")) {
    const path = raw.startsWith("\n") ? raw.slice(1) : raw;
    if (path === "") continue;
    for (const depth of depths) {
      folders.add(cutToDepth(path, depth));
    }
  }
  return folders;
}

/** The first components of a path; all of a path that has no more. */
function cutToDepth(path: string, depth: number): string {
  let end = depth === 0 ? 0 : -1;
  for (let seen = 0; seen < depth; seen++) {
    end = path.indexOf("/", end + 1);
    if (end < 0) return path;
  }
  return path.slice(0, end);
}
