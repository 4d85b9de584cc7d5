// How long a plan takes for modules that nobody asked for before, and when it is asked again; and what an update
// brings that is so many tips of each branch behind.
//
//   node dist/bench/plan.js --snapshot DIR [--platform-version 17.0] [--modules 300] [--runs 100] [--tips 20]
import { parseArgs } from "node:util";
import { ID_DIGITS } from "../data/repository-history.js";
import { openSnapshot } from "../data/snapshot/decode.js";
import { locateSnapshot } from "../data/snapshot/locate.js";
import { countHeldBytes, planSystem } from "../server/registry/system-cache.js";
import type { LockedRepository } from "../server/change/update/lock.js";
import { planUpdate } from "../server/change/update/update-cache.js";
import { getVersionTable } from "../server/registry/version-table.js";
import { requireOption } from "./options.js";
import { pickPercentile, print } from "./spread.js";

const { values } = parseArgs({
  options: {
    snapshot: { type: "string" },
    "platform-version": { type: "string", default: "17.0" },
    modules: { type: "string", default: "300" },
    runs: { type: "string", default: "100" },
    tips: { type: "string", default: "20" },
  },
});
const snapshot = openSnapshot(locateSnapshot(requireOption("--snapshot DIR", values.snapshot)));
const platformVersion = values["platform-version"];

const start = performance.now();
const names = [...getVersionTable(snapshot, platformVersion).carriers.keys()];
print(`${names.length} names at ${platformVersion}, listed in ${sinceMs(start)} ms`);

const locked = { repositories: listFormerTips(Number(values.tips)), modules: undefined };

let seed = 20_241_122;
const firstMs: number[] = [];
const againMs: number[] = [];
const updateMs: number[] = [];
const updateAgainMs: number[] = [];
let planned = 0;
let brought = 0;
for (let run = 0; run < Number(values.runs); run++) {
  const question = { platformVersion, modules: chooseNames(Number(values.modules)) };
  const asked = performance.now();
  const { plan } = planSystem(snapshot, question);
  const between = performance.now();
  planSystem(snapshot, question);
  const again = performance.now();
  const { update } = planUpdate(snapshot, planSystem(snapshot, question), locked);
  const updated = performance.now();
  planUpdate(snapshot, planSystem(snapshot, question), locked);
  firstMs.push(between - asked);
  againMs.push(again - between);
  updateMs.push(updated - again);
  updateAgainMs.push(performance.now() - updated);
  planned += plan.counts.modules;
  brought += update.modules.reduce((sum, { commits }) => sum + (commits ?? 0), 0);
}
const [modules, commits] = [planned, brought].map((sum) => Math.round(sum / Number(values.runs)));
print(
  `${values.modules} names, on average ${modules} modules, and ${commits} commits since the lock`,
);
print(
  `very first: ${firstMs[0]?.toFixed(1)} ms, with its update ${updateMs[0]?.toFixed(1)} ms more`,
);
print("median / 99th percentile, ms");
for (const [title, times] of [
  ["first", firstMs],
  ["again", againMs],
  ["update", updateMs],
  ["update again", updateAgainMs],
] as const) {
  const [median, slow] = [0.5, 0.99].map((share) => pickPercentile(times, share).toFixed(2));
  print(`${title}: ${median} / ${slow}`);
}
print(`${countHeldBytes(snapshot)} bytes held`);
snapshot.close();

function sinceMs(from: number): string {
  return (performance.now() - from).toFixed(1);
}

/** Of each repository the tip that its branch had so many tips before. */
function listFormerTips(tips: number): readonly LockedRepository[] {
  return snapshot.providers.flatMap((provider, repository) => {
    const { branches } = snapshot.histories.readHistory(repository);
    const line = branches.find((branch) => branch.platformVersion === platformVersion)?.line ?? "";
    const begin = Math.max(line.length - ID_DIGITS * (tips + 1), 0);
    const commit = line.slice(begin, begin + ID_DIGITS);
    return commit === "" ? [] : [{ provider, commit }];
  });
}

/** Always the same ones: a linear congruential generator (Numerical Recipes) chooses. */
function chooseNames(count: number): readonly string[] {
  const left = [...names];
  return Array.from({ length: Math.min(count, left.length) }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return left.splice(seed % left.length, 1)[0] ?? "";
  });
}
