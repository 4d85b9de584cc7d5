// Whether a release is to be believed: signed by a known key, for this channel, not expired, and not
// older than what was seen. Nothing else that a target says is looked at before.
import type { KeyObject } from "node:crypto";
import { toSha256 } from "../../sha256.js";
import { lockFolder } from "../../files/folder-lock.js";
import type { Release } from "./release.js";
import { readMemory, writeMemory, type Memory } from "./release-memory.js";
import { ShipError } from "../ship-error.js";
import { requireSignature, wrongSignature } from "./signature.js";
import { isAhead, parseStatement, type Statement } from "./statement.js";

export interface TrustPolicy {
  /** One signature by one of them is enough. */
  readonly keys: readonly KeyObject[];
  readonly channel: string;
  /** Takes an older release than was seen. */
  readonly allowsRollback: boolean;
  /** Refuses a release that has expired, which is else only said. */
  readonly refusesExpired: boolean;
}

/** Machine state that the check needs. */
export interface TrustSite {
  readonly now: number;
  onNotice(message: string): void;
}

/**
 * The statement that one of the keys has signed about this very release.
 * @throws ShipError `signature_missing`, `signature_wrong`, `channel_wrong`, `release_ahead` or `release_expired`
 */
export function requireTrusted(
  release: Release,
  label: string,
  policy: TrustPolicy,
  site: TrustSite,
): Statement {
  const statement = parseStatement(requireSignature(release, policy.keys, label), label);
  const { archive, manifest, channel } = statement;
  const isOfRelease =
    archive.name === release.archive.name &&
    archive.bytes === release.archive.bytes &&
    archive.sha256 === release.archive.sha256 &&
    manifest === toSha256(release.manifest);
  if (!isOfRelease) throw wrongSignature(label);
  if (channel !== policy.channel) throw wrongChannel(label, policy.channel, channel);
  if (isAhead(statement.sequence, site.now))
    throw aheadRelease(label, statement.sequence, site.now);
  requireFresh(statement.expires, label, policy, site);
  return statement;
}

/** @throws ShipError `release_expired` where the policy refuses what has */
export function requireFresh(
  expires: string,
  label: string,
  { refusesExpired }: TrustPolicy,
  { now, onNotice }: TrustSite,
): void {
  if (now <= Date.parse(expires)) return;
  const trouble = `What ${label} gives as current has expired at ${expires}: nothing newer was signed, or it is held back`;
  if (!refusesExpired) {
    onNotice(`${trouble}; see that a new release is published.`);
    return;
  }
  throw new ShipError({
    code: "release_expired",
    message: `${trouble}; it was refused by --refuse-expired, publish a new release.`,
  });
}

/**
 * Compares a release with the highest that was seen of its channel and remembers it, before anything
 * of it is used.
 * @param isVisit it was asked for by its id: going back by choice does not lower what was seen
 * @throws ShipError `release_older`, `memory_damaged`; the file system's error
 */
export async function remember(
  out: string,
  statement: Statement,
  label: string,
  { allowsRollback, isVisit }: { readonly allowsRollback: boolean; readonly isVisit: boolean },
): Promise<void> {
  const lock = await lockFolder(out);
  try {
    const { channel, sequence, expires } = statement;
    // An operator who accepts older releases needs no memory of newer ones.
    const seen = await readMemory(out, channel).catch((error: unknown) => {
      if (allowsRollback && error instanceof ShipError) return undefined;
      throw error;
    });
    const memory = { sequence, expires, archive: statement.archive.sha256 };
    if (!allowsRollback) requireNotOlder(memory, seen, label);
    const isLower = seen !== undefined && seen.sequence > sequence;
    if (!(isVisit && isLower)) await writeMemory(out, channel, memory);
  } finally {
    lock.release();
  }
}

/**
 * Refuses to publish what pullers would refuse: a release that is no newer than the one that is there.
 * @param there the release that the target gives; one that nobody would take counts for nothing
 * @throws ShipError `release_older`
 */
export function requireNewer(given: Release, there: Release, label: string, now: number): void {
  if (given.statement === null || there.statement === null) return;
  const [own, other] = [given, there].map(({ statement }) =>
    parseStatement(statement ?? "", label),
  );
  if (own === undefined || other === undefined || own.channel !== other.channel) return;
  const isNewer = own.sequence > other.sequence || isAhead(other.sequence, now);
  if (isNewer || (own.sequence === other.sequence && own.archive.sha256 === other.archive.sha256)) {
    return;
  }
  throw new ShipError({
    code: "release_older",
    message: `${label} has release ${other.sequence} of channel "${other.channel}", so that pullers would refuse release ${own.sequence}; sign it with a higher --sequence, or none.`,
  });
}

/**
 * Repeats the comparison, since another pull may have seen a newer release in between.
 * @throws ShipError `release_older`, `memory_damaged`
 */
export async function requireStillNewest(
  out: string,
  { channel, sequence, expires, archive }: Statement,
  label: string,
): Promise<void> {
  const memory = { sequence, expires, archive: archive.sha256 };
  requireNotOlder(memory, await readMemory(out, channel), label);
}

function requireNotOlder(given: Memory, seen: Memory | undefined, label: string): void {
  if (seen === undefined || given.sequence > seen.sequence) return;
  if (given.sequence === seen.sequence && given.archive === seen.archive) return;
  throw new ShipError({
    code: "release_older",
    message: `${label} gives release ${given.sequence} where ${seen.sequence} was seen before, and it was refused; if you want to roll back, use --allow-rollback.`,
  });
}

function aheadRelease(label: string, sequence: number, now: number): ShipError {
  return new ShipError({
    code: "release_ahead",
    message: `${label} gives release ${sequence}, a time more than a day ahead of this machine's (${now}), and it was refused; publish with a right clock, or correct that of this machine.`,
  });
}

function wrongChannel(label: string, expected: string, got: string): ShipError {
  return new ShipError({
    code: "channel_wrong",
    message: `${label} gives a release of channel "${got}" where "${expected}" is wanted, and it was refused; correct the target or --channel.`,
  });
}
