// Dot products of one vector with many, in WebAssembly, four numbers at a time: an exact search by
// meaning is little else.
import {
  addProduct,
  advance,
  assembleModule,
  each,
  F32,
  get,
  I32,
  i32,
  join,
  load,
  repeatWhile,
  set,
  splat,
  sumLanes,
  V128,
  type FunctionPlan,
} from "../../../data/compute/assembler.js";
import { instantiate, makeSharedMemory } from "../../../data/compute/web-assembly.js";

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
const PAGE_BYTES = 64 * 1024;
/** Numbers of a row that are summed side by side: four vectors of four. */
const STEP_FLOATS = 16;

/** @param table rows of `width` numbers one after another */
export function openDotProducts(
  table: Float32Array,
  width: number,
  mostResidentBytes = MOST_RESIDENT_BYTES,
): DotProducts {
  const count = width === 0 ? 0 : table.length / width;
  const stride = Math.ceil(Math.max(width, 1) / STEP_FLOATS) * STEP_FLOATS;
  const rowBytes = stride * FLOAT_BYTES;
  const isResident = count * rowBytes <= mostResidentBytes;
  // Rows at a time.
  const room = isResident ? count : Math.max(1, Math.floor(mostResidentBytes / rowBytes));
  // A row, a place for its number and one for its product; the vector itself before them.
  const bytes = rowBytes + room * (rowBytes + 2 * FLOAT_BYTES);
  const pages = Math.ceil(bytes / PAGE_BYTES);
  const memory = makeSharedMemory(pages, pages);
  const kernel = instantiate(assembleModule([PLAN], pages), memory) as Kernel;
  const rowsAt = rowBytes;
  const numbersAt = rowsAt + room * rowBytes;
  const productsAt = numbersAt + room * FLOAT_BYTES;
  const floats = new Float32Array(memory.buffer);
  const numbers = new Uint32Array(memory.buffer, numbersAt, room);
  const products = new Float32Array(memory.buffer, productsAt, room);
  const place = (row: number, at: number): void =>
    floats.set(table.subarray(row * width, (row + 1) * width), stride * (at + 1));
  if (isResident) for (let row = 0; row < count; row++) place(row, row);
  return (vector, rows, into) => {
    for (let at = 0; at < rows.length; at++) {
      // The kernel would read what lies elsewhere in its memory.
      if ((rows[at] ?? 0) >= count) throw new RangeError(`there is no row ${rows[at]}`);
    }
    floats.set(vector, 0);
    const result = into ?? new Float32Array(rows.length);
    for (let from = 0; from < rows.length; from += room) {
      const part = rows.subarray(from, from + room);
      if (isResident) numbers.set(part);
      else {
        part.forEach(place);
        part.forEach((_, at) => (numbers[at] = at));
      }
      const end = numbersAt + part.length * FLOAT_BYTES;
      kernel.multiplyRows(numbersAt, end, rowsAt, rowBytes, productsAt);
      result.set(products.subarray(0, part.length), from);
    }
    return result;
  };
}

interface Kernel {
  /**
   * Addresses in bytes: of the numbers of rows, at least one, and their end; of row 0; the bytes from
   * one row to the next; of the first product. The vector is at 0.
   */
  multiplyRows(
    numbers: number,
    end: number,
    rows: number,
    rowBytes: number,
    products: number,
  ): void;
}

const PLAN = planMultiplyRows();

function planMultiplyRows(): FunctionPlan {
  const [numbers, end, rows, rowBytes, products] = [0, 1, 2, 3, 4] as const;
  const [row, at, one, other] = [5, 6, 7, 8] as const;
  const sums = [9, 10, 11, 12] as const;
  const [total] = sums;
  const step = each(sums.length, (lane) =>
    join(
      join(load(row, lane * 16), set(one), load(at, lane * 16), set(other)),
      addProduct(sums[lane] ?? total, one, other),
    ),
  );
  const onward = (address: number): readonly number[] => advance(address, i32(sums.length * 16));
  const addToTotal = (sum: number): readonly number[] =>
    join(get(total), get(sum), V128.add(), set(total));
  const multiplyRow = join(
    join(get(numbers), I32.load(), get(rowBytes), I32.multiply(), get(rows), I32.add(), set(row)),
    join(i32(0), set(at)),
    sums.flatMap((sum) => join(splat(0), set(sum))),
    repeatWhile(join(get(at), get(rowBytes), I32.isLess()), join(step, onward(row), onward(at))),
    sums.slice(1).flatMap(addToTotal),
    join(get(products), sumLanes(total), F32.store()),
    advance(products, i32(FLOAT_BYTES)),
    advance(numbers, i32(FLOAT_BYTES)),
  );
  return {
    name: "multiplyRows",
    parameters: ["i32", "i32", "i32", "i32", "i32"],
    results: [],
    locals: ["i32", "i32", "v128", "v128", "v128", "v128", "v128", "v128"],
    body: repeatWhile(join(get(numbers), get(end), I32.isLess()), multiplyRow),
  };
}
