// WebAssembly modules out of named instructions: only what the kernels need, vectors of four
// 32-bit floats above all. Source of the codes: WebAssembly Core Specification 2.0, chapter 5.

/** The bytes of some instructions. */
export type Code = readonly number[];

type ValueType = "i32" | "f32" | "v128";

export interface FunctionPlan {
  readonly name: string;
  readonly parameters: readonly ValueType[];
  readonly results: readonly ValueType[];
  /** Beside the parameters; their numbers follow those of the parameters. */
  readonly locals: readonly ValueType[];
  readonly body: Code;
}

const TYPES: Readonly<Record<ValueType, number>> = { i32: 0x7f, f32: 0x7d, v128: 0x7b };

/** An instruction without operands of its own. */
const plain =
  (...bytes: readonly number[]) =>
  (): Code =>
    bytes;
/** A vector instruction: the prefix and its number. */
const vector = (opcode: number): (() => Code) => plain(0xfd, ...toUnsigned(opcode));
/** An access to memory at an address on the stack plus `offset` bytes. */
const access =
  (...bytes: readonly number[]) =>
  (offset = 0): Code => [...bytes, 2, ...toUnsigned(offset)];

export const I32 = {
  add: plain(0x6a),
  subtract: plain(0x6b),
  multiply: plain(0x6c),
  isLess: plain(0x49),
  shiftLeft: plain(0x74),
  load: access(0x28),
} as const;

export const F32 = {
  load: access(0x2a),
  store: access(0x38),
  add: plain(0x92),
  multiply: plain(0x94),
} as const;

export const V128 = {
  load: access(0xfd, 0),
  /** One float from memory in all four lanes. */
  loadSplat: access(0xfd, 9),
  store: access(0xfd, 11),
  splat: vector(0x13),
  splatI32: vector(0x11),
  lane: (lane: number): Code => [0xfd, 0x1f, lane],
  add: vector(0xe4),
  subtract: vector(0xe5),
  multiply: vector(0xe6),
  nearest: vector(0x6a),
  maximum: vector(0xe9),
  /** Floats to whole numbers. */
  truncate: plain(0xfd, ...toUnsigned(0xf8)),
  addI32: plain(0xfd, ...toUnsigned(0xae)),
  shiftLeftI32: plain(0xfd, ...toUnsigned(0xab)),
} as const;

export function get(local: number): Code {
  return [0x20, ...toUnsigned(local)];
}

export function set(local: number): Code {
  return [0x21, ...toUnsigned(local)];
}

export function i32(value: number): Code {
  return [0x41, ...toSigned(value)];
}

function f32(value: number): Code {
  return [0x43, ...new Uint8Array(Float32Array.of(value).buffer)];
}

/** Repeats the body while the condition, evaluated after it, holds; runs it at least once. */
export function repeatWhile(condition: Code, body: Code): Code {
  return [0x03, 0x40, ...body, ...condition, 0x0d, 0, 0x0b];
}

/** Runs the body when the condition holds. */
export function when(condition: Code, body: Code): Code {
  return [...condition, 0x04, 0x40, ...body, 0x0b];
}

/** Adds a number of bytes to an address. */
export function advance(local: number, by: Code): Code {
  return [...get(local), ...by, ...I32.add(), ...set(local)];
}

/** Instructions one after the other. */
export function join(...parts: readonly Code[]): Code {
  return parts.flat();
}

/** The instructions for 0, 1, … one after the other. */
export function each(count: number, write: (at: number) => Code): Code {
  return Array.from({ length: count }, (_, at) => write(at)).flat();
}

export function copy(from: number, to: number): Code {
  return join(get(from), set(to));
}

/** The vector at an address plus `offset` bytes. */
export function load(address: number, offset = 0): Code {
  return join(get(address), V128.load(offset));
}

/** One number in all lanes. */
export function splat(value: number): Code {
  return join(f32(value), V128.splat());
}

/** The number of a local in all lanes. */
export function splatLocal(local: number): Code {
  return join(get(local), V128.splat());
}

/** sum += left · right, in two operations. */
export function addProduct(sum: number, left: number, right: number): Code {
  return join(get(left), get(right), V128.multiply(), get(sum), V128.add(), set(sum));
}

/** The four lanes of a vector, in order. */
export function sumLanes(local: number): Code {
  const lane = (at: number): Code => join(get(local), V128.lane(at));
  const others = [1, 2, 3].map((at) => join(lane(at), F32.add()));
  return join(lane(0), ...others);
}

/** A module that imports the memory `shared.memory` and exports the functions by name. */
export function assembleModule(
  functions: readonly FunctionPlan[],
  maximumPages: number,
): Uint8Array {
  const types = functions.map(({ parameters, results }) => [
    0x60,
    ...toVector(parameters.map((type) => [TYPES[type]])),
    ...toVector(results.map((type) => [TYPES[type]])),
  ]);
  const memory = [
    ...toName("shared"),
    ...toName("memory"),
    0x02,
    0x03,
    1,
    ...toUnsigned(maximumPages),
  ];
  const exported = functions.map(({ name }, at) => [...toName(name), 0, ...toUnsigned(at)]);
  const bodies = functions.map(({ locals, body }) => {
    const declared = toVector(locals.map((type) => [1, TYPES[type]]));
    const bytes = [...declared, ...body, 0x0b];
    return [...toUnsigned(bytes.length), ...bytes];
  });
  return Uint8Array.from([
    ...MAGIC_AND_VERSION,
    ...toSection(1, toVector(types)),
    ...toSection(2, toVector([memory])),
    ...toSection(3, toVector(functions.map((_, at) => toUnsigned(at)))),
    ...toSection(7, toVector(exported)),
    ...toSection(10, toVector(bodies)),
  ]);
}

const MAGIC_AND_VERSION: Code = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

function toSection(id: number, content: Code): Code {
  return [id, ...toUnsigned(content.length), ...content];
}

function toVector(items: readonly Code[]): Code {
  return [...toUnsigned(items.length), ...items.flat()];
}

function toName(name: string): Code {
  return toVector([...Buffer.from(name)].map((byte) => [byte]));
}

/** LEB128. */
function toUnsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  bytes.push(rest);
  return bytes;
}

function toSigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest < -64 || rest > 63; rest >>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest & 0x7f];
}
