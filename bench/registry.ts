// How long it takes to say what a model or a view of a system is: the first question of a process, of a system
// of which nothing was decoded, of one whose modules another system had decoded, and the same question again.
// What the plan takes, which each begins with, stands apart.
//
//   node dist/bench/registry.js --snapshot DIR --modules NAME,NAME [--platform-version 17.0]
//     [--model sale.order] [--view sale.view_order_form] [--runs 20]
import { parseArgs } from "node:util";
import { openSnapshot } from "../data/snapshot/decode.js";
import { locateSnapshot } from "../data/snapshot/locate.js";
import { findModelUsage } from "../server/registry/loaded/model-usage.js";
import { loadRegistry } from "../server/registry/loaded/registry-cache.js";
import { toRegistryModel } from "../server/registry/model/model-answer.js";
import { planSystem } from "../server/registry/system-cache.js";
import { toViewAnswer } from "../server/registry/view/answer.js";
import { combineView } from "../server/registry/view/combine.js";
import { requireOption } from "./options.js";
import { pickPercentile, print } from "./spread.js";

const { values } = parseArgs({
  options: {
    snapshot: { type: "string" },
    modules: { type: "string" },
    "platform-version": { type: "string", default: "17.0" },
    model: { type: "string", default: "sale.order" },
    view: { type: "string", default: "sale.view_order_form" },
    runs: { type: "string", default: "20" },
  },
});
const folder = locateSnapshot(requireOption("--snapshot DIR", values.snapshot));
const platformVersion = values["platform-version"];
const modules = requireOption("--modules NAMES", values.modules).split(",");

const times = new Map<string, number[]>();
let counts = "";
const opened = openSnapshot(folder);
for (let run = 0; run < Number(values.runs); run++) {
  const when = run === 0 ? "first of the process" : "nothing decoded";
  // For another object everything is derived anew. Opening the folder again would map its file again, which
  // makes the engine collect garbage a few times while a question is answered.
  const snapshot = { ...opened };
  const planned = measure(`plan, ${when}`, () =>
    planSystem(snapshot, { platformVersion, modules }),
  );
  for (const state of [when, "decoded for another system"]) {
    const registry = loadRegistry(snapshot, planned);
    const describeModel = (): string => {
      const model = registry.models.findModel(values.model);
      return JSON.stringify(model && toRegistryModel(model));
    };
    const describeView = (): number => {
      const found = registry.openViews().find(values.view);
      if (found === undefined) return 0;
      const answer = toViewAnswer(combineView(registry.openViews(), found, platformVersion));
      JSON.stringify(answer);
      return answer.applied.length;
    };
    measure(`model, ${state}`, describeModel);
    measure("model, again", describeModel);
    measure(`what points at it, ${state}`, () =>
      JSON.stringify(findModelUsage(registry.system, values.model)),
    );
    const views = measure(`view, ${state}`, describeView);
    measure("view, again", describeView);
    counts = `${planned.plan.counts.modules} modules, ${views} views applied to ${values.view}`;
  }
}
opened.close();
print(counts);
print("median / slowest, ms");
for (const [title, all] of times) {
  print(`${title}: ${pickPercentile(all, 0.5).toFixed(1)} / ${Math.max(...all).toFixed(1)}`);
}

function measure<T>(title: string, work: () => T): T {
  const start = performance.now();
  const value = work();
  times.set(title, [...(times.get(title) ?? []), performance.now() - start]);
  return value;
}
