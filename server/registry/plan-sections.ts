// What plans are made of, beside the graph of dependencies and what is compared with its checksums when a snapshot is
// opened.
import type { SectionName } from "../../data/snapshot/format.js";
import { toListSections } from "../../data/snapshot/table/columns.js";
import { deriveOnce } from "../lookup/derived.js";

export const PLAN_SECTIONS: readonly SectionName[] = [
  "releases",
  "folders",
  "commits",
  "entries.release",
  "entries.folder",
  "entries.commit",
  "excludes",
  "countries",
  "packages",
  ...toListSections("excludes", "countries", "pip", "bin"),
];

/** Compares them, once for a snapshot. @throws SnapshotError where a byte is wrong */
export const checkPlanSections = deriveOnce(({ sections }) => sections.check(PLAN_SECTIONS));
