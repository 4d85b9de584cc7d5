// Whether questions about systems can be answered at all, tried once behind the first answers of a service, with the
// models that most modules extend, of the modules that most others need; what answers them is compiled then.
import { compareText } from "../../../data/platform/platform-version.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { finishSteps, type Yield } from "../../../data/yield.js";
import { findEntriesByName, getPlatformVersion } from "../../lookup/entries.js";
import { toRegistryModel } from "../model/model-answer.js";
import { planSystem } from "../system-cache.js";
import { withinLimits } from "../../lookup/limits.js";
import { toViewAnswer } from "../view/answer.js";
import { combineView } from "../view/combine.js";
import { findModelUsage } from "./model-usage.js";
import { loadRegistry, type Registry } from "./registry-cache.js";

/** With three times as many, and two versions, a service has 30 MB more before anybody asks about a system. */
const PREPARED_MODULES = 8;

const PREPARED_MODELS = 8;

/**
 * Prepares the newest platform version that the snapshot itself has, in steps of about a
 * millisecond. @throws SnapshotError
 */
export async function prepareRegistry(snapshot: Snapshot, yieldToOthers: Yield): Promise<void> {
  const newest = findEntriesByName(snapshot, "base")?.at(-1);
  if (newest === undefined) return;
  const platformVersion = getPlatformVersion(snapshot, newest);
  const modules = listMostNeeded(snapshot);
  await yieldToOthers();
  const planned = attempt(() => planSystem(snapshot, { platformVersion, modules }));
  if (planned !== undefined) await prepareModels(loadRegistry(snapshot, planned), yieldToOthers);
}

/** Questions that are too complex get their error later; all others are answered. */
const attempt = <T>(prepare: () => T): T | undefined => withinLimits(prepare, undefined);

/** Names of modules on which the most others depend directly. */
function listMostNeeded({ names, nameDependents }: Snapshot): readonly string[] {
  return Array.from({ length: nameDependents.length }, (_, name) => name)
    .toSorted((left, right) => nameDependents.get(right) - nameDependents.get(left))
    .slice(0, PREPARED_MODULES)
    .map((name) => names.get(name))
    .toSorted(compareText);
}

/** Models of few classes first: the engine has compiled the code when it comes to the others. */
async function prepareModels(registry: Registry, yieldToOthers: Yield): Promise<void> {
  const { system, models } = registry;
  const { classes } = system.snapshot.loaded;
  const counts = new Map<string, number>();
  for (const { entry } of system.modules) {
    await yieldToOthers();
    for (const { model } of classes.list(entry)) {
      if (model !== null) counts.set(model, (counts.get(model) ?? 0) + 1);
    }
  }
  const prepared = [...counts]
    .toSorted(([, left], [, right]) => left - right)
    .slice(-PREPARED_MODELS)
    .map(([model]) => model);
  for (const one of prepared.flatMap(system.listClasses)) {
    await yieldToOthers();
    system.readClass(one);
  }
  for (const name of prepared) {
    await yieldToOthers();
    const model = attempt(() => models.findModel(name));
    await yieldToOthers();
    if (model !== undefined) attempt(() => finishSteps(toRegistryModel(model)));
    await yieldToOthers();
    const usage = attempt(() => findModelUsage(system, name));
    const view = usage?.views.find((one) => one.inherit_id === null);
    if (view === undefined) continue;
    await yieldToOthers();
    attempt(() => prepareView(registry, view.xml_id));
  }
}

function prepareView({ system, createViews }: Registry, xmlId: string): void {
  const views = createViews();
  const view = views.find(xmlId);
  if (view !== undefined)
    toViewAnswer(finishSteps(combineView(views, view, system.platformVersion)));
}
