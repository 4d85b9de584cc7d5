// What is done to one row of numbers, four at a time: exponentials, weights, scalar products.
import {
  addProduct,
  advance,
  type Code,
  each,
  type FunctionPlan,
  get,
  i32,
  join,
  load,
  repeatWhile,
  set,
  splat,
  splatLocal,
  sumLanes,
  V128,
} from "../../data/compute/assembler.js";

/** Of e^r for |r| ≤ ln 2 / 2, highest power first; Cephes, expf.c. */
const EXPONENTIAL = [
  1.987_569_15e-4, 1.398_199_950_7e-3, 8.333_451_907_3e-3, 4.166_579_589_4e-2, 1.666_666_545_9e-1,
  5.000_000_120_1e-1,
] as const;
/** ln 2 in two parts, the first of which has few bits. */
const LN_2 = [0.693_359_375, -2.121_944_4e-4] as const;
/** Below this e^x is 0 in 32 bits. */
const LEAST_EXPONENT = -87;

/** Walks rows of `count` numbers, four at a time. */
function forEachVector(step: Code, addresses: readonly number[], count: number): Code {
  const onward = addresses.flatMap((address) => advance(address, i32(16)));
  return repeatWhile(get(count), join(step, onward, advance(count, i32(-4))));
}

/** x = e^x. */
function exponential(x: number, whole: number, result: number): Code {
  const reduce = (part: number): Code =>
    join(get(x), get(whole), splat(part), V128.multiply(), V128.subtract(), set(x));
  const multiplyByX = join(get(x), V128.multiply());
  const [first, ...others] = EXPONENTIAL;
  const power = join(get(whole), V128.truncate(), i32(127), V128.splatI32(), V128.addI32());
  return join(
    join(get(x), splat(LEAST_EXPONENT), V128.maximum(), set(x)),
    join(get(x), splat(Math.LOG2E), V128.multiply(), V128.nearest(), set(whole)),
    join(reduce(LN_2[0]), reduce(LN_2[1]), splat(first)),
    each(others.length, (at) => join(multiplyByX, splat(others[at] ?? 0), V128.add())),
    join(multiplyByX, multiplyByX, get(x), V128.add(), splat(1), V128.add(), set(result)),
    // A float with this exponent and no fraction is a power of two.
    join(power, i32(23), V128.shiftLeftI32(), get(result), V128.multiply(), set(x)),
  );
}

export function planExponentiate(): FunctionPlan {
  const [values, count, scale, shift, sums] = [0, 1, 2, 3, 4] as const;
  const [x, whole, result, total] = [5, 6, 7, 8] as const;
  const step = join(
    join(load(values), splatLocal(scale), V128.multiply()),
    join(splatLocal(shift), V128.subtract(), set(x)),
    exponential(x, whole, result),
    join(get(values), get(x), V128.store()),
    join(get(sums), load(sums), get(x), V128.add(), V128.store()),
    join(get(total), get(x), V128.add(), set(total)),
  );
  return {
    name: "exponentiate",
    parameters: ["i32", "i32", "f32", "f32", "i32"],
    results: ["f32"],
    locals: ["v128", "v128", "v128", "v128"],
    body: join(forEachVector(step, [values, sums], count), sumLanes(total)),
  };
}

export function planWeigh(): FunctionPlan {
  const [values, count, own, others, scale] = [0, 1, 2, 3, 4] as const;
  const step = join(
    join(get(values), load(values)),
    join(load(others), splatLocal(own), V128.add(), V128.multiply()),
    join(splatLocal(scale), V128.multiply(), V128.store()),
  );
  return {
    name: "weigh",
    parameters: ["i32", "i32", "f32", "i32", "f32"],
    results: [],
    locals: [],
    body: forEachVector(step, [values, others], count),
  };
}

export function planDot(): FunctionPlan {
  const [left, right, count, total, one, other] = [0, 1, 2, 3, 4, 5] as const;
  const step = join(load(left), set(one), load(right), set(other), addProduct(total, one, other));
  return {
    name: "dot",
    parameters: ["i32", "i32", "i32"],
    results: ["f32"],
    locals: ["v128", "v128", "v128"],
    body: join(forEachVector(step, [left, right], count), sumLanes(total)),
  };
}

export function planAddScaled(): FunctionPlan {
  const [target, source, factor, count] = [0, 1, 2, 3] as const;
  const product = join(load(source), splatLocal(factor), V128.multiply());
  const step = join(get(target), load(target), product, V128.add(), V128.store());
  return {
    name: "addScaled",
    parameters: ["i32", "i32", "f32", "i32"],
    results: [],
    locals: [],
    body: forEachVector(step, [target, source], count),
  };
}
