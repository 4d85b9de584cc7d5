// vectors.hnsw: the nearest-neighbour graph as hnswlib writes it (`saveIndex` of hnswalg.h), read and checked
// without hnswlib, whose loader believes every number of a file. All numbers little-endian; n vectors of d
// dimensions:
//
//   offset  bytes  what                                          is
//   0       8      offset of level 0                             0
//   8       8      most elements                                 n, at least 1
//   16      8      elements                                      n
//   24      8      bytes of an element, e                        4 + 4 l + 4 d + 8
//   32      8      offset of the label in an element              4 + 4 l + 4 d
//   40      8      offset of the vector in an element             4 + 4 l
//   48      4      highest level, i32                            that of the entry point; −1 without one
//   52      4      entry point, an element                       below n
//   56      8      most links on an upper level                  M
//   64      8      most links on level 0, l                      2 M
//   72      8      M                                             2 to 10,000
//   80      8      f64                                           1 / ln M
//   88      8      candidates when it was made                   at least M
//   96      e n    elements: number of links (4), room for l links (4 each), vector (f32 each), label (8)
//   …       …      for each element the bytes of its upper lists (4), then these: for each level from 1 on the
//                  number of links (4), room for M links (4 each)
//
// Element i is document i, and so is its label; its vector is that of the document. A link of a level leads to
// another element that has this level. Nothing follows.
import type { Steps } from "../../yield.js";
import { damagedSection, type SnapshotError } from "../errors.js";
import { VECTOR_INDEX_FILE } from "../format.js";

/** A checked graph, in memory of its own: later changes of the file cannot harm it. */
export interface VectorGraph {
  /** Documents, each an element of the graph. */
  readonly count: number;
  /** An element of the highest level; there is none when `count` is 0. */
  readonly entryPoint: number;
  readonly highestLevel: number;
  readonly mostLinks: number;
  /** The elements that one leads to, on a level that it has. */
  listLinks(element: number, level: number): Uint32Array;
}

/** Vectors of all documents, one after another. */
interface GraphVectors {
  readonly numbers: Float32Array;
  readonly dimensions: number;
}

const HEADER_BYTES = 96;
const LABEL_BYTES = 8;
const COUNT_BYTES = 4;
const LEAST_M = 2;
const MOST_M = 10_000;
/** Elements between two steps: some milliseconds. */
const STEP_ELEMENTS = 4_096;

/**
 * Checks every number of the file, some thousand elements a step.
 * @throws SnapshotError `snapshot_damaged` when it is no graph of these vectors
 */
export function* decodeVectorGraph(bytes: Uint8Array, vectors: GraphVectors): Steps<VectorGraph> {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = decodeHeader(file, vectors);
  yield* checkVectors(bytes, header, vectors);
  const lists = yield* readLists(file, header);
  yield* checkLinks(lists, header);
  return toGraph(lists, header);
}

interface Header {
  readonly count: number;
  readonly elementBytes: number;
  readonly vectorAt: number;
  readonly labelAt: number;
  readonly highestLevel: number;
  readonly entryPoint: number;
  /** Links of a list of an upper level. */
  readonly most: number;
  /** Links of a list of level 0. */
  readonly most0: number;
}

function decodeHeader(file: DataView, { numbers, dimensions }: GraphVectors): Header {
  requireThat(file.byteLength >= HEADER_BYTES, `${HEADER_BYTES} bytes`, file.byteLength);
  const readNumber = (at: number): number => Number(file.getBigUint64(at, true));
  const count = dimensions > 0 ? numbers.length / dimensions : 0;
  const most = readNumber(72);
  requireThat(most >= LEAST_M && most <= MOST_M, `M of ${LEAST_M} to ${MOST_M}`, most);
  const most0 = 2 * most;
  const vectorAt = 4 + 4 * most0;
  const labelAt = vectorAt + 4 * dimensions;
  const elementBytes = labelAt + LABEL_BYTES;
  const fields = [
    ["an offset of level 0 of", 0, 0],
    ["most elements of", 8, Math.max(count, 1)],
    ["elements of", 16, count],
    ["bytes of an element of", 24, elementBytes],
    ["an offset of the label of", 32, labelAt],
    ["an offset of the vector of", 40, vectorAt],
    ["most links of upper levels of", 56, most],
    ["most links of level 0 of", 64, most0],
  ] as const;
  for (const [what, at, expected] of fields) {
    requireThat(readNumber(at) === expected, `${what} ${expected}`, readNumber(at));
  }
  const factor = file.getFloat64(80, true);
  requireThat(Math.abs(factor * Math.log(most) - 1) < 1e-9, "a factor of 1 / ln M", factor);
  requireThat(readNumber(88) >= most, `${most} candidates or more`, readNumber(88));
  const least = HEADER_BYTES + count * (elementBytes + COUNT_BYTES);
  requireThat(file.byteLength >= least, `${least} bytes or more`, file.byteLength);
  const [highestLevel, entryPoint] = [file.getInt32(48, true), file.getUint32(52, true)];
  if (count === 0) requireThat(highestLevel === -1, "a highest level of -1", highestLevel);
  else requireThat(entryPoint < count, `an entry point below ${count}`, entryPoint);
  return { count, elementBytes, vectorAt, labelAt, highestLevel, entryPoint, most, most0 };
}

/** Vectors and labels are those of the documents. */
function* checkVectors(
  bytes: Uint8Array,
  { count, elementBytes, vectorAt, labelAt }: Header,
  { numbers, dimensions }: GraphVectors,
): Steps<void> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const known = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  const width = 4 * dimensions;
  for (let element = 0; element < count; element++) {
    if (element % STEP_ELEMENTS === 0) yield;
    const at = HEADER_BYTES + element * elementBytes;
    const [from, to] = [at + vectorAt, at + labelAt];
    const isVector = file.compare(known, element * width, (element + 1) * width, from, to) === 0;
    requireThat(isVector, `the vector of document ${element}`, "another");
    const label = file.readUInt32LE(to) + 2 ** 32 * file.readUInt32LE(to + 4);
    requireThat(label === element, `label ${element}`, label);
  }
}

/** Lists of links, each behind how many they are, as they lie in the file. */
interface LinkLists {
  /** Links of level 0: `1 + most0` numbers for each element. */
  readonly ground: Uint32Array;
  /** Links of the levels above: `1 + most` numbers for each list. */
  readonly upper: Uint32Array;
  /** First list of each element in `upper`, and the end of the last list. */
  readonly upperFirst: Uint32Array;
}

function* readLists(
  file: DataView,
  { count, elementBytes, most, most0 }: Header,
): Steps<LinkLists> {
  const [width0, width] = [1 + most0, 1 + most];
  const upperAt = HEADER_BYTES + count * elementBytes;
  const upperFirst = new Uint32Array(count + 1);
  let end = upperAt;
  for (let element = 0; element < count; element++) {
    const bytes = end + COUNT_BYTES <= file.byteLength ? file.getUint32(end, true) : 0;
    end += COUNT_BYTES + bytes;
    const isInside = bytes % (4 * width) === 0 && end <= file.byteLength;
    requireThat(isInside, `whole upper lists of element ${element}`, `${bytes} bytes`);
    upperFirst[element + 1] = (upperFirst[element] ?? 0) + bytes / (4 * width);
  }
  requireThat(end === file.byteLength, `${end} bytes`, file.byteLength);
  yield;
  const numbers = viewNumbers(file);
  const ground = new Uint32Array(count * width0);
  const upper = new Uint32Array((upperFirst[count] ?? 0) * width);
  let at = upperAt / 4;
  for (let element = 0; element < count; element++) {
    if (element % STEP_ELEMENTS === 0) yield;
    const from = (HEADER_BYTES + element * elementBytes) / 4;
    ground.set(numbers.subarray(from, from + width0), element * width0);
    const [first = 0, last = 0] = [upperFirst[element], upperFirst[element + 1]];
    const next = at + 1 + (last - first) * width;
    upper.set(numbers.subarray(at + 1, next), first * width);
    at = next;
  }
  return { ground, upper, upperFirst };
}

/** Numbers of 4 bytes; everything in the file is a whole number of them. */
function viewNumbers({ buffer, byteOffset, byteLength }: DataView): Uint32Array {
  if (byteOffset % 4 === 0) return new Uint32Array(buffer, byteOffset, byteLength / 4);
  return new Uint32Array(buffer.slice(byteOffset, byteOffset + byteLength));
}

/** Every link leads to another element, which has the level of the link. */
function* checkLinks({ ground, upper, upperFirst }: LinkLists, header: Header): Steps<void> {
  const { count, entryPoint, highestLevel, most, most0 } = header;
  const getLevel = (element: number): number =>
    (upperFirst[element + 1] ?? 0) - (upperFirst[element] ?? 0);
  if (count > 0) {
    const level = getLevel(entryPoint);
    requireThat(level === highestLevel, `an entry point of level ${highestLevel}`, level);
  }
  for (let element = 0; element < count; element++) {
    if (element % STEP_ELEMENTS === 0) yield;
    const at = element * (1 + most0);
    const end = checkCount(ground, at, most0);
    for (let slot = at + 1; slot <= end; slot++) {
      const link = ground[slot] ?? 0;
      if (link >= count || link === element) throw wrongLink(element, link, 0);
    }
    const top = getLevel(element);
    requireThat(top <= highestLevel, `levels up to ${highestLevel}`, top);
    for (let level = 1; level <= top; level++) {
      const upperAt = ((upperFirst[element] ?? 0) + level - 1) * (1 + most);
      const upperEnd = checkCount(upper, upperAt, most);
      for (let slot = upperAt + 1; slot <= upperEnd; slot++) {
        const link = upper[slot] ?? 0;
        const isThere = link < count && getLevel(link) >= level;
        if (!isThere || link === element) throw wrongLink(element, link, level);
      }
    }
  }
}

/** Checks the number of links in a list. @returns the position of the last link */
function checkCount(lists: Uint32Array, at: number, limit: number): number {
  const links = lists[at] ?? 0;
  requireThat(links <= limit, `up to ${limit} links`, links);
  return at + links;
}

function toGraph({ ground, upper, upperFirst }: LinkLists, header: Header): VectorGraph {
  const { count, entryPoint, highestLevel, most, most0 } = header;
  return {
    count,
    entryPoint,
    highestLevel,
    mostLinks: most0,
    listLinks(element, level) {
      const list = level === 0 ? ground : upper;
      const at =
        level === 0 ? element * (1 + most0) : ((upperFirst[element] ?? 0) + level - 1) * (1 + most);
      return list.subarray(at + 1, at + 1 + (list[at] ?? 0));
    },
  };
}

function wrongLink(element: number, link: number, level: number): SnapshotError {
  const expected = `links to other elements of level ${level}`;
  return damagedSection(VECTOR_INDEX_FILE, expected, `${element} to ${link}`);
}

function requireThat(isSo: boolean, expected: string, got: number | string): void {
  if (!isSo) throw damagedSection(VECTOR_INDEX_FILE, expected, String(got));
}
