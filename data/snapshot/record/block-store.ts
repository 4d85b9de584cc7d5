// Packed values in blocks, in six sections of one name: `classes.*` of format.ts. Rows that are asked for
// together are compressed together, so that reading many of them decompresses a few blocks.
import type { Steps } from "../../yield.js";
import { decodeSection } from "../decode-section.js";
import { damagedSection } from "../errors.js";
import type { Section, SectionReader } from "../sections.js";
import { encodeColumn, findLastUpTo, openColumn, toEnds, type Lists } from "../table/columns.js";
import { digest, type MakeCached } from "../cached-pieces.js";
import { openRecordDecoder, packValue } from "./packing.js";
import { checkDictionary, deflate, findSpan, inflate } from "./record-store.js";
import { STRUCTURES } from "./structures.js";

/** What the names of the sections begin with. */
type BlockStoreName = "classes";

/**
 * No block of several rows is larger. Measured on 24,000 definition classes in groups by model: blocks of
 * 32 KiB make 2.6 MB, rows that are compressed each against the one that is most like it 3.1 MB; the 288
 * classes of which a model of a system is made lie in 36 blocks of 16 KiB on average.
 */
const BLOCK_BYTES = 32 * 1024;

/** How blocks are compressed, which is most of the work. */
export interface BlockOptions {
  readonly dictionary: Uint8Array;
  readonly keep: MakeCached;
}

/**
 * One row a step. Rows get new numbers, in the order in which `groups` has them.
 * @param groups lists of the numbers of all rows: those of a list are asked for together
 */
export function* encodeBlockStore(
  name: BlockStoreName,
  rows: readonly Uint8Array[],
  { first, list }: Lists,
  { dictionary, keep }: BlockOptions,
): Steps<readonly Section[]> {
  const ofDictionary = digest(dictionary);
  const compressed: Uint8Array[] = [];
  const starts: number[] = [];
  let count = 0;
  const lengths = Array.from(list, (row) => rows[row]?.length ?? 0);
  for (const end of cutBlocks(first, lengths)) {
    starts.push(count);
    const block = list.subarray(count, end);
    count = end;
    const bytes = Buffer.concat(Array.from(block, (row) => rows[row] ?? new Uint8Array()));
    compressed.push(keep(digest(ofDictionary, bytes), () => deflate(bytes, dictionary)));
    for (let row = 0; row < block.length; row++) yield;
  }
  return [
    [`${name}.structures`, packValue(STRUCTURES[name])],
    [`${name}.dictionary`, dictionary],
    [`${name}.end`, encodeColumn(toEnds(lengths))],
    [`${name}.block`, encodeColumn([...starts, count])],
    [`${name}.block-end`, encodeColumn(toEnds(compressed.map(({ length }) => length)))],
    [`${name}.bytes`, Buffer.concat(compressed)],
  ];
}

/** Where blocks end: with each list, and before the row for which there is no room. */
function* cutBlocks(first: Uint32Array, lengths: readonly number[]): Generator<number> {
  for (let list = 0; list + 1 < first.length; list++) {
    const start = first[list] ?? 0;
    const end = first[list + 1] ?? 0;
    let room = BLOCK_BYTES;
    for (let at = start; at < end; at++) {
      const length = lengths[at] ?? 0;
      if (length > room && at > start) {
        yield at;
        room = BLOCK_BYTES;
      }
      room -= length;
    }
    if (end > start) yield end;
  }
}

export interface BlockStore {
  readonly length: number;
  /** The first `count` values of a row's list; objects of free keys come as maps. */
  read(row: number, count: number): readonly unknown[];
  /** As it is packed; the bytes are those of its block. */
  readBytes(row: number): Uint8Array;
  /** How many bytes a row has when it is decompressed. */
  countBytes(row: number): number;
}

/** A decompressed one, with where it starts when all rows stand one after another. */
interface Block {
  readonly number: number;
  readonly start: number;
  readonly rows: Uint8Array;
}

/**
 * The block that was read last stays decompressed: who reads the rows of a group in their order reads
 * each of its blocks once.
 * @throws SnapshotError, also later
 */
export function openBlockStore(sections: SectionReader, name: BlockStoreName): BlockStore {
  const decode = openRecordDecoder(
    decodeSection(sections, `${name}.structures`, (of) => of.listOf(of.readTexts)),
  );
  const openNumbers = (section: "end" | "block" | "block-end") => {
    const bytes = sections.get(`${name}.${section}`);
    return openColumn(`${name}.${section}`, bytes, bytes.length / 4);
  };
  const dictionary = sections.get(`${name}.dictionary`);
  checkDictionary(name, dictionary);
  const ends = openNumbers("end");
  const starts = openNumbers("block");
  const bytes = sections.get(`${name}.bytes`);
  const rows = {
    section: `${name}.end`,
    end: ends,
    limit: ends.length === 0 ? 0 : ends.get(ends.length - 1),
  };
  const blocks = {
    section: `${name}.block-end`,
    end: openNumbers("block-end"),
    limit: bytes.length,
  };
  let last: Block = { number: -1, start: 0, rows: new Uint8Array() };
  const readBlock = (number: number): Block => {
    const start = findSpan(rows, starts.get(number)).from;
    const end = findSpan(rows, starts.get(number + 1) - 1).to;
    const { from, to } = findSpan(blocks, number);
    const packed = inflate(bytes.subarray(from, to), {
      section: `${name}.bytes`,
      lengths: `${name}.end`,
      expected: end - start,
      dictionary,
    });
    return { number, start, rows: packed };
  };
  const readBytes = (row: number): Uint8Array => {
    const { from, to } = findSpan(rows, row);
    const number = findLastUpTo(starts, row);
    if (number !== last.number) last = readBlock(number);
    if (from < last.start || to > last.start + last.rows.length) {
      throw damagedSection(`${name}.block`, `a block with row ${row}`, `block ${number}`);
    }
    return last.rows.subarray(from - last.start, to - last.start);
  };
  return {
    length: ends.length,
    readBytes,
    read(row, count) {
      const packed = readBytes(row);
      try {
        return decode(packed, count);
      } catch (error) {
        throw damagedSection(`${name}.bytes`, "MessagePack", (error as Error).message);
      }
    },
    countBytes(row) {
      const { from, to } = findSpan(rows, row);
      return to - from;
    },
  };
}
