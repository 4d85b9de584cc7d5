// The signed statement of a release: its archive, channel, number, and expiry. It exposes a publish
// target that serves an earlier release or another channel.
import type { FileRow } from "../../snapshot/entry-file.js";
import { isFileRow } from "../archive/manifest.js";
import { parseWritten, SHA256 } from "../archive/written-text.js";

export interface Statement {
  /** Audience: a name that publisher and pullers agree on. */
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

/** Kind of the text, so that no other signed text passes for a release. */
const KIND = "module-lookup release";
const VERSION = 1;

/** Deterministic: equal statements give equal texts. */
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

/** Largest lead of a publisher's clock over a puller's. */
const MOST_AHEAD_MS = 86_400_000;

/**
 * True for a number in the future. A release from a clock years ahead would lock out all later
 * ones, so nobody signs or takes one.
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
