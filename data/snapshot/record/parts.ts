// The parts of modules (data/module-parts.ts) in sections of their own, so that who reads a record does
// not pay for them. Packed and compressed like records.
import { isObject } from "../../json.js";
import type { ModuleParts } from "../../module-parts.js";
import { damagedSection } from "../errors.js";
import { openPackedStore, toStoreRuns, type EntryRuns } from "./packed-store.js";
import { toObjects } from "./packing.js";
import type { SectionReader } from "../sections.js";

/**
 * Reads the parts of a module by the number of its entry.
 * @throws SnapshotError, also later
 */
export function openParts(
  sections: SectionReader,
  runs: EntryRuns,
): (entry: number) => ModuleParts {
  const readPacked = openPackedStore(sections, "parts", toStoreRuns(runs));
  return (entry) => {
    const parts = toObjects(readPacked(entry, 1)[0]);
    if (!isObject(parts)) throw damagedSection("parts.bytes", "parts", typeof parts);
    return parts as unknown as ModuleParts;
  };
}
