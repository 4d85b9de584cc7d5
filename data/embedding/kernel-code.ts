// Instructions of WebAssembly, written by hand: as much of them as loops over rows of numbers need.
/** Instructions, or parts of a module, as bytes. */
export type Code = readonly number[];

interface Memory {
  readonly buffer: ArrayBuffer;
}

/** The part of WebAssembly that is used: the compiler's types of it come only with a browser's. */
declare const WebAssembly: {
  readonly Memory: new (plan: { readonly initial: number }) => Memory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: { readonly memory: { readonly rows: Memory } },
  ) => { readonly exports: object };
};

const PAGE_BYTES = 64 * 1024;

/** A module's functions with zeroed memory of their own, of so many bytes at least. */
export function openModule(
  code: Code,
  bytes: number,
): { readonly functions: object; readonly buffer: ArrayBuffer } {
  const rows = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
  const module = new WebAssembly.Module(Uint8Array.from(code));
  const instance = new WebAssembly.Instance(module, { memory: { rows } });
  return { functions: instance.exports, buffer: rows.buffer };
}

/** One after the other. */
export const join = (...parts: readonly (number | Code)[]): Code => parts.flat();

const I32 = 0x7f;
const V128 = 0x7b;
export const get = (local: number): Code => [0x20, local];
export const set = (local: number): Code => [0x21, local];
/** Encodes a constant as signed LEB128 does, seven bits a byte: 0 to 8,191. */
export const number = (value: number): Code =>
  value < 0x40 ? [0x41, value] : [0x41, (value & 0x7f) | 0x80, value >> 7];
export const ADD = 0x6a;
export const MULTIPLY = 0x6c;
const IS_LESS = 0x49;
export const advance = (address: number, by: Code): Code =>
  join(get(address), by, ADD, set(address));
/** A vector of zeros, whatever its numbers are. */
export const ZERO_VECTOR: Code = [0x43, 0, 0, 0, 0, 0xfd, 0x13];
/** Sixteen bytes, from an offset below 128. */
export const loadVector = (address: number, offset: number): Code =>
  join(get(address), 0xfd, 0, 2, offset);

/** Repeats the body while the first number is less than the second; at least once. */
export const repeatWhileLess = (first: number, second: number, body: Code): Code =>
  join(0x03, 0x40, body, get(first), get(second), IS_LESS, 0x0d, 0, 0x0b);

/** Prefixes the code with its length. */
function measured(...parts: readonly (number | Code)[]): Code {
  const code = join(...parts);
  const { length } = code;
  return join(length < 0x80 ? length : [(length & 0x7f) | 0x80, length >> 7], code);
}

const toName = (text: string): Code => measured([...Buffer.from(text)]);

/** A module of one function of so many numbers, with two more numbers and four vectors as locals behind them, in that order. */
export function writeModule(name: string, numbers: number, body: Code): Code {
  return join(
    [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    // Types: one function of numbers. Imports: the memory. Functions: one, of that type.
    join(1, measured(1, 0x60, numbers, Array<number>(numbers).fill(I32), 0)),
    join(2, measured(1, toName("memory"), toName("rows"), 2, 0, 1)),
    join(3, measured(1, 0)),
    join(7, measured(1, toName(name), 0, 0)),
    // Code: the locals, then the instructions.
    join(10, measured(1, measured(2, 2, I32, 4, V128, body, 0x0b))),
  );
}
