// One entry of the snapshot that shows what there is: for links that people may try.
import type { Snapshot } from "../../data/snapshot/decode.js";
import { getPlatformVersion, getRepository, listEntriesOfName } from "./entries.js";

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
