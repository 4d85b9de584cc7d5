// At which platform versions Odoo's own modules are indexed: those at which there is a `base`.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { PlatformCoverage } from "../../contract/browser/platform-words.js";
import { BASE } from "../dependency/platform-manifests.js";
import { findEntriesByName, listVersions } from "../entries.js";

export function getPlatformCoverage(snapshot: Snapshot): PlatformCoverage {
  return {
    platform_versions: snapshot.versions,
    platform_indexed: listVersions(snapshot, findEntriesByName(snapshot, BASE) ?? []),
  };
}
