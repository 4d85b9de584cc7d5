// Dot products of one vector with many, in WebAssembly, four numbers at a time: an exact search by
// meaning is little else.
import {
  ADD,
  advance,
  type Code,
  get,
  join,
  loadVector,
  MULTIPLY,
  number,
  openModule,
  repeatWhileLess,
  set,
  writeModule,
  ZERO_VECTOR,
} from "./kernel-code.js";

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
const STEP_BYTES = STEP_FLOATS * FLOAT_BYTES;

/** Floats from one row to the next. */
const toStride = (width: number): number =>
  Math.ceil(Math.max(width, 1) / STEP_FLOATS) * STEP_FLOATS;

/** Rows in the memory of a kernel, with room for their numbers and products behind them; the vector lies before them. */
function createRoom(rows: number, width: number) {
  const stride = toStride(width);
  const rowBytes = stride * FLOAT_BYTES;
  const numbersAt = rowBytes * (rows + 1);
  const productsAt = numbersAt + rows * FLOAT_BYTES;
  const { functions, buffer } = openModule(MODULE, productsAt + rows * FLOAT_BYTES);
  const kernel = functions as DotKernel;
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

const LOAD_NUMBER: Code = [0x28, 2, 0];
const STORE_FLOAT: Code = [0x38, 2, 0];
const ADD_FLOATS = 0x92;
const ADD_VECTORS: Code = [0xfd, 0xe4, 1];
const MULTIPLY_VECTORS: Code = [0xfd, 0xe6, 1];
const VECTOR_BYTES = 16;
const getLane = (vector: number, lane: number): Code => join(get(vector), 0xfd, 0x1f, lane);

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
    join(ADD_PRODUCTS, advance(ROW, number(STEP_BYTES)), advance(AT, number(STEP_BYTES))),
  ),
  OTHER_SUMS.flatMap((sum) => join(get(TOTAL), get(sum), ADD_VECTORS, set(TOTAL))),
  join(get(PRODUCTS), getLane(TOTAL, 0)),
  [1, 2, 3].flatMap((lane) => join(getLane(TOTAL, lane), ADD_FLOATS)),
  join(STORE_FLOAT, advance(PRODUCTS, number(4)), advance(NUMBERS, number(4))),
);

const MODULE = writeModule("multiplyRows", 5, repeatWhileLess(NUMBERS, END, MULTIPLY_ROW));
