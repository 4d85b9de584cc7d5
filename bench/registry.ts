// How long it takes to say what a model or a view of a system is: of a system that nobody asked for before,
// then of models and views of it, the first time and again.
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
const snapshot = openSnapshot(locateSnapshot(requireOption("--snapshot DIR", values.snapshot)));
const platformVersion = values["platform-version"];
const modules = requireOption("--modules NAMES", values.modules).split(",");
const planned = planSystem(snapshot, { platformVersion, modules });

const times = new Map<string, number[]>();
let views = 0;
for (let run = 0; run < Number(values.runs); run++) {
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
  measure("model, first", describeModel);
  measure("model, again", describeModel);
  measure("what points at it", () => JSON.stringify(findModelUsage(registry.system, values.model)));
  views = measure("view, first", describeView);
  measure("view, again", describeView);
}
print(`${planned.plan.counts.modules} modules, ${views} views applied to ${values.view}`);
print("median / slowest, ms; the first of a process takes several times as long");
for (const [title, all] of times) {
  print(`${title}: ${pickPercentile(all, 0.5).toFixed(1)} / ${Math.max(...all).toFixed(1)}`);
}
snapshot.close();

function measure<T>(title: string, work: () => T): T {
  const start = performance.now();
  const value = work();
  times.set(title, [...(times.get(title) ?? []), performance.now() - start]);
  return value;
}
