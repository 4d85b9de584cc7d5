// The arithmetic of training: kernels, threads, small matrices, chance.
import { describe, expect, test } from "vitest";
import { openArena } from "../../training/compute/machine.js";
import { openThreads } from "../../training/compute/threads.js";
import { decomposeSymmetric, invertCholesky } from "../../training/vectors/eigen.js";
import { openRandom, resumeRandom } from "../../data/compute/random.js";

function fillRandom(target: Float32Array, seed: number): void {
  const random = openRandom(seed);
  target.forEach((_, at) => (target[at] = random.fraction() - 0.5));
}

describe("kernels", () => {
  const arena = openArena(100_000);
  const { kernels, floats, numbers } = arena.machine;
  const take = (address: number, length: number): Float32Array =>
    floats.subarray(address / 4, address / 4 + length);

  test("multiply matrices, one of them transposed, and add to what is there", () => {
    const [rows, columns, depth] = [8, 16, 5];
    const a = arena.reserve(rows * depth);
    const b = arena.reserve(depth * columns);
    const c = arena.reserve(rows * columns);
    fillRandom(take(a, rows * depth), 1);
    fillRandom(take(b, depth * columns), 2);
    const expectProduct = (aRow: number, aColumn: number, times: number): void => {
      for (let row = 0; row < rows; row++) {
        for (let column = 0; column < columns; column++) {
          let sum = 0;
          for (let k = 0; k < depth; k++) {
            const left = floats[a / 4 + row * aRow + k * aColumn] ?? 0;
            sum += left * (floats[b / 4 + k * columns + column] ?? 0);
          }
          expect(floats[c / 4 + row * columns + column]).toBeCloseTo(times * sum, 5);
        }
      }
    };
    const [bRow, cRow] = [4 * columns, 4 * columns];
    kernels.multiply(a, 4 * depth, 4, b, bRow, c, cRow, rows, columns, depth, 0);
    expectProduct(depth, 1, 1);
    kernels.multiply(a, 4 * depth, 4, b, bRow, c, cRow, rows, columns, depth, 1);
    expectProduct(depth, 1, 2);
    kernels.multiply(a, 4, 4 * rows, b, bRow, c, cRow, rows, columns, depth, 0);
    expectProduct(1, rows, 1);
  });

  test("sum rows of a table by their factors", () => {
    const table = arena.reserve(3 * 32);
    const [indexes, factors, out] = [arena.reserve(2), arena.reserve(2), arena.reserve(32)];
    fillRandom(take(table, 96), 3);
    numbers.set([2, 0], indexes / 4);
    floats.set([0.5, -2], factors / 4);
    kernels.sumRows(indexes, factors, 2, table, 32, out);
    for (let at = 0; at < 32; at++) {
      const expected = 0.5 * (floats[table / 4 + 64 + at] ?? 0) - 2 * (floats[table / 4 + at] ?? 0);
      expect(floats[out / 4 + at]).toBeCloseTo(expected, 6);
    }
  });

  test("exponentiate to a part in a million, down to nothing", () => {
    const values = [0, -0.1, -1, -3.3, -16, -40, 2, -200];
    const [at, sums] = [arena.reserve(8), arena.reserve(8)];
    floats.set(values, at / 4);
    const total = kernels.exponentiate(at, 8, 1, 0, sums);
    values.forEach((value, place) => {
      const expected = Math.max(Math.exp(value), 1e-37);
      expect((floats[at / 4 + place] ?? 0) / expected).toBeCloseTo(1, value < -100 ? -1 : 6);
      expect(floats[sums / 4 + place]).toBe(floats[at / 4 + place]);
    });
    expect(total).toBeCloseTo(
      values.reduce((sum, value) => sum + Math.exp(value), 0),
      5,
    );
  });

  test("weigh, multiply and add rows", () => {
    const [left, right] = [arena.reserve(4), arena.reserve(4)];
    floats.set([1, 2, 3, 4], left / 4);
    floats.set([5, 6, 7, 8], right / 4);
    expect(kernels.dot(left, right, 4)).toBe(70);
    kernels.addScaled(left, right, 2, 4);
    expect([...take(left, 4)]).toEqual([11, 14, 17, 20]);
    kernels.weigh(left, 4, 1, right, 0.5);
    expect([...take(left, 4)]).toEqual([33, 49, 68, 90]);
  });
});

/** A product of random matrices by so many threads. */
async function multiplyWith(count: number): Promise<Float32Array> {
  const [rows, width] = [1000, 32];
  const arena = openArena(rows * width * 2 + width * width + 4096);
  const matrix = arena.reserve(rows * width);
  const basis = arena.reserve(width * width);
  const out = arena.reserve(rows * width);
  const { floats } = arena.machine;
  fillRandom(floats.subarray(matrix / 4, matrix / 4 + rows * width), 4);
  fillRandom(floats.subarray(basis / 4, basis / 4 + width * width), 5);
  const plan = { matrix, rows, width, basis, outWidth: width, out };
  const threads = openThreads(arena.memory, count);
  await threads.run([{ operation: "multiplyRows", blocks: 4, plan }]);
  await threads.close();
  return floats.slice(out / 4, out / 4 + rows * width);
}

describe("threads", () => {
  test("give the same bytes however many there are", async () => {
    const one = await multiplyWith(1);
    expect(one.some((value) => value !== 0)).toBe(true);
    expect(await multiplyWith(3)).toEqual(one);
  });

  test("hand on what a block throws", async () => {
    const arena = openArena(1);
    const threads = openThreads(arena.memory, 2);
    const plan = { matrix: 0, rows: 4, width: 2 ** 30, basis: 0, outWidth: 8, out: 0 };
    await expect(threads.run([{ operation: "multiplyRows", blocks: 1, plan }])).rejects.toThrow(
      "out of bounds",
    );
    await threads.close();
  });
});

describe("small matrices", () => {
  const size = 12;
  const random = openRandom(6);
  const rows = Array.from({ length: 40 }, () => Array.from({ length: size }, random.fraction));
  const gram = Float64Array.from({ length: size * size }, (_, at) =>
    rows.reduce((sum, row) => sum + (row[Math.floor(at / size)] ?? 0) * (row[at % size] ?? 0), 0),
  );

  test("have eigenvectors that make them up", () => {
    const { values, vectors } = decomposeSymmetric(gram, size);
    expect([...values]).toEqual([...values].toSorted((left, right) => right - left));
    gram.forEach((expected, at) => {
      const [row, column] = [Math.floor(at / size), at % size];
      let sum = 0;
      for (let k = 0; k < size; k++) {
        const left = vectors[row * size + k] ?? 0;
        sum += left * (values[k] ?? 0) * (vectors[column * size + k] ?? 0);
      }
      expect(sum).toBeCloseTo(expected, 8);
    });
  });

  test("give a basis that is orthonormal, and nothing for a column that depends on others", () => {
    const columns = rows.map((row) => [...row.slice(0, 3), (row[0] ?? 0) + (row[1] ?? 0)]);
    const dependent = Float64Array.from({ length: 16 }, (_, at) =>
      columns.reduce((sum, row) => sum + (row[Math.floor(at / 4)] ?? 0) * (row[at % 4] ?? 0), 0),
    );
    const inverse = invertCholesky(dependent, 4);
    const made = columns.map((row) =>
      [0, 1, 2, 3].map((to) =>
        row.reduce((sum, value, from) => sum + value * (inverse[from * 4 + to] ?? 0), 0),
      ),
    );
    for (let left = 0; left < 4; left++) {
      for (let right = 0; right < 4; right++) {
        const sum = made.reduce((all, row) => all + (row[left] ?? 0) * (row[right] ?? 0), 0);
        expect(sum).toBeCloseTo(left === right && left < 3 ? 1 : 0, 8);
      }
    }
  });
});

test("chance goes on from where it was, and stays within its limits", () => {
  const random = openRandom(7);
  const resumed = resumeRandom(random.readState());
  for (let at = 0; at < 1000; at++) {
    const value = random.fraction();
    expect(value >= 0 && value < 1).toBe(true);
    expect(resumed.fraction()).toBe(value);
  }
  expect(openRandom(8).fraction()).not.toBe(openRandom(9).fraction());
});
