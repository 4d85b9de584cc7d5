// Dot products of one vector with many, in WebAssembly, four numbers at a time: an exact search by
// meaning is little else.

/**
 * The products of a vector with the rows of a table: one for each row asked for. Sums are of 32-bit
 * floats in one fixed order, so that they are the same on every machine.
 * @param into where the products go and what is given back, at least as long as `rows`; default one
 *   of their length
 * @throws RangeError for the number of no row
 */
export type DotProducts = (
  vector: Float32Array,
  rows: Uint32Array,
  into?: Float32Array,
) => Float32Array;

/** Tables up to this size are copied into the memory of the kernel; of larger ones the rows asked for. */
const MOST_RESIDENT_BYTES = 64 * 1024 * 1024;

const FLOAT_BYTES = 4;
/** Numbers of a row that are summed side by side: four vectors of four. */
const STEP_FLOATS = 16;

/** Floats from one row to the next. */
const toStride = (width: number): number =>
  Math.ceil(Math.max(width, 1) / STEP_FLOATS) * STEP_FLOATS;

/** Rows in the memory of a kernel, with room for their numbers and products behind them; the vector lies before them. */
function createRoom(rows: number, width: number) {
  const stride = toStride(width);
  const rowBytes = stride * FLOAT_BYTES;
  const numbersAt = rowBytes * (rows + 1);
  const productsAt = numbersAt + rows * FLOAT_BYTES;
  const { kernel, buffer } = createDotKernel(productsAt + rows * FLOAT_BYTES);
  const floats = new Float32Array(buffer);
  return {
    /** The rows to multiply. */
    numbers: new Uint32Array(buffer, numbersAt, rows),
    products: new Float32Array(buffer, productsAt, rows),
    setVector: (values: ArrayLike<number>): void => floats.set(values, 0),
    setRow: (values: ArrayLike<number>, at: number): void => floats.set(values, stride * (at + 1)),
    /** The first `count` of the numbers, at least one. */
    multiply(count: number): void {
      const end = numbersAt + count * FLOAT_BYTES;
      kernel.multiplyRows(numbersAt, end, rowBytes, rowBytes, productsAt);
    },
  };
}

/** Copies rows of a table to the first places. */
const createLoader =
  (table: Float32Array, width: number, { numbers, setRow }: ReturnType<typeof createRoom>) =>
  (rows: Uint32Array): void =>
    rows.forEach((row, at) => {
      setRow(table.subarray(row * width, (row + 1) * width), at);
      numbers[at] = at;
    });

/** @param table rows of `width` numbers one after another */
export function createDotProducts(
  table: Float32Array,
  width: number,
  mostResidentBytes = MOST_RESIDENT_BYTES,
): DotProducts {
  const count = width === 0 ? 0 : table.length / width;
  const rowBytes = toStride(width) * FLOAT_BYTES;
  const isResident = count * rowBytes <= mostResidentBytes;
  const most = isResident ? count : Math.max(1, Math.floor(mostResidentBytes / rowBytes));
  const room = createRoom(most, width);
  const { numbers, products, setVector, multiply } = room;
  let load = createLoader(table, width, room);
  if (isResident) {
    load(Uint32Array.from({ length: count }, (_, row) => row));
    // The table itself is no longer needed.
    load = (rows) => numbers.set(rows);
  }
  return (vector, rows, into) => {
    for (let at = 0; at < rows.length; at++) {
      // The kernel would read what lies elsewhere in its memory.
      if ((rows[at] ?? 0) >= count) throw new RangeError(`there is no row ${rows[at]}`);
    }
    setVector(vector);
    const result = into ?? new Float32Array(rows.length);
    for (let from = 0; from < rows.length; from += most) {
      const part = rows.subarray(from, from + most);
      load(part);
      multiply(part.length);
      result.set(products.subarray(0, part.length), from);
    }
    return result;
  };
}

interface DotKernel {
  /**
   * Addresses in bytes: of the numbers of rows, at least one, and their end; of row 0; the bytes from
   * one row to the next, a multiple of 64; of the first product. The vector is at 0.
   */
  multiplyRows(
    numbers: number,
    end: number,
    rows: number,
    rowBytes: number,
    products: number,
  ): void;
}

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

/** A kernel with zeroed memory of its own, of so many bytes at least. */
function createDotKernel(bytes: number): {
  readonly kernel: DotKernel;
  readonly buffer: ArrayBuffer;
} {
  const rows = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
  const module = new WebAssembly.Module(Uint8Array.from(MODULE));
  const instance = new WebAssembly.Instance(module, { memory: { rows } });
  return { kernel: instance.exports as DotKernel, buffer: rows.buffer };
}

type Code = readonly number[];

/** Instructions one after the other. */
const join = (...parts: readonly (number | Code)[]): Code => parts.flat();

const I32 = 0x7f;
const V128 = 0x7b;
const get = (local: number): Code => [0x20, local];
const set = (local: number): Code => [0x21, local];
/** Encodes a constant of 0 to 63. */
const number = (value: number): Code => [0x41, value];
const VECTOR_BYTES = 16;
/** Signed LEB128, as WebAssembly writes whole numbers: seven bits a byte. */
const FOUR_VECTORS: Code = [0x41, 0xc0, 0];
const ADD = 0x6a;
const MULTIPLY = 0x6c;
const IS_LESS = 0x49;
const LOAD_NUMBER: Code = [0x28, 2, 0];
const STORE_FLOAT: Code = [0x38, 2, 0];
const ADD_FLOATS = 0x92;
const ZERO_VECTOR: Code = [0x43, 0, 0, 0, 0, 0xfd, 0x13];
const ADD_VECTORS: Code = [0xfd, 0xe4, 1];
const MULTIPLY_VECTORS: Code = [0xfd, 0xe6, 1];
const loadVector = (address: number, offset: number): Code =>
  join(get(address), 0xfd, 0, 2, offset);
const getLane = (vector: number, lane: number): Code => join(get(vector), 0xfd, 0x1f, lane);
const advance = (address: number, by: Code): Code => join(get(address), by, ADD, set(address));

/** Repeats the body while the first number is less than the second; at least once. */
const repeatWhileLess = (first: number, second: number, body: Code): Code =>
  join(0x03, 0x40, body, get(first), get(second), IS_LESS, 0x0d, 0, 0x0b);

/** Prefixes the code with its length. */
function measured(...parts: readonly (number | Code)[]): Code {
  const code = join(...parts);
  const { length } = code;
  return join(length < 0x80 ? length : [(length & 0x7f) | 0x80, length >> 7], code);
}

const name = (text: string): Code => measured([...Buffer.from(text)]);

const [NUMBERS, END, ROWS, ROW_BYTES, PRODUCTS, ROW, AT] = [0, 1, 2, 3, 4, 5, 6] as const;
/** Sums side by side, so that none waits for the one before. */
const SUMS = [7, 8, 9, 10] as const;
const [TOTAL, ...OTHER_SUMS] = SUMS;

const ADD_PRODUCTS = SUMS.flatMap((sum, at) => {
  const offset = at * VECTOR_BYTES;
  const product = join(loadVector(ROW, offset), loadVector(AT, offset), MULTIPLY_VECTORS);
  return join(product, get(sum), ADD_VECTORS, set(sum));
});

const MULTIPLY_ROW = join(
  join(get(NUMBERS), LOAD_NUMBER, get(ROW_BYTES), MULTIPLY, get(ROWS), ADD, set(ROW)),
  join(number(0), set(AT)),
  SUMS.flatMap((sum) => join(ZERO_VECTOR, set(sum))),
  repeatWhileLess(
    AT,
    ROW_BYTES,
    join(ADD_PRODUCTS, advance(ROW, FOUR_VECTORS), advance(AT, FOUR_VECTORS)),
  ),
  OTHER_SUMS.flatMap((sum) => join(get(TOTAL), get(sum), ADD_VECTORS, set(TOTAL))),
  join(get(PRODUCTS), getLane(TOTAL, 0)),
  [1, 2, 3].flatMap((lane) => join(getLane(TOTAL, lane), ADD_FLOATS)),
  join(STORE_FLOAT, advance(PRODUCTS, number(4)), advance(NUMBERS, number(4))),
);

const MODULE = join(
  [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  // Types: one function of five numbers. Imports: the memory. Functions: one, of that type.
  join(1, measured(1, 0x60, 5, I32, I32, I32, I32, I32, 0)),
  join(2, measured(1, name("memory"), name("rows"), 2, 0, 1)),
  join(3, measured(1, 0)),
  join(7, measured(1, name("multiplyRows"), 0, 0)),
  // Code: two more numbers and four vectors as locals, then the instructions.
  join(
    10,
    measured(1, measured(2, 2, I32, 4, V128, repeatWhileLess(NUMBERS, END, MULTIPLY_ROW), 0x0b)),
  ),
);
