// How long a plan takes for modules that nobody asked for before, and when it is asked again.
//
//   node dist/bench/plan.js --snapshot DIR [--platform-version 17.0] [--modules 300] [--runs 100]
import { parseArgs } from "node:util";
import { openSnapshot } from "../data/snapshot/decode.js";
import { locateSnapshot } from "../data/snapshot/locate.js";
import { countHeldBytes, planSystem } from "../server/registry/system-cache.js";
import { getVersionTable } from "../server/registry/version-table.js";
import { requireOption } from "./options.js";
import { pickPercentile, print } from "./spread.js";

const { values } = parseArgs({
  options: {
    snapshot: { type: "string" },
    "platform-version": { type: "string", default: "17.0" },
    modules: { type: "string", default: "300" },
    runs: { type: "string", default: "100" },
  },
});
const snapshot = openSnapshot(locateSnapshot(requireOption("--snapshot DIR", values.snapshot)));
const platformVersion = values["platform-version"];

const start = performance.now();
const names = [...getVersionTable(snapshot, platformVersion).carriers.keys()];
print(`${names.length} names at ${platformVersion}, listed in ${sinceMs(start)} ms`);

let seed = 20_241_122;
const firstMs: number[] = [];
const againMs: number[] = [];
let planned = 0;
for (let run = 0; run < Number(values.runs); run++) {
  const question = { platformVersion, modules: chooseNames(Number(values.modules)) };
  const asked = performance.now();
  const { plan } = planSystem(snapshot, question);
  const between = performance.now();
  planSystem(snapshot, question);
  firstMs.push(between - asked);
  againMs.push(performance.now() - between);
  planned += plan.counts.modules;
}
print(`${values.modules} names, ${Math.round(planned / Number(values.runs))} modules on average`);
print(`very first: ${firstMs[0]?.toFixed(1)} ms`);
print("median / 99th percentile, ms");
for (const [title, times] of [
  ["first", firstMs],
  ["again", againMs],
] as const) {
  const [median, slow] = [0.5, 0.99].map((share) => pickPercentile(times, share).toFixed(2));
  print(`${title}: ${median} / ${slow}`);
}
print(`${countHeldBytes(snapshot)} bytes held`);
snapshot.close();

function sinceMs(from: number): string {
  return (performance.now() - from).toFixed(1);
}

/** Always the same ones: a linear congruential generator (Numerical Recipes) chooses. */
function chooseNames(count: number): readonly string[] {
  const left = [...names];
  return Array.from({ length: Math.min(count, left.length) }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return left.splice(seed % left.length, 1)[0] ?? "";
  });
}
