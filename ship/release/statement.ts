// What is signed of a release: its archive, its channel, its number, and until when it is valid. A publish target
// that gives an earlier release, or that of another channel, is found out.
import type { FileRow } from "../../data/snapshot/entry-file.js";
import { isFileRow } from "../archive/manifest.js";
import { foreignArchive } from "../ship-error.js";

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
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw foreignArchive(label, "a statement that is not JSON");
  }
  if (!isStatement(value)) throw foreignArchive(label, "a statement of another shape");
  if (text !== encodeStatement(value)) throw foreignArchive(label, "a statement written otherwise");
  return value;
}

/** To whole seconds. */
export function formatTime(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/\.\d+/, "");
}

function isStatement(value: unknown): value is Statement {
  if (typeof value !== "object" || value === null) return false;
  const rows = value as Partial<Record<string, unknown>>;
  const { kind, version, channel, sequence, expires, archive, manifest } = rows;
  return (
    kind === KIND &&
    version === VERSION &&
    typeof channel === "string" &&
    CHANNEL.test(channel) &&
    Number.isSafeInteger(sequence) &&
    (sequence as number) > 0 &&
    typeof expires === "string" &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(expires) &&
    Number.isFinite(Date.parse(expires)) &&
    isFileRow(archive) &&
    typeof manifest === "string" &&
    /^[0-9a-f]{64}$/.test(manifest)
  );
}
