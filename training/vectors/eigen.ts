// Eigenvectors of small dense symmetric matrices in 64 bits. Row-major, n × n.

interface Eigen {
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

/** A value that is so much smaller than the largest one is nothing but rounding. */
const LEAST_VALUE = 1e-12;

/**
 * A basis in which the columns of a matrix with this Gram matrix become orthonormal; as many of them
 * as depend on the others become 0.
 */
export function orthonormalise(gram: Float64Array, size: number): Float64Array {
  const { values, vectors } = decomposeSymmetric(gram, size);
  const least = LEAST_VALUE * (values[0] ?? 0);
  return vectors.map((value, at) => {
    const square = values[at % size] ?? 0;
    return square > least ? value / Math.sqrt(square) : 0;
  });
}
