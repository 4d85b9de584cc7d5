// The records of a system in turns with other work: of many modules, or large ones, it takes long.
import type { Steps } from "../../../data/yield.js";
import type { Registry } from "../loaded/registry-cache.js";
import type { SystemRecords } from "./system-records.js";

/** One module, then one record of these models a step. @throws TooComplex; SnapshotError */
export function* prepareRecords(
  { system, getRecords }: Pick<Registry, "system" | "getRecords">,
  models: readonly string[] = [],
): Steps<SystemRecords> {
  for (const module of system.modules) {
    system.readData(module);
    yield;
  }
  const records = getRecords();
  yield* records.prepare(models);
  return records;
}
