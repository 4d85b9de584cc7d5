// Examples from the snapshot: one entry, and one model with its contents. For links that people may
// try.
import { readLabelKey, toKindMark } from "../../../data/module/labels.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { Members } from "../../../data/snapshot/table/definitions.js";
import { deriveOnce } from "../memo.js";
import { getPlatformVersion, getRepository, isInstallable, listEntriesOfName } from "../entries.js";

/**
 * The module that most others depend on, at the newest version at which it can be installed; `undefined`
 * of an empty snapshot.
 */
export function findExample(snapshot: Snapshot) {
  let best = 0;
  for (let name = 1; name < snapshot.names.length; name++) {
    if (snapshot.nameDependents.get(name) > snapshot.nameDependents.get(best)) best = name;
  }
  const entries = snapshot.names.length === 0 ? [] : listEntriesOfName(snapshot, best);
  const [oldest] = entries;
  const entry = entries.findLast((one) => isInstallable(snapshot, one)) ?? entries.at(-1);
  if (oldest === undefined || entry === undefined) return undefined;
  return {
    technicalName: snapshot.names.get(best),
    platformVersion: getPlatformVersion(snapshot, entry),
    repository: getRepository(snapshot, oldest).repository,
    oldestVersion: getPlatformVersion(snapshot, oldest),
  };
}

/**
 * Model with most entries among those with fields and methods, its most frequent field and method,
 * the most inherited view, and the name in scripts that most entries have; `undefined` without models.
 */
export const findExampleDefinition = deriveOnce((snapshot) => {
  const { models, fields, methods, views, listEntries, listForeignEntries } = snapshot.definitions;
  const numbers = Array.from({ length: models.length }, (_, number) => number);
  const byEntries = numbers.toSorted((a, b) => listEntries(b).length - listEntries(a).length);
  for (const model of byEntries) {
    const field = findMost(fields.listNames(model), (one) => countMembers(fields, model, one));
    const method = findMost(methods.listNames(model), (one) => countMembers(methods, model, one));
    if (field === undefined || method === undefined) continue;
    const ids = Array.from({ length: views.length }, (_, number) => number);
    const most = findMost(ids, (number) => listForeignEntries(number).length);
    const view = most === undefined ? undefined : views.get(most);
    const { keys, lists } = snapshot.loaded.labels;
    const scripts = keys.listContaining(toKindMark("javascript"));
    const used = findMost(scripts, (key) => lists.view(key).length);
    const script = used === undefined ? undefined : readLabelKey(keys.get(used))?.xmlId;
    return { model: models.get(model), field, method, view, script };
  }
  return undefined;
});

function countMembers(members: Members, model: number, name: string): number {
  return members.findEntries(model, name)?.length ?? 0;
}

/** The first of those with the greatest count. */
function findMost<T>(things: readonly T[], count: (thing: T) => number): T | undefined {
  let most: T | undefined;
  let greatest = -1;
  for (const thing of things) {
    const counted = count(thing);
    if (counted > greatest) [most, greatest] = [thing, counted];
  }
  return most;
}
