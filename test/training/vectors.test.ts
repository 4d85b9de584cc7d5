// The arithmetic of training: products, steps, eigenvectors, chance.
import { describe, expect, test } from "vitest";
import { createRandom, resumeRandom } from "../../data/random.js";
import { transposeSparse } from "../../training/pairs/concept-matrix.js";
import { decomposeSymmetric, orthonormalise } from "../../training/vectors/eigen.js";
import {
  changeBasis,
  computeGram,
  multiplyByTransposed,
  multiplySparse,
  transpose,
} from "../../training/vectors/products.js";
import { createStep, exponentiate } from "../../training/vectors/step.js";

function drawNumbers(length: number, seed: number): number[] {
  const random = createRandom(seed);
  return Array.from({ length }, () => random.fraction() - 0.5);
}

/** left · right, by the definition; `depth` columns on the left. */
function multiplyPlainly(
  left: ArrayLike<number>,
  right: ArrayLike<number>,
  depth: number,
): number[] {
  const [rows, columns] = [left.length / depth, right.length / depth];
  return Array.from({ length: rows * columns }, (_, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    let sum = 0;
    for (let k = 0; k < depth; k++) {
      sum += (left[row * depth + k] ?? 0) * (right[k * columns + column] ?? 0);
    }
    return sum;
  });
}

function expectClose(numbers: ArrayLike<number>, expected: readonly number[]): void {
  expect(numbers).toHaveLength(expected.length);
  expected.forEach((value, at) => expect(numbers[at]).toBeCloseTo(value, 4));
}

describe("products", () => {
  test("of rows with rows are those of matrices", () => {
    const [left, right] = [drawNumbers(6 * 5, 1), drawNumbers(5 * 8, 2)];
    const out = new Float64Array(6 * 8);
    const byColumns = transpose(Float64Array.from(right), 8);
    multiplyByTransposed(Float64Array.from(left), byColumns, 5, out);
    expectClose(out, multiplyPlainly(left, right, 5));
  });

  // More rows than are multiplied at a time, and no multiple of them.
  const rows = 601;
  const matrix = Float32Array.from(drawNumbers(rows * 8, 3));

  test("of all columns with each other, and with another basis, take every row", () => {
    const columns = Array.from(transpose(Float64Array.from(matrix), 8));
    expectClose(computeGram(matrix, 8), multiplyPlainly(columns, matrix, rows));
    const basis = drawNumbers(8 * 4, 4);
    const expected = multiplyPlainly(matrix, basis, 8);
    expectClose(changeBasis(matrix, 8, Float64Array.from(basis)), expected);
  });

  test("of a sparse matrix, by rows and by columns, are those of the dense one", () => {
    const sparse = {
      starts: Uint32Array.of(0, 2, 2, 3),
      columns: Uint32Array.of(0, 3, 1),
      values: Float32Array.of(0.5, -2, 3),
    };
    const dense = [0.5, 0, 0, -2, 0, 0, 0, 0, 0, 3, 0, 0];
    const right = Float32Array.from(drawNumbers(4 * 2, 5));
    expectClose(multiplySparse(sparse, right, 2), multiplyPlainly(dense, right, 4));
    const other = right.slice(0, 6);
    const byColumns = Array.from(transpose(Float64Array.from(dense), 4));
    const product = multiplySparse(transposeSparse(sparse, 4), other, 2);
    expectClose(product, multiplyPlainly(byColumns, other, 3));
  });
});

describe("steps", () => {
  test("exponentiate to a few parts in a million", () => {
    for (const value of [0, -1e-9, -0.1, -1, -3.3, -16.9]) {
      expect(exponentiate(value) / Math.exp(value)).toBeCloseTo(1, 5);
    }
  });

  /** Four pairs of sentences of eight words, some in several sentences and one twice in one. */
  const batch = {
    starts: Uint32Array.of(0, 1, 3, 4, 6, 8, 9, 11, 12),
    words: Uint32Array.of(0, 1, 2, 3, 0, 4, 5, 5, 6, 7, 1, 2),
  };
  const options = { dimensions: 4, batch: 4, temperature: 0.5, rate: 0.1 };
  const vectors = Float32Array.from(drawNumbers(8 * 4, 6));

  /** The loss by the definition, and its derivative by a number of a vector. */
  function measureLoss(numbers: ArrayLike<number>): number {
    const unit = (sentence: number): number[] => {
      const words = batch.words.subarray(batch.starts[sentence], batch.starts[sentence + 1]);
      const sum = [0, 1, 2, 3].map((k) =>
        words.reduce((total, word) => total + (numbers[word * 4 + k] ?? 0), 0),
      );
      const length = Math.hypot(...sum);
      return sum.map((value) => value / length);
    };
    const score = (left: number, right: number): number => {
      const other = unit(4 + right);
      const cosine = unit(left).reduce((sum, value, k) => sum + value * (other[k] ?? 0), 0);
      return Math.exp(cosine / options.temperature);
    };
    const all = [0, 1, 2, 3];
    const losses = all.map((own) => {
      const byRow = all.reduce((sum, other) => sum + score(own, other), 0);
      const byColumn = all.reduce((sum, other) => sum + score(other, own), 0);
      return -Math.log(score(own, own) / byRow) / 2 - Math.log(score(own, own) / byColumn) / 2;
    });
    return losses.reduce((sum, loss) => sum + loss, 0) / 4;
  }

  test("go down the gradient of the loss, each word by its own rate", () => {
    const learned = { vectors: vectors.slice(), squares: new Float32Array(8).fill(1e-10) };
    expect(createStep(learned, options)(batch)).toBeCloseTo(measureLoss(vectors), 5);
    for (let word = 0; word < 8; word++) {
      const gradient = [0, 1, 2, 3].map((k) => {
        const [more, less] = [1e-5, -1e-5].map((change) => {
          const numbers = Float64Array.from(vectors);
          numbers[word * 4 + k] = (numbers[word * 4 + k] ?? 0) + change;
          return measureLoss(numbers);
        });
        return ((more ?? 0) - (less ?? 0)) / 2e-5;
      });
      const square = 1e-10 + gradient.reduce((sum, value) => sum + value ** 2, 0) / 4;
      expect(learned.squares[word]).toBeCloseTo(square, 6);
      gradient.forEach((value, k) => {
        const expected = (vectors[word * 4 + k] ?? 0) - (0.1 * value) / Math.sqrt(square);
        expect(learned.vectors[word * 4 + k]).toBeCloseTo(expected, 4);
      });
    }
  });

  test("make the loss smaller", () => {
    const learned = { vectors: vectors.slice(), squares: new Float32Array(8).fill(1e-10) };
    const takeStep = createStep(learned, options);
    const first = takeStep(batch);
    for (let step = 0; step < 20; step++) takeStep(batch);
    expect(takeStep(batch)).toBeLessThan(first / 2);
  });
});

describe("small matrices", () => {
  const size = 12;
  const random = createRandom(6);
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
    const inverse = orthonormalise(dependent, 4);
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
  const random = createRandom(7);
  const resumed = resumeRandom(random.readState());
  for (let at = 0; at < 1000; at++) {
    const value = random.fraction();
    expect(value >= 0 && value < 1).toBe(true);
    expect(resumed.fraction()).toBe(value);
  }
  expect(createRandom(8).fraction()).not.toBe(createRandom(9).fraction());
});
