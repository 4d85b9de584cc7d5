// Where something is that a system does not have: in modules that are not of it, or at earlier platform
// versions, as the index of definitions says.
import { comparePlatformVersions } from "../../../data/platform-version.js";
import { findString } from "../../../data/snapshot/table/string-table.js";
import { getModuleOfXmlId, toFullXmlId } from "../../../data/xml-id.js";
import type { CheckedReference } from "../../interface/shape/system/check.js";
import {
  findEntriesByName,
  getPlatformVersion,
  getTechnicalName,
  listDistinct,
} from "../../lookup/entries.js";
import type { LoadedSystem } from "../loaded/loaded-system.js";
import type { Verdict } from "./check-reference.js";

export type Elsewhere = Pick<CheckedReference, "provided_by" | "last_version" | "gone_since">;

export const NOWHERE: Elsewhere = { provided_by: [], last_version: null, gone_since: null };

/** More modules than these tell nobody which one is wanted. */
const MOST_PROVIDERS = 10;

/** @param missing what the system does not have */
export function findElsewhere(system: LoadedSystem, missing: Verdict): Elsewhere {
  const { snapshot, platformVersion } = system;
  const entries = listEntries(system, missing);
  const providers = listDistinct(
    entries
      .filter((entry) => getPlatformVersion(snapshot, entry) === platformVersion)
      .map((entry) => getTechnicalName(snapshot, entry)),
  );
  const [last] = snapshot.versions
    .filter(
      (version) =>
        comparePlatformVersions(version, platformVersion) < 0 &&
        entries.some((entry) => getPlatformVersion(snapshot, entry) === version),
    )
    .toReversed();
  const next = snapshot.versions[last === undefined ? -1 : snapshot.versions.indexOf(last) + 1];
  return {
    provided_by: providers
      .filter((name) => system.find(name) === undefined)
      .slice(0, MOST_PROVIDERS),
    last_version: last ?? null,
    gone_since: next ?? null,
  };
}

/** Entries of all versions that have it. */
function listEntries(
  { snapshot }: LoadedSystem,
  { kind, model: modelName, name }: Verdict,
): readonly number[] {
  const { definitions, loaded } = snapshot;
  if (kind === "model") return [...loaded.listEntriesOfModel(name)];
  if (kind === "field" || kind === "method") {
    const model = modelName === null ? undefined : findString(definitions.models, modelName);
    if (model === undefined) return [];
    return [...(definitions[`${kind}s`].findEntries(model, name) ?? [])];
  }
  const module = getModuleOfXmlId(name);
  const models = kind === null ? loaded.listEntriesOfModel(name) : [];
  const owners = (findEntriesByName(snapshot, module) ?? []).filter((entry) =>
    loaded
      .readData(entry)
      .some(({ records }) => records.some(({ xml_id: id }) => toFullXmlId(module, id) === name)),
  );
  return [...models, ...owners];
}
