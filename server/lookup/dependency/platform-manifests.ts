// What stands in for Odoo's own modules where they are not indexed: the manifests that ship with the program.
import {
  getPlatformManifests,
  type PlatformManifest,
} from "../../../data/platform/manifest-table.js";
import { deriveAtVersion } from "../derived.js";
import { listProviderEntries } from "./dependency-graph.js";

export type StandIns = ReadonlyMap<string, PlatformManifest>;

/** In every database, whatever is installed. */
export const BASE = "base";

/** Where Odoo's own modules are. */
export const PLATFORM = { organization: "odoo", repository: "odoo" } as const;

const NONE: StandIns = new Map();

/** By name; none where `base` is indexed, whose repository then tells what is there, or where there is no table. */
export const getStandIns = deriveAtVersion((snapshot, platformVersion): StandIns =>
  listProviderEntries(snapshot, BASE, platformVersion).length > 0
    ? NONE
    : getPlatformManifests(platformVersion),
);
