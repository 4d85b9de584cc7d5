// What is signed of a release: its archive, its channel, its number, and until when it is valid. A publish target
// that gives an earlier release, or that of another channel, is found out.
import type { FileRow } from "../../snapshot/entry-file.js";
import { isFileRow } from "../archive/manifest.js";
import { parseWritten, SHA256 } from "../archive/written-text.js";

export interface Statement {
  /** For whom it is: a name that publisher and pullers agree on. */
  readonly channel: string;
  /** Greater than that of every release of the channel before. */
  readonly sequence: number;
  /** Until when it is to be believed: `2026-01-31T12:00:00Z`. */
  readonly expires: string;
  readonly archive: FileRow;
  /** SHA-256 of the manifest's text, hexadecimal. */
  readonly manifest: string;
}

export const CHANNEL = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** What the text is, so that no other signed text passes for one. */
const KIND = "module-lookup release";
const VERSION = 1;

/** The same statement gives the same text. */
export function encodeStatement(statement: Statement): string {
  const { channel, sequence, expires, manifest } = statement;
  const { name, bytes, sha256 } = statement.archive;
  const archive = { name, bytes, sha256 };
  const rows = { kind: KIND, version: VERSION, channel, sequence, expires, archive, manifest };
  return `${JSON.stringify(rows, null, 2)}\n`;
}

/** @throws ShipError `archive_foreign` for anything but what encodeStatement writes */
export function parseStatement(text: string, label: string): Statement {
  return parseWritten<Statement>(text, label, "statement", STATEMENT, encodeStatement);
}

/** How far the clock of a publisher may be ahead of that of a puller. */
const MOST_AHEAD_MS = 86_400_000;

/**
 * Is a number that is no time yet? A release of a clock that is years ahead would lock out all that come after it, so nobody
 * signs or takes one.
 * @param now milliseconds since 1970
 */
export function isAhead(sequence: number, now: number): boolean {
  return sequence > now + MOST_AHEAD_MS;
}

/** To whole seconds. */
export function formatTime(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/\.\d+/, "");
}

const STATEMENT = {
  kind: KIND,
  version: VERSION,
  channel: CHANNEL,
  sequence: (number: unknown) => Number.isSafeInteger(number) && (number as number) > 0,
  expires: (time: unknown) => isTime(time) && Number.isFinite(Date.parse(time)),
  archive: isFileRow,
  manifest: SHA256,
};

const isTime = (time: unknown): time is string =>
  typeof time === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time);
