// Dot products of one vector with each of many that have a byte for each number, in WebAssembly: whole numbers, sixteen at
// a time, so that the sums are exact and a row takes a quarter of the memory and of the time of 32-bit floats.
import {
  ADD,
  advance,
  type Code,
  get,
  join,
  loadVector,
  number,
  openModule,
  repeatWhileLess,
  set,
  writeModule,
  ZERO_VECTOR,
} from "./kernel-code.js";

/** Rows of `width` numbers one after another, each times the scale of its row. */
export interface ByteVectors {
  readonly numbers: Int8Array;
  readonly scales: Float32Array;
  readonly width: number;
}

/** The product of a vector with each row, in a list of its own. */
export type ByteProducts = (vector: Float32Array) => Float32Array;

/** Numbers of a row that are multiplied in one step. */
const STEP = 16;
const LARGEST_SUM = 2 ** 31 - 1;
const LARGEST_BYTE = 128;
const LARGEST_NUMBER = 2 ** 15 - 1;

/** The numbers of the vector are rounded to 16 bits, or as many fewer as keep every sum within 32. */
export function createByteProducts({ numbers, scales, width }: ByteVectors): ByteProducts {
  const count = scales.length;
  if (count === 0) return () => new Float32Array();
  const rowBytes = Math.ceil(Math.max(width, 1) / STEP) * STEP;
  const rowsAt = 2 * rowBytes;
  const sumsAt = rowsAt + count * rowBytes;
  const { functions, buffer } = openModule(MODULE, sumsAt + count * 4);
  const kernel = functions as ByteKernel;
  const rows = new Int8Array(buffer, rowsAt, count * rowBytes);
  for (let row = 0; row < count; row++) {
    rows.set(numbers.subarray(row * width, (row + 1) * width), row * rowBytes);
  }
  const question = new Int16Array(buffer, 0, rowBytes);
  const sums = new Int32Array(buffer, sumsAt, count);
  const most = Math.min(LARGEST_NUMBER, Math.floor(LARGEST_SUM / (LARGEST_BYTE * rowBytes)));
  return (vector) => {
    const products = new Float32Array(count);
    const scale = vector.reduce((top, value) => Math.max(top, Math.abs(value)), 0) / most;
    if (scale === 0) return products;
    for (let at = 0; at < width; at++) question[at] = Math.round((vector[at] ?? 0) / scale);
    kernel.multiplyRows(rowsAt, sumsAt, rowsAt, sumsAt);
    for (let row = 0; row < count; row++) {
      products[row] = (sums[row] ?? 0) * (scales[row] ?? 0) * scale;
    }
    return products;
  };
}

interface ByteKernel {
  /** Addresses in bytes: of the rows, at least one, and their end; of the end of the vector, which is at 0; of the first sum. */
  multiplyRows(rows: number, end: number, vectorEnd: number, sums: number): void;
}

const STORE_NUMBER: Code = [0x36, 2, 0];
const EXTEND_LOW: Code = [0xfd, 0x87, 1];
const EXTEND_HIGH: Code = [0xfd, 0x88, 1];
const MULTIPLY_PAIRS: Code = [0xfd, 0xba, 1];
const ADD_SUMS: Code = [0xfd, 0xae, 1];
const getLane = (vector: number, lane: number): Code => join(get(vector), 0xfd, 0x1b, lane);

const [ROW, END, VECTOR_END, SUM_AT, AT] = [0, 1, 2, 3, 4] as const;
/** Locals for vectors, behind one number that is not needed. */
const [NUMBERS, LOW_SUM, HIGH_SUM] = [6, 7, 8] as const;

/** Half of the numbers, with the vector's from an offset. */
const addHalf = (extend: Code, offset: number, sum: number): Code =>
  join(
    join(get(NUMBERS), extend, loadVector(AT, offset), MULTIPLY_PAIRS),
    join(get(sum), ADD_SUMS, set(sum)),
  );

const MULTIPLY_ROW = join(
  join(number(0), set(AT), ZERO_VECTOR, set(LOW_SUM), ZERO_VECTOR, set(HIGH_SUM)),
  repeatWhileLess(
    AT,
    VECTOR_END,
    join(
      join(loadVector(ROW, 0), set(NUMBERS)),
      addHalf(EXTEND_LOW, 0, LOW_SUM),
      addHalf(EXTEND_HIGH, STEP, HIGH_SUM),
      join(advance(ROW, number(STEP)), advance(AT, number(2 * STEP))),
    ),
  ),
  join(get(LOW_SUM), get(HIGH_SUM), ADD_SUMS, set(LOW_SUM)),
  join(get(SUM_AT), getLane(LOW_SUM, 0)),
  [1, 2, 3].flatMap((lane) => join(getLane(LOW_SUM, lane), ADD)),
  join(STORE_NUMBER, advance(SUM_AT, number(4))),
);

const MODULE = writeModule("multiplyRows", 4, repeatWhileLess(ROW, END, MULTIPLY_ROW));
