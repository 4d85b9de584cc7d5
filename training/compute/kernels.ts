// The inner loops of training as WebAssembly. Every sum has one order, fixed by its arguments, and no
// operation is fused, so that the results are the same on every machine and with any number of threads.
import { assembleModule } from "../../data/compute/assembler.js";
import { planMultiply, planSumRows } from "./product-kernels.js";
import { planAddScaled, planDot, planExponentiate, planWeigh } from "./row-kernels.js";

/** Addresses and strides are in bytes, counts in floats or rows. */
export interface Kernels {
  /**
   * C = A · B, or with `keep` C + A · B. Rows in fours, columns in eights.
   * @param aRow stride from one row of A to the next; `aColumn` from one column to the next
   */
  multiply(
    a: number,
    aRow: number,
    aColumn: number,
    b: number,
    bRow: number,
    c: number,
    cRow: number,
    rows: number,
    columns: number,
    depth: number,
    keep: number,
  ): void;
  /** out = Σ factor_k · table[index_k], over `count` ≥ 1 rows; `width` floats, a multiple of 32. */
  sumRows(
    indexes: number,
    factors: number,
    count: number,
    table: number,
    width: number,
    out: number,
  ): void;
  /** Values x become e^(x · scale − shift), are added to `sums`, and their sum is returned. */
  exponentiate(values: number, count: number, scale: number, shift: number, sums: number): number;
  /** Each value v_j becomes v_j · (own + other_j) · scale. */
  weigh(values: number, count: number, own: number, others: number, scale: number): void;
  /** The scalar product of two rows; a multiple of 4 floats. */
  dot(left: number, right: number, count: number): number;
  /** target += factor · source; a multiple of 4 floats. */
  addScaled(target: number, source: number, factor: number, count: number): void;
}

/** Of 64 KiB: all that 32 bits can address. */
export const MAXIMUM_PAGES = 65_536;

/** The bytes of the module that has these functions. */
export function assembleKernels(): Uint8Array {
  const products = [planMultiply(), planSumRows()];
  const rows = [planExponentiate(), planWeigh(), planDot(), planAddScaled()];
  return assembleModule([...products, ...rows], MAXIMUM_PAGES);
}
