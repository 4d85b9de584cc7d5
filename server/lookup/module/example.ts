// What of the snapshot shows what there is: one entry, and one model with what is in it. For links that
// people may try.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { deriveOnce } from "../derived.js";
import { getPlatformVersion, getRepository, listEntriesOfName } from "../entries.js";

export interface ExampleEntry {
  readonly technicalName: string;
  readonly platformVersion: string;
  readonly repository: string;
  readonly oldestVersion: string;
}

/** The module that most others depend on, at its newest version; `undefined` of an empty snapshot. */
export function findExample(snapshot: Snapshot): ExampleEntry | undefined {
  let best = 0;
  for (let name = 1; name < snapshot.names.length; name++) {
    if (snapshot.nameDependents.get(name) > snapshot.nameDependents.get(best)) best = name;
  }
  const entries = snapshot.names.length === 0 ? [] : listEntriesOfName(snapshot, best);
  const [oldest] = entries;
  const entry = entries.at(-1);
  if (oldest === undefined || entry === undefined) return undefined;
  return {
    technicalName: snapshot.names.get(best),
    platformVersion: getPlatformVersion(snapshot, entry),
    repository: getRepository(snapshot, oldest).repository,
    oldestVersion: getPlatformVersion(snapshot, oldest),
  };
}

export interface ExampleDefinition {
  readonly model: string;
  readonly field: string;
  readonly method: string;
  /** In full; `undefined` where no view is known to others than its module. */
  readonly view: string | undefined;
}

/** Of the models with fields and methods the one that most entries have; `undefined` where none is. */
export const findExampleDefinition = deriveOnce((snapshot): ExampleDefinition | undefined => {
  const { models, fields, methods, views, listEntries } = snapshot.definitions;
  const numbers = Array.from({ length: models.length }, (_, number) => number);
  const byEntries = numbers.toSorted((a, b) => listEntries(b).length - listEntries(a).length);
  for (const model of byEntries) {
    const [field] = fields.listNames(model);
    const [method] = methods.listNames(model);
    if (field === undefined || method === undefined) continue;
    const view = views.length === 0 ? undefined : views.get(0);
    return { model: models.get(model), field, method, view };
  }
  return undefined;
});
