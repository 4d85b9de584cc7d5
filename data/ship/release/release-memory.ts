// The highest release that a puller has seen of each channel: one small file in the output folder, on
// disk before the release is used. The output folder must be locked.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { replaceFile, writeDurably, ifThere } from "../../files/durable-file.js";
import { hasParts } from "../archive/written-text.js";
import { ShipError } from "../ship-error.js";

export interface Memory {
  readonly sequence: number;
  /** Expiry as the statement has it. */
  readonly expires: string;
  /** SHA-256 of the archive, hexadecimal. */
  readonly archive: string;
}

/** @throws ShipError `memory_damaged`; the file system's error */
export async function readMemory(out: string, channel: string): Promise<Memory | undefined> {
  const file = nameMemory(out, channel);
  const text = await ifThere(readFile(file, "utf8"));
  if (text === undefined) return undefined;
  const memory = parseMemory(text);
  // An unreadable memory may be the work of an attacker who wants to go back.
  if (memory === undefined) throw damagedMemory(file);
  return memory;
}

export async function writeMemory(
  out: string,
  channel: string,
  { sequence, expires, archive }: Memory,
): Promise<void> {
  const file = nameMemory(out, channel);
  const text = `${JSON.stringify({ memory: 1, channel, sequence, expires, archive }, null, 2)}\n`;
  await replaceFile(file, `${file}.partial`, (one) => writeDurably(one, [Buffer.from(text)]));
}

function nameMemory(out: string, channel: string): string {
  return path.join(out, `.seen-${channel}.json`);
}

function parseMemory(text: string): Memory | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const checks = {
      memory: 1,
      sequence: Number.isSafeInteger,
      expires: (time: unknown) => typeof time === "string" && Number.isFinite(Date.parse(time)),
      archive: (digest: unknown) => typeof digest === "string",
    };
    return hasParts<Memory>(value, checks) ? value : undefined;
  } catch {
    return undefined;
  }
}

function damagedMemory(file: string): ShipError {
  return new ShipError({
    code: "memory_damaged",
    message: `${file}, which says which release was seen last, is damaged; pull once with --allow-rollback to replace it.`,
  });
}
