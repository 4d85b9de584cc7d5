// Relation of a module to the original it was copied from, by the git trees of both folders.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { SnapshotError } from "../../../data/snapshot/errors.js";
import type { CopiedModule, CopyOf } from "../../contract/shape/copies.js";
import { getPlatformVersion, getProvider, getRepository, getTechnicalName } from "../entries.js";
import { deriveEach } from "../memo.js";
import { isOtherWork } from "./same-work.js";
import { listOriginalFirst } from "./trusted-order.js";

/** Original of a copy at the same platform version; `null` for an original. */
export function findCopyOf(snapshot: Snapshot, entry: number): CopyOf | null {
  const { repository } = snapshot.entries;
  const [original = entry] = listOriginalFirst(snapshot, entry);
  if (repository.get(original) === repository.get(entry)) return null;
  const home = getRepository(snapshot, original);
  return {
    organization: home.organization,
    repository: home.repository,
    ...compareTrees(snapshot, entry, original),
  };
}

/** `<org>/<repo>` of the original of a copy; `null` for an original, for another module of its name, and for what cannot be read. */
export const getCopied = deriveEach((snapshot, entry: number): string | null => {
  try {
    const found = findCopyOf(snapshot, entry);
    if (found === null || found.state === "other") return null;
    return `${found.organization}/${found.repository}`;
  } catch (error) {
    if (!(error instanceof SnapshotError)) throw error;
    return null;
  }
});

/**
 * Each `<org>/<repo>` that has a copy, with that of the original, at the newest version at which it has one.
 * @param entries of one name, in order
 */
export function listCopied(
  snapshot: Snapshot,
  entries: readonly number[],
): Readonly<Record<string, string>> {
  const pairs = entries.flatMap((entry) => {
    const original = getCopied(snapshot, entry);
    return original === null ? [] : [[getProvider(snapshot, entry), original] as const];
  });
  return Object.fromEntries(pairs);
}

/** A copy as a row; `undefined` for an original. */
export function toCopiedModule(snapshot: Snapshot, entry: number): CopiedModule | undefined {
  const found = findCopyOf(snapshot, entry);
  if (found === null) return undefined;
  const { organization, repository, ...copy } = found;
  return {
    technical_name: getTechnicalName(snapshot, entry),
    platform_version: getPlatformVersion(snapshot, entry),
    repository: getProvider(snapshot, entry),
    of: `${organization}/${repository}`,
    ...copy,
  };
}

type Comparison = Pick<CopyOf, "state" | "commits_behind" | "commits_ahead">;

function compareTrees(snapshot: Snapshot, entry: number, origin: number): Comparison {
  const [own, original] = [snapshot.readOwnHead(entry), snapshot.readOwnHead(origin)];
  const [tip] = own.trees;
  if (tip === undefined || original.trees.length === 0) return UNKNOWN;
  // The newest state that both had: what each did since is not the other's.
  const ahead = own.trees.findIndex((tree) => original.trees.includes(tree));
  const behind = original.trees.indexOf(own.trees[ahead] ?? "");
  if (ahead < 0) {
    return { ...UNKNOWN, state: isOtherWork(snapshot, entry, origin) ? "other" : "changed" };
  }
  const state = ahead > 0 ? "changed" : behind > 0 ? "older" : "equal";
  return { state, commits_behind: behind, commits_ahead: ahead };
}

const UNKNOWN = { state: null, commits_behind: null, commits_ahead: null } as const;
