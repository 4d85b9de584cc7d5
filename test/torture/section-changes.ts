// Wrong sections, by chance: numbers on which careless programs fall, bytes flipped, cut off or added.
import { SECTION_NAMES, type SectionName } from "../../data/snapshot/format.js";
import type { Changes } from "./crafted-snapshot.js";
import type { Random } from "../support/random.js";

export interface SectionChange {
  readonly what: string;
  readonly changes: Changes;
}

const NAMES = [...SECTION_NAMES] as [SectionName, ...SectionName[]];

const NUMBERS: readonly [number, ...number[]] = [
  0, 1, 2, 15, 16, 31, 255, 0x7fff, 0xffff, 0x1_0000, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0,
  0xffff_ffff,
];

/** First bytes of MessagePack values that claim more than there is. */
const HUGE: readonly (readonly number[])[] = [
  [0xdd, 0xff, 0xff, 0xff, 0xff],
  [0xdf, 0x7f, 0xff, 0xff, 0xff],
  [0xdb, 0x7f, 0xff, 0xff, 0xff],
  [0xc6, 0xff, 0xff, 0xff, 0xf0],
  [0xc9, 0xff, 0xff, 0xff, 0xf0, 0x74],
  [0xd4, 0x72, 0x40, 0x91, 0xa1, 0x61],
  [0xd6, 0x69, 0x00, 0x00, 0x00, 0x01, 0x91],
  [0xc7, 0x04, 0x62, 0x7f, 0xff, 0xff, 0xff],
];

function changeBytes(whole: Uint8Array, random: Random): { what: string; bytes: Uint8Array } {
  const bytes = Uint8Array.from(whole);
  const view = new DataView(bytes.buffer);
  const kind = random.below(8);
  if (kind <= 2 && bytes.length >= 4) {
    const times = 1 + random.below(3);
    const said: string[] = [];
    for (let time = 0; time < times; time++) {
      // More often at the start, where counts and offsets are.
      const most = Math.floor(bytes.length / 4);
      const at = 4 * random.below(random.below(2) === 0 ? Math.min(8, most) : most);
      const value = random.below(2) === 0 ? random.choose(NUMBERS) : random.below(4 * bytes.length);
      view.setUint32(at, value, true);
      said.push(`${value} at ${at}`);
    }
    return { what: said.join(", "), bytes };
  }
  if (kind === 3) {
    const length = random.below(bytes.length + 1);
    return { what: `cut to ${length} bytes`, bytes: bytes.subarray(0, length) };
  }
  if (kind === 4) {
    const added = Buffer.alloc(4 * (1 + random.below(64)), random.below(256));
    return { what: `${added.length} bytes more`, bytes: Buffer.concat([bytes, added]) };
  }
  if (kind === 5) {
    const huge = random.choose(HUGE as [readonly number[], ...(readonly number[])[]]);
    const at = random.below(2) === 0 ? 0 : random.below(bytes.length + 1);
    const changed = Buffer.concat([bytes, Buffer.alloc(Math.max(0, at + 8 - bytes.length))]);
    changed.set(huge, at);
    return { what: `a value that claims too much at ${at}`, bytes: changed };
  }
  const times = Math.min(bytes.length, 1 + random.below(8));
  for (let time = 0; time < times; time++) {
    const at = random.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 + random.below(255));
  }
  return { what: `${times} flipped bytes`, bytes };
}

/** A change of one section, seldom of two. */
export function changeSections(random: Random): SectionChange {
  const said: string[] = [];
  const sections: Partial<Record<SectionName, (bytes: Uint8Array) => Uint8Array>> = {};
  for (let times = random.below(6) === 0 ? 2 : 1; times > 0; times--) {
    const name = random.choose(NAMES);
    sections[name] = (whole) => {
      const { what, bytes } = changeBytes(whole, random);
      said.push(`${name}: ${what}`);
      return bytes;
    };
  }
  return {
    get what() {
      return said.join("; ");
    },
    changes: { sections },
  };
}
