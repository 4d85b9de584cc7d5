// Products of matrices and weighted sums of rows: sums stay in registers while the depth is walked.
import {
  addProduct,
  advance,
  type Code,
  copy,
  each,
  type FunctionPlan,
  get,
  I32,
  i32,
  join,
  load,
  repeatWhile,
  set,
  splat,
  V128,
  when,
} from "../../data/compute/assembler.js";

const VECTOR_BYTES = 16;
const VECTOR_FLOATS = 4;
/** A tile of 4 × 8 sums and what they need fit into 16 registers. */
const TILE_ROWS = 4;
const TILE_VECTORS = 2;

/** Locals by number: parameters first, in the order of `Kernels.multiply`. */
const PRODUCT = {
  a: 0,
  aRow: 1,
  aColumn: 2,
  b: 3,
  bRow: 4,
  c: 5,
  cRow: 6,
  rows: 7,
  columns: 8,
  depth: 9,
  keep: 10,
  rowsLeft: 11,
  depthLeft: 12,
  aAt: 13,
  bAt: 14,
  aTile: 15,
  cTile: 16,
  firstSum: 17,
  firstRight: 17 + TILE_ROWS * TILE_VECTORS,
  left: 17 + TILE_ROWS * TILE_VECTORS + TILE_VECTORS,
} as const;

const sumOf = (row: number, column: number): number =>
  PRODUCT.firstSum + row * TILE_VECTORS + column;
const rightOf = (column: number): number => PRODUCT.firstRight + column;

/** The instructions for each sum of the tile. */
const forTile = (write: (row: number, column: number) => Code): Code =>
  each(TILE_ROWS, (row) => each(TILE_VECTORS, (column) => write(row, column)));

/** start + stride · times. */
const addressOf = (start: number, stride: number, times: number): Code =>
  join(get(start), get(stride), i32(times), I32.multiply(), I32.add());

const advanceRows = (local: number, stride: number): Code =>
  advance(local, join(get(stride), i32(TILE_ROWS), I32.multiply()));

export function planMultiply(): FunctionPlan {
  const { a, aRow, aColumn, b, bRow, c, cRow, rows, columns, depth, keep } = PRODUCT;
  const { rowsLeft, depthLeft, aAt, bAt, aTile, cTile, left } = PRODUCT;
  const step = join(
    each(TILE_VECTORS, (column) => join(load(bAt, VECTOR_BYTES * column), set(rightOf(column)))),
    each(TILE_ROWS, (row) =>
      join(
        join(addressOf(aAt, aRow, row), V128.loadSplat(), set(left)),
        each(TILE_VECTORS, (column) => addProduct(sumOf(row, column), left, rightOf(column))),
      ),
    ),
    advance(aAt, get(aColumn)),
    advance(bAt, get(bRow)),
    advance(depthLeft, i32(-1)),
  );
  const clear = forTile((row, column) => join(splat(0), set(sumOf(row, column))));
  const restore = forTile((row, column) =>
    join(addressOf(cTile, cRow, row), V128.load(VECTOR_BYTES * column), set(sumOf(row, column))),
  );
  const store = forTile((row, column) =>
    join(addressOf(cTile, cRow, row), get(sumOf(row, column)), V128.store(VECTOR_BYTES * column)),
  );
  // Columns are the outer loop: what they need of B stays in the nearest cache for all rows.
  const overRows = join(
    clear,
    when(get(keep), restore),
    join(copy(aTile, aAt), copy(b, bAt), copy(depth, depthLeft)),
    repeatWhile(get(depthLeft), step),
    store,
    advanceRows(cTile, cRow),
    advanceRows(aTile, aRow),
    advance(rowsLeft, i32(-TILE_ROWS)),
  );
  const overColumns = join(
    join(copy(a, aTile), copy(c, cTile), copy(rows, rowsLeft)),
    repeatWhile(get(rowsLeft), overRows),
    advance(b, i32(VECTOR_BYTES * TILE_VECTORS)),
    advance(c, i32(VECTOR_BYTES * TILE_VECTORS)),
    advance(columns, i32(-VECTOR_FLOATS * TILE_VECTORS)),
  );
  return {
    name: "multiply",
    parameters: Array.from({ length: PRODUCT.rowsLeft }, () => "i32" as const),
    results: [],
    locals: [
      ...Array.from({ length: PRODUCT.firstSum - PRODUCT.rowsLeft }, () => "i32" as const),
      ...Array.from({ length: PRODUCT.left + 1 - PRODUCT.firstSum }, () => "v128" as const),
    ],
    body: repeatWhile(get(columns), overColumns),
  };
}

/** So many vectors of a row are summed at once. */
const CHUNK_VECTORS = 8;

export function planSumRows(): FunctionPlan {
  const [indexes, factors, count, table, width, out] = [0, 1, 2, 3, 4, 5] as const;
  const [indexAt, factorAt, left, source, chunksLeft, firstSum] = [6, 7, 8, 9, 10, 11] as const;
  const factor = firstSum + CHUNK_VECTORS;
  const value = factor + 1;
  const row = join(
    join(get(indexAt), I32.load(), get(width), I32.multiply(), i32(2), I32.shiftLeft()),
    join(get(table), I32.add(), set(source)),
    join(get(factorAt), V128.loadSplat(), set(factor)),
    each(CHUNK_VECTORS, (at) =>
      join(load(source, VECTOR_BYTES * at), set(value), addProduct(firstSum + at, value, factor)),
    ),
    advance(indexAt, i32(4)),
    advance(factorAt, i32(4)),
    advance(left, i32(-1)),
  );
  const chunk = join(
    each(CHUNK_VECTORS, (at) => join(splat(0), set(firstSum + at))),
    join(copy(indexes, indexAt), copy(factors, factorAt), copy(count, left)),
    repeatWhile(get(left), row),
    each(CHUNK_VECTORS, (at) => join(get(out), get(firstSum + at), V128.store(VECTOR_BYTES * at))),
    advance(out, i32(VECTOR_BYTES * CHUNK_VECTORS)),
    advance(table, i32(VECTOR_BYTES * CHUNK_VECTORS)),
    advance(chunksLeft, i32(-VECTOR_FLOATS * CHUNK_VECTORS)),
  );
  return {
    name: "sumRows",
    parameters: ["i32", "i32", "i32", "i32", "i32", "i32"],
    results: [],
    locals: [
      ...Array.from({ length: firstSum - indexAt }, () => "i32" as const),
      ...Array.from({ length: CHUNK_VECTORS + 2 }, () => "v128" as const),
    ],
    body: join(copy(width, chunksLeft), repeatWhile(get(chunksLeft), chunk)),
  };
}
