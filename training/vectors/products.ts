// Products of large matrices, row-major, summed in 64 bits. Every sum has one order, and nothing but
// additions and multiplications, so that the results are the same on every machine.
import type { SparseMatrix } from "../pairs/concept-matrix.js";

/**
 * out = left · rightᵀ: the dot product of every row of `left` with every row of `right`.
 * @param left rows of `depth` numbers
 * @param right rows of `depth` numbers, a multiple of four of them
 */
export function multiplyByTransposed(
  left: Float64Array,
  right: Float64Array,
  depth: number,
  out: Float64Array,
): void {
  const rows = left.length / depth;
  const columns = right.length / depth;
  // Four columns at a time, so that no sum waits for the one before.
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column += 4) {
      const first = row * depth;
      let [a, b, c, d] = [0, 0, 0, 0];
      for (let k = first, at = column * depth; k < first + depth; k++, at++) {
        const value = left[k] as number;
        a += value * (right[at] as number);
        b += value * (right[at + depth] as number);
        c += value * (right[at + 2 * depth] as number);
        d += value * (right[at + 3 * depth] as number);
      }
      out.set([a, b, c, d], row * columns + column);
    }
  }
}

/** @param width numbers in a row of `matrix` */
export function transpose(matrix: Float64Array, width: number): Float64Array {
  const rows = matrix.length / width;
  const out = new Float64Array(matrix.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < width; column++) {
      out[column * rows + row] = matrix[row * width + column] as number;
    }
  }
  return out;
}

/** So many rows of a large matrix are widened to 64 bits at a time. */
const BLOCK_ROWS = 256;

/** The rows in blocks; after the last row there are zeros. */
function* widenBlocks(matrix: Float32Array, width: number): Generator<Float64Array> {
  const size = BLOCK_ROWS * width;
  for (let start = 0; start < matrix.length; start += size) {
    const block = new Float64Array(size);
    block.set(matrix.subarray(start, start + size));
    yield block;
  }
}

/** matrixᵀ · matrix: the dot products of all pairs of columns. @param width a multiple of four */
export function computeGram(matrix: Float32Array, width: number): Float64Array {
  const sum = new Float64Array(width * width);
  const product = new Float64Array(width * width);
  for (const block of widenBlocks(matrix, width)) {
    const columns = transpose(block, width);
    multiplyByTransposed(columns, columns, BLOCK_ROWS, product);
    for (let at = 0; at < sum.length; at++) {
      sum[at] = (sum[at] as number) + (product[at] as number);
    }
  }
  return sum;
}

/**
 * matrix · basis.
 * @param basis `width` rows of a multiple of four numbers
 */
export function changeBasis(
  matrix: Float32Array,
  width: number,
  basis: Float64Array,
): Float32Array {
  const outWidth = basis.length / width;
  const right = transpose(basis, outWidth);
  const out = new Float32Array((matrix.length / width) * outWidth);
  const product = new Float64Array(BLOCK_ROWS * outWidth);
  let start = 0;
  for (const block of widenBlocks(matrix, width)) {
    multiplyByTransposed(block, right, width, product);
    out.set(product.subarray(0, out.length - start), start);
    start += product.length;
  }
  return out;
}

/** matrix · right. @param width numbers in a row of `right` */
export function multiplySparse(
  { starts, columns, values }: SparseMatrix,
  right: Float32Array,
  width: number,
): Float32Array {
  const rows = starts.length - 1;
  const out = new Float32Array(rows * width);
  const sums = new Float64Array(width);
  for (let row = 0; row < rows; row++) {
    sums.fill(0);
    const end = starts[row + 1] as number;
    for (let entry = starts[row] as number; entry < end; entry++) {
      const value = values[entry] as number;
      const from = (columns[entry] as number) * width;
      for (let at = 0; at < width; at++) {
        sums[at] = (sums[at] as number) + value * (right[from + at] as number);
      }
    }
    out.set(sums, row * width);
  }
  return out;
}
