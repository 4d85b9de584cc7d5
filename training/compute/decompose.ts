// Blocks of the singular value decomposition: products with a sparse matrix, Gram matrices, changes
// of basis.
import type { Address, Machine } from "./machine.js";

export const ROWS_PER_BLOCK = 256;

/** A matrix by rows: of each row where its entries begin, then their columns and values. */
export interface SparseMatrix {
  readonly rows: number;
  readonly starts: Address;
  readonly columns: Address;
  readonly values: Address;
}

export interface SparsePlan {
  readonly matrix: SparseMatrix;
  /** Dense, as many rows as the matrix has columns. */
  readonly right: Address;
  /** Floats in a row, a multiple of 32. */
  readonly width: number;
  readonly out: Address;
}

/** 256 rows of out = matrix · right. */
export function multiplySparse(machine: Machine, plan: SparsePlan, block: number): void {
  const { kernels, numbers, floats } = machine;
  const { matrix, right, width, out } = plan;
  const end = Math.min(matrix.rows, (block + 1) * ROWS_PER_BLOCK);
  for (let row = block * ROWS_PER_BLOCK; row < end; row++) {
    const at = matrix.starts / 4 + row;
    const first = numbers[at] ?? 0;
    const count = (numbers[at + 1] ?? 0) - first;
    const target = out + 4 * width * row;
    if (count === 0) floats.fill(0, target / 4, target / 4 + width);
    else {
      const columns = matrix.columns + 4 * first;
      kernels.sumRows(columns, matrix.values + 4 * first, count, right, width, target);
    }
  }
}

export interface GramPlan {
  /** Dense. */
  readonly matrix: Address;
  readonly rows: number;
  readonly width: number;
  /** Rows of one block. */
  readonly rowsPerBlock: number;
  /** For each block `width`² doubles, of which those on and above the diagonal are set. */
  readonly out: Address;
}

/** The products of all pairs of columns over a block of rows, in 64 bits. */
export function addGrams(machine: Machine, plan: GramPlan, block: number): void {
  const { floats, doubles } = machine;
  const { width, rowsPerBlock } = plan;
  const sums = doubles.subarray(
    plan.out / 8 + block * width * width,
    plan.out / 8 + (block + 1) * width * width,
  );
  sums.fill(0);
  const end = Math.min(plan.rows, (block + 1) * rowsPerBlock);
  // Two rows at a time halve the traffic on the sums.
  const first = new Float64Array(width);
  const second = new Float64Array(width);
  for (let row = block * rowsPerBlock; row < end; row += 2) {
    const at = plan.matrix / 4 + row * width;
    first.set(floats.subarray(at, at + width));
    if (row + 1 < end) second.set(floats.subarray(at + width, at + 2 * width));
    else second.fill(0);
    for (let left = 0; left < width; left++) {
      const one = first[left] as number;
      const two = second[left] as number;
      const line = left * width;
      for (let right = left; right < width; right++) {
        sums[line + right] =
          (sums[line + right] as number) +
          one * (first[right] as number) +
          two * (second[right] as number);
      }
    }
  }
}

export interface BasisPlan {
  readonly matrix: Address;
  /** Rows in memory, a multiple of 4. */
  readonly rows: number;
  readonly width: number;
  /** `width` rows of `outWidth`. */
  readonly basis: Address;
  /** A multiple of 8. */
  readonly outWidth: number;
  readonly out: Address;
}

/** 256 rows of out = matrix · basis. */
export function multiplyRows(machine: Machine, plan: BasisPlan, block: number): void {
  const { matrix, width, basis, outWidth, out } = plan;
  const start = block * ROWS_PER_BLOCK;
  const rows = Math.min(plan.rows - start, ROWS_PER_BLOCK);
  machine.kernels.multiply(
    matrix + 4 * width * start,
    4 * width,
    4,
    basis,
    4 * outWidth,
    out + 4 * outWidth * start,
    4 * outWidth,
    rows,
    outWidth,
    width,
    0,
  );
}
