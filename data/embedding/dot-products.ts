// Dot products of one vector with many, in WebAssembly, four numbers at a time: an exact search by
// meaning is little else.
import { createDotKernel } from "./dot-kernel.js";

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
  const { numbers, products, setVector, setRow, multiply } = createRoom(most, width);
  const copyRow = (row: number, at: number): void =>
    setRow(table.subarray(row * width, (row + 1) * width), at);
  if (isResident) for (let row = 0; row < count; row++) copyRow(row, row);
  return (vector, rows, into) => {
    for (let at = 0; at < rows.length; at++) {
      // The kernel would read what lies elsewhere in its memory.
      if ((rows[at] ?? 0) >= count) throw new RangeError(`there is no row ${rows[at]}`);
    }
    setVector(vector);
    const result = into ?? new Float32Array(rows.length);
    for (let from = 0; from < rows.length; from += most) {
      const part = rows.subarray(from, from + most);
      if (isResident) numbers.set(part);
      else {
        part.forEach(copyRow);
        part.forEach((_, at) => (numbers[at] = at));
      }
      multiply(part.length);
      result.set(products.subarray(0, part.length), from);
    }
    return result;
  };
}
