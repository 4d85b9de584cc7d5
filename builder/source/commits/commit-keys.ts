// Commit keys: facts by which oca-port considers two commits equal, and commits that it ignores.
// The rules are those of its version of 2026-02 (oca_port/utils/git.py and port_addon_pr.py),
// written independently. Pure.
import { hash } from "node:crypto";

/** Programs that commit, by their addresses. */
const ROBOT_EMAILS: ReadonlySet<string> = new Set([
  "transbot@odoo-community.org",
  "noreply@weblate.org",
  "oca-git-bot@odoo-community.org",
  "oca+oca-travis@odoo-community.org",
  "oca-ci@odoo-community.org",
  "shopinvader-git-bot@shopinvader.com",
]);

const TRANSLATED = ["Translated using Weblate", "Added translation using Weblate"] as const;

/** Files at the top that count; all others there do not. */
const KEPT_FILES: ReadonlySet<string> = new Set([
  "requirements.txt",
  "test-requirements.txt",
  "oca_dependencies.txt",
]);
const LEFT_FOLDERS: ReadonlySet<string> = new Set(["setup/", ".github/"]);

/** Facts that tell a commit from others. */
export interface CommitWords {
  readonly author: string;
  readonly email: string;
  /** Time by the author's own clock, see `parseLocalSeconds`. */
  readonly localSeconds: number;
  readonly message: string;
  /** Changed names at the top, folders with `/` at the end. */
  readonly units: readonly string[];
}

/** True if a change of this file or folder (`/` at its end) can be missed elsewhere. */
export function isKeptUnit(unit: string): boolean {
  return unit.endsWith("/") ? !LEFT_FOLDERS.has(unit) : KEPT_FILES.has(unit);
}

/** True for a commit that nobody carries over, merges included. */
export function isIgnored({ email, message, units }: Omit<CommitWords, "author">): boolean {
  if (ROBOT_EMAILS.has(email)) return true;
  const end = message.indexOf("\n");
  const subject = end < 0 ? message : message.slice(0, end);
  return TRANSLATED.some((words) => subject.includes(words)) || !units.some(isKeptUnit);
}

export const KEY_BYTES = 8;

/** Key of author, date, message and units: a character for each of KEY_BYTES. */
export function toStrictKey(words: CommitWords): string {
  const { author, email, localSeconds, message, units } = words;
  return toKey([author, email, `${localSeconds}`, message.trim(), ...units.toSorted()]);
}

/** Key that ignores units, and rewordings of the message by a migration. */
export function toLooseKey({ author, email, localSeconds, message }: CommitWords): string {
  return toKey([author, email, `${localSeconds}`, toLooseMessage(message)]);
}

/**
 * On one line, without what stands between the first `[` and the last `]`, and without versions: all that
 * `\[.*\]|\d+\.\d+` finds, in time that grows with the length alone.
 */
export function toLooseMessage(message: string): string {
  const line = message.trim().replaceAll("\n", " ").replaceAll("  ", " ");
  const start = line.indexOf("[");
  const end = line.lastIndexOf("]") + 1;
  const isCut = start >= 0 && start < end;
  const parts = isCut ? [line.slice(0, start), line.slice(end)] : [line];
  return parts.map(removeVersions).join("").trim();
}

function removeVersions(text: string): string {
  return text.replaceAll(/\d+(\.\d+)?/g, (number, fraction: string | undefined) =>
    fraction === undefined ? number : "",
  );
}

function toKey(parts: readonly string[]): string {
  return hash("sha256", parts.join("\0"), "binary").slice(0, KEY_BYTES);
}

/** In the year 2106: a snapshot keeps dates in 32 bits, and a later one is a mistake today. */
const LAST_SECOND = 0xffff_ffff;

/** Seconds since 1970 that a snapshot can tell. */
export function toColumnSeconds(seconds: number): number {
  return Math.min(Math.max(Math.trunc(seconds) || 0, 0), LAST_SECOND);
}

/** Parses git's `1700000000 +0200` to seconds of that clock since its 1970; the zone is dropped. */
export function parseLocalSeconds(authored: string): number {
  const [, seconds = "0", sign = "+", hours = "0", minutes = "0"] =
    /^(-?\d{1,15}) ([+-])(\d\d)(\d\d)$/.exec(authored) ?? [];
  const zone = (Number(hours) * 60 + Number(minutes)) * 60;
  return toColumnSeconds(Number(seconds) + (sign === "-" ? -zone : zone));
}
