// Small dense symmetric matrices in 64 bits: eigenvectors, Cholesky. Row-major, n × n.

export interface Eigen {
  /** Largest first. */
  readonly values: Float64Array;
  /** Column k belongs to value k; of unit length, its entry of largest size positive. */
  readonly vectors: Float64Array;
}

const MOST_SWEEPS = 40;

/** By cyclic Jacobi rotations (Golub and Van Loan, "Matrix Computations", 8.5). */
export function decomposeSymmetric(matrix: Float64Array, size: number): Eigen {
  const rest = matrix.slice();
  // Rows of `vectors` here are the eigenvectors, so that a rotation walks memory in order.
  const vectors = new Float64Array(size * size);
  for (let at = 0; at < size; at++) vectors[at * size + at] = 1;
  for (let sweep = 0; sweep < MOST_SWEEPS && !isDiagonal(rest, size); sweep++) {
    for (let p = 0; p < size - 1; p++) {
      for (let q = p + 1; q < size; q++) rotate(rest, vectors, size, p, q);
    }
  }
  const order = Array.from({ length: size }, (_, at) => at).toSorted(
    (left, right) =>
      (rest[right * size + right] ?? 0) - (rest[left * size + left] ?? 0) || left - right,
  );
  const sorted = new Float64Array(size * size);
  order.forEach((from, to) => {
    const row = vectors.subarray(from * size, (from + 1) * size);
    const largest = row.reduce((most, each) => (Math.abs(each) > Math.abs(most) ? each : most), 0);
    const sign = largest < 0 ? -1 : 1;
    row.forEach((value, at) => (sorted[at * size + to] = sign * value));
  });
  return { values: Float64Array.from(order, (at) => rest[at * size + at] ?? 0), vectors: sorted };
}

function isDiagonal(matrix: Float64Array, size: number): boolean {
  let off = 0;
  let all = 0;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const square = (matrix[row * size + column] ?? 0) ** 2;
      all += square;
      if (row !== column) off += square;
    }
  }
  return off <= 1e-22 * all;
}

function rotate(
  matrix: Float64Array,
  vectors: Float64Array,
  size: number,
  p: number,
  q: number,
): void {
  const element = matrix[p * size + q] as number;
  if (element === 0) return;
  const ratio =
    ((matrix[q * size + q] as number) - (matrix[p * size + p] as number)) / (2 * element);
  const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.sqrt(ratio * ratio + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (let at = 0; at < size; at++) {
    const left = matrix[at * size + p] as number;
    const right = matrix[at * size + q] as number;
    matrix[at * size + p] = cosine * left - sine * right;
    matrix[at * size + q] = sine * left + cosine * right;
  }
  for (const table of [matrix, vectors]) {
    for (let at = 0; at < size; at++) {
      const left = table[p * size + at] as number;
      const right = table[q * size + at] as number;
      table[p * size + at] = cosine * left - sine * right;
      table[q * size + at] = sine * left + cosine * right;
    }
  }
}

/** A pivot that is so much smaller than the largest diagonal value is nothing but rounding. */
const LEAST_PIVOT = 1e-12;

/**
 * R⁻¹ of the Cholesky factor, G = RᵀR: it makes the columns of a matrix with the Gram matrix G
 * orthonormal. A column that depends on those before it becomes 0.
 * @param gram on and above the diagonal
 */
export function invertCholesky(gram: Float64Array, size: number): Float64Array {
  const factor = new Float64Array(size * size);
  let largest = 0;
  for (let at = 0; at < size; at++) largest = Math.max(largest, gram[at * size + at] ?? 0);
  const isKept: boolean[] = [];
  for (let row = 0; row < size; row++) {
    let pivot = gram[row * size + row] as number;
    for (let k = 0; k < row; k++) pivot -= (factor[k * size + row] as number) ** 2;
    isKept[row] = pivot > LEAST_PIVOT * largest;
    if (isKept[row] !== true) continue;
    const root = Math.sqrt(pivot);
    factor[row * size + row] = root;
    for (let column = row + 1; column < size; column++) {
      let sum = gram[row * size + column] as number;
      for (let k = 0; k < row; k++) {
        sum -= (factor[k * size + row] as number) * (factor[k * size + column] as number);
      }
      factor[row * size + column] = sum / root;
    }
  }
  return invertUpper(factor, size, isKept);
}

function invertUpper(factor: Float64Array, size: number, isKept: readonly boolean[]): Float64Array {
  const inverse = new Float64Array(size * size);
  for (let column = 0; column < size; column++) {
    if (isKept[column] !== true) continue;
    inverse[column * size + column] = 1 / (factor[column * size + column] as number);
    for (let row = column - 1; row >= 0; row--) {
      if (isKept[row] !== true) continue;
      let sum = 0;
      for (let k = row + 1; k <= column; k++) {
        sum += (factor[row * size + k] as number) * (inverse[k * size + column] as number);
      }
      inverse[row * size + column] = -sum / (factor[row * size + row] as number);
    }
  }
  return inverse;
}
