// Why a module cannot be had, as one word.
import { findPlatformEdition } from "../../data/platform/module-names.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import type { MissingKind } from "../contract/shape/system/plan.js";
import { listProviderEntries } from "../lookup/dependency/dependency-graph.js";
import { findEntriesByName } from "../lookup/entries.js";
import type { AddonsPath } from "./addons-path.js";

/** @param name one that `path` does not find */
export function findMissingKind(
  snapshot: Snapshot,
  path: AddonsPath,
  name: string,
  platformVersion: string,
): MissingKind {
  if (path.isExcluded(name)) return "excluded";
  if (listProviderEntries(snapshot, name, platformVersion).length > 0) return "not_installable";
  const edition = findPlatformEdition(name, platformVersion);
  if (edition !== undefined) return edition;
  return findEntriesByName(snapshot, name) === undefined ? "unknown" : "other_version";
}
