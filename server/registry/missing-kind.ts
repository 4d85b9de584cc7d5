// Why a module cannot be had, as one word.
import { findPlatformEdition } from "../../data/platform/module-names.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import type { MissingKind } from "../contract/shape/system/plan.js";
import { findEntriesByName, getPlatformVersion } from "../lookup/entries.js";
import type { AddonsPath } from "./addons-path.js";

/** @param name one that `path` does not find */
export function findMissingKind(
  snapshot: Snapshot,
  path: AddonsPath,
  name: string,
  platformVersion: string,
): MissingKind {
  if (path.isExcluded(name)) return "excluded";
  const entries = findEntriesByName(snapshot, name) ?? [];
  if (entries.some((entry) => getPlatformVersion(snapshot, entry) === platformVersion)) {
    return "not_installable";
  }
  const edition = findPlatformEdition(name, platformVersion);
  if (edition !== undefined) return edition;
  return entries.length > 0 ? "other_version" : "unknown";
}
