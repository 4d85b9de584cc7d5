// Wrong nearest-neighbour graphs, by chance: one or a few numbers of hnswlib's file are other ones, or
// bytes are flipped, cut off or added. The layout is that of data/snapshot/graph/vector-graph.ts.
import type { Random } from "../support/random.js";

export interface GraphChange {
  /** Change, for people. */
  readonly what: string;
  readonly bytes: Uint8Array;
}

const HEADER_BYTES = 96;

type Field = readonly [name: string, place: number, bytes: 4 | 8];

/** Fields of the header. */
const FIELDS: readonly [Field, ...Field[]] = [
  ["offset of level 0", 0, 8],
  ["most elements", 8, 8],
  ["elements", 16, 8],
  ["bytes of an element", 24, 8],
  ["place of the label", 32, 8],
  ["place of the vector", 40, 8],
  ["highest level", 48, 4],
  ["entry point", 52, 4],
  ["most links", 56, 8],
  ["most links of level 0", 64, 8],
  ["M", 72, 8],
  ["mult", 80, 8],
  ["construction candidates", 88, 8],
];

/** Positions in a whole graph. */
interface Layout {
  readonly view: DataView;
  readonly count: number;
  readonly elementBytes: number;
  readonly mostLinks: number;
  readonly mostLinks0: number;
  readonly labelAt: number;
  readonly vectorAt: number;
  /** Places of the lengths of the upper lists of elements that have some. */
  readonly upper: readonly number[];
  /** Places of the lengths of all upper lists. */
  readonly lengths: readonly number[];
}

function readLayout(bytes: Uint8Array): Layout {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const number = (at: number): number => Number(view.getBigUint64(at, true));
  const [count, elementBytes] = [number(16), number(24)];
  const lengths: number[] = [];
  for (let at = HEADER_BYTES + count * elementBytes; lengths.length < count;) {
    lengths.push(at);
    at += 4 + view.getUint32(at, true);
  }
  return {
    view,
    count,
    elementBytes,
    mostLinks: number(56),
    mostLinks0: number(64),
    labelAt: number(32),
    vectorAt: number(40),
    lengths,
    // Lengths may be wrong already, and lead behind the end.
    upper: lengths.filter(
      (at) => view.getUint32(at, true) > 0 && at + 8 + 4 * number(56) <= bytes.length,
    ),
  };
}

/** Numbers on which careless programs fall, and any other. */
function chooseNumber(random: Random, known: number): bigint {
  const values: readonly [bigint, ...bigint[]] = [
    0n,
    1n,
    BigInt(known) + 1n,
    BigInt(Math.max(0, known - 1)),
    BigInt(known) * 2n,
    0x7fffn,
    0xffffn,
    0x1_0000n,
    0x7fff_ffffn,
    0x8000_0000n,
    0xffff_ffffn,
    0x1_0000_0000n,
    0x7fff_ffff_ffff_ffffn,
    0xffff_ffff_ffff_ffffn,
    BigInt(random.below(0x7fff_ffff)),
    BigInt(random.below(1 + 2 * known)),
  ];
  return random.choose(values);
}

type Kind = (layout: Layout, random: Random, bytes: Uint8Array) => string | GraphChange;

function setField({ view }: Layout, random: Random): string {
  const [name, at, width] = random.choose(FIELDS);
  const known = width === 8 ? Number(view.getBigUint64(at, true)) : view.getUint32(at, true);
  const value = chooseNumber(random, Math.min(known, 0xffff_ffff));
  if (width === 8) view.setBigUint64(at, value, true);
  else view.setUint32(at, Number(value & 0xffff_ffffn), true);
  return `${name} ${value}`;
}

function chooseElement({ count, elementBytes }: Layout, random: Random): [number, number] {
  const element = random.below(count);
  return [element, HEADER_BYTES + element * elementBytes];
}

function setLinkCount(layout: Layout, random: Random): string {
  const [element, at] = chooseElement(layout, random);
  const value = Number(chooseNumber(random, layout.mostLinks0) & 0xffff_ffffn);
  layout.view.setUint32(at, value, true);
  return `${value} links of element ${element}`;
}

function setLink(layout: Layout, random: Random): string {
  const [element, at] = chooseElement(layout, random);
  const place = random.below(layout.mostLinks0);
  const value = Number(chooseNumber(random, layout.count) & 0xffff_ffffn);
  layout.view.setUint32(at + 4 + 4 * place, value, true);
  return `link ${place} of element ${element} to ${value}`;
}

/** Every link of an element leads to the same wrong place. */
function setAllLinks(layout: Layout, random: Random): string {
  const [element, at] = chooseElement(layout, random);
  const value = Number(chooseNumber(random, layout.count) & 0xffff_ffffn);
  layout.view.setUint32(at, layout.mostLinks0, true);
  for (let place = 1; place <= layout.mostLinks0; place++) {
    layout.view.setUint32(at + 4 * place, value, true);
  }
  return `every link of element ${element} to ${value}`;
}

function setLabel(layout: Layout, random: Random): string {
  const [element, at] = chooseElement(layout, random);
  const value = chooseNumber(random, layout.count);
  layout.view.setBigUint64(at + layout.labelAt, value, true);
  return `label ${value} of element ${element}`;
}

function setVector(layout: Layout, random: Random): string {
  const [element, at] = chooseElement(layout, random);
  const value = random.choose([NaN, Infinity, -Infinity, 1e38, 0]);
  layout.view.setFloat32(at + layout.vectorAt, value, true);
  return `a number ${value} in the vector of element ${element}`;
}

function setUpperLength({ view, lengths, mostLinks }: Layout, random: Random): string {
  const element = random.below(lengths.length);
  const at = lengths[element] ?? 0;
  const list = 4 + 4 * mostLinks;
  const value = Number(chooseNumber(random, list * (1 + random.below(3))) & 0xffff_ffffn);
  view.setUint32(at, value, true);
  return `${value} bytes of upper lists of element ${element}`;
}

/** Not only the length of it: the bytes that it says are there, or are gone. */
function resizeUpper({ view, lengths, mostLinks }: Layout, random: Random): GraphChange {
  const element = random.below(lengths.length);
  const at = lengths[element] ?? 0;
  const list = 4 + 4 * mostLinks;
  const before = view.getUint32(at, true);
  const after = random.choose([0, list, 2 * list, 20 * list, list - 4, 4, 1, 3]);
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const changed = Buffer.concat([
    bytes.subarray(0, at + 4),
    Buffer.alloc(after),
    bytes.subarray(at + 4 + before),
  ]);
  changed.writeUInt32LE(after, at);
  return { what: `${after} bytes of upper lists of element ${element}, all there`, bytes: changed };
}

function setUpperLink({ view, upper, mostLinks, count }: Layout, random: Random): string {
  const at = upper[random.below(Math.max(1, upper.length))];
  if (at === undefined) return "nothing";
  const place = random.below(1 + mostLinks);
  const value = Number(chooseNumber(random, count) & 0xffff_ffffn);
  view.setUint32(at + 4 + 4 * place, value, true);
  return place === 0 ? `${value} upper links` : `an upper link to ${value}`;
}

/** A link of an upper level to an element that has no such level. */
function linkTooHigh(layout: Layout, random: Random): string {
  const { view, upper, mostLinks, count } = layout;
  const at = upper[random.below(Math.max(1, upper.length))];
  if (at === undefined) return "nothing";
  view.setUint32(at + 4, mostLinks, true);
  for (let place = 1; place <= mostLinks; place++) {
    view.setUint32(at + 4 + 4 * place, random.below(count), true);
  }
  return "upper links to any elements";
}

function setEntryPoint({ view, count }: Layout, random: Random): string {
  const [level, element] = [random.below(40), random.below(count)];
  view.setInt32(48, level, true);
  view.setUint32(52, element, true);
  return `entry point ${element} at level ${level}`;
}

function flipBytes(_: Layout, random: Random, bytes: Uint8Array): string {
  const times = 1 + random.below(8);
  for (let time = 0; time < times; time++) {
    const at = random.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 + random.below(255));
  }
  return `${times} flipped bytes`;
}

function cut(_: Layout, random: Random, bytes: Uint8Array): GraphChange {
  const length = random.below(bytes.length);
  return { what: `cut to ${length} bytes`, bytes: bytes.subarray(0, length) };
}

function add(_: Layout, random: Random, bytes: Uint8Array): GraphChange {
  const added = 1 + random.below(200);
  return { what: `${added} bytes more`, bytes: Buffer.concat([bytes, Buffer.alloc(added)]) };
}

const KINDS: readonly [Kind, ...Kind[]] = [
  setField,
  setField,
  setLinkCount,
  setLink,
  setAllLinks,
  setLabel,
  setVector,
  setUpperLength,
  resizeUpper,
  setUpperLink,
  linkTooHigh,
  setEntryPoint,
  flipBytes,
  cut,
  add,
];

/** One change, seldom a few; the bytes that were given stay as they are. */
export function changeGraph(whole: Uint8Array, random: Random): GraphChange {
  let bytes: Uint8Array = Uint8Array.from(whole);
  const said: string[] = [];
  for (let times = random.below(5) === 0 ? 3 : 1; times > 0; times--) {
    const result = random.choose(KINDS)(readLayout(bytes), random, bytes);
    if (typeof result === "string") said.push(result);
    else return { what: [...said, result.what].join(", "), bytes: result.bytes };
    // Later positions would follow from wrong numbers.
    if (!isReadable(bytes)) break;
  }
  return { what: said.join(", "), bytes };
}

function isReadable(bytes: Uint8Array): boolean {
  try {
    const { count, elementBytes, labelAt, vectorAt, mostLinks, mostLinks0 } = readLayout(bytes);
    const inside = Math.max(labelAt + 8, vectorAt + 4, 4 + 4 * mostLinks0) <= elementBytes;
    return inside && count > 0 && mostLinks < 1_000;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
