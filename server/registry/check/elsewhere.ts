// Places of a thing that a system lacks: modules outside it, or earlier platform versions, by the
// index of definitions.
import { comparePlatformVersions } from "../../../data/platform/platform-version.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { findPlatformEdition } from "../../../data/platform/module-names.js";
import { findString } from "../../../data/snapshot/table/string-table.js";
import { getModuleOfXmlId } from "../../../data/module/xml-id.js";
import { reach } from "../../../data/walk-graph.js";
import type { CheckedReference } from "../../contract/shape/system/check.js";
import { getPlatformVersion, getTechnicalName, listDistinct } from "../../lookup/entries.js";
import { getDefaultChoice } from "../../lookup/dependency/choose-provider.js";
import {
  listDepends,
  listProviderEntries,
  BASE,
} from "../../lookup/dependency/dependency-graph.js";
import { listRecordEntries } from "../../lookup/definition/where-view.js";
import { findSuccessors } from "../../lookup/lineage/successors.js";
import { findMemberChange } from "../api/open-api-step.js";
import type { LoadedSystem } from "../loaded/loaded-system.js";
import type { Registry } from "../loaded/registry-cache.js";
import { listBeginnings, type Verdict } from "./check-reference.js";
import { listSuccessors, listModuleSuccessors } from "./successors.js";

export type Elsewhere = Pick<
  CheckedReference,
  "provided_by" | "last_version" | "gone_since" | "now"
>;

export const NOWHERE: Elsewhere = {
  provided_by: [],
  last_version: null,
  gone_since: null,
  now: [],
};

/** More modules than these tell nobody which one is wanted. */
const MOST_PROVIDERS = 10;

/** @param missing what the system does not have @param ref as it is written, where that says more */
export function findElsewhere(
  registry: Registry,
  missing: Verdict,
  ref: string = missing.name,
): Elsewhere {
  const { system } = registry;
  const { snapshot, platformVersion } = system;
  const models = listModels(registry, missing);
  const entries = listEntries(system, missing, models);
  const providers = listDistinct(
    entries
      .filter((entry) => getPlatformVersion(snapshot, entry) === platformVersion)
      .map((entry) => getTechnicalName(snapshot, entry)),
  );
  const [last] = snapshot.versions
    .filter(
      (version) =>
        comparePlatformVersions(version, platformVersion) < 0 &&
        entries.some((entry) => getPlatformVersion(snapshot, entry) === version) &&
        (models.length === 0 || isMadeAt(snapshot, models, version)),
    )
    .toReversed();
  const next = snapshot.versions[last === undefined ? -1 : snapshot.versions.indexOf(last) + 1];
  return {
    provided_by: providers
      .filter((name) => system.find(name) === undefined)
      .slice(0, MOST_PROVIDERS),
    last_version: providers.length > 0 ? null : (last ?? null),
    gone_since:
      isGone({ snapshot, entries, last, next }) && providers.length === 0 ? (next ?? null) : null,
    now: providers.length > 0 ? [] : listNow(registry, missing, { ref, entries, last }),
  };
}

/** Modules at the version that have a model or a record and are not of the system. */
export function listProviders(
  registry: Registry,
  kind: "model" | "record",
  name: string,
): readonly string[] {
  const missing = { exists: false, kind, model: null, name, defined: [], near: [] } as const;
  return findElsewhere(registry, missing).provided_by;
}

interface Ending {
  readonly snapshot: Snapshot;
  readonly entries: readonly number[];
  readonly last: string | undefined;
  /** The next version of the index. */
  readonly next: string | undefined;
}

/** Whether one of the modules that had it, or what became of one, is indexed at the next version: else it is not known. */
function isGone({ snapshot, entries, last, next }: Ending): boolean {
  if (last === undefined || next === undefined) return false;
  const isIndexed = (name: string): boolean => listProviderEntries(snapshot, name, next).length > 0;
  return entries
    .filter((entry) => getPlatformVersion(snapshot, entry) === last)
    .map((entry) => getTechnicalName(snapshot, entry))
    .some(
      (owner) =>
        isIndexed(owner) ||
        (findPlatformEdition(owner, last) === "core" && isIndexed(BASE)) ||
        findSuccessors(snapshot, owner, next).some((one) => isIndexed(one.technical_name)),
    );
}

interface Former {
  readonly ref: string;
  /** Entries that have it. */
  readonly entries: readonly number[];
  /** The newest version before that of the system at which one of them is. */
  readonly last: string | undefined;
}

/** Names that lead on from it; without any what became of the modules that had it. */
function listNow(
  registry: Registry,
  { kind, model, name }: Verdict,
  { ref, entries, last }: Former,
): Elsewhere["now"] {
  const { snapshot, platformVersion } = registry.system;
  const isAt = (entry: number, version: string | undefined): boolean =>
    getPlatformVersion(snapshot, entry) === version;
  const owners = entries
    .filter((entry) => isAt(entry, last))
    .map((entry) => getTechnicalName(snapshot, entry));
  const isMember = kind === "field" || kind === "method";
  const now = isMember
    ? listRenamedMember(registry, { kind, model: model ?? "", name }, last)
    : listSuccessors(registry, ref, (xmlId) =>
        listRecordEntries(snapshot, xmlId).some((entry) => isAt(entry, platformVersion)),
      );
  if (now.length > 0) return now;
  const named = getModuleOfXmlId(ref);
  const isThere = listProviderEntries(snapshot, named, platformVersion).length > 0;
  return listModuleSuccessors(
    registry,
    listDistinct(isThere || isMember ? owners : [named, ...owners]),
  );
}

/** The new name of a field or method, as the comparison of the two versions has it. */
function listRenamedMember(
  { system: { snapshot, platformVersion: to }, models }: Registry,
  member: Parameters<typeof findMemberChange>[1],
  from = "",
): Elsewhere["now"] {
  const { change, target } = findMemberChange(snapshot, member, { from, to }) ?? {};
  if (change !== "renamed" || typeof target?.name !== "string") return [];
  const { kind, name } = member;
  const isThere = models.findModel(target.model) !== undefined;
  const ref = isThere ? `${target.model}${kind === "field" ? "." : "#"}${target.name}` : null;
  return [{ thing: kind, from: name, to: target.name, kind: "renamed", since: to, ref }];
}

/** The model of a field or a method, and those that it has such members of. */
function listModels({ models }: Registry, { kind, model: name }: Verdict): readonly string[] {
  if (name === null || (kind !== "field" && kind !== "method")) return [];
  const model = models.findModel(name);
  const delegated = kind === "field" ? [...(model?.inherits.keys() ?? [])] : [];
  return [...new Set([name, ...(model?.lineage.ancestors ?? []), ...delegated])];
}

/** Whether Odoo or a module that makes one of the models is indexed at a version: an extension alone is of an unknown one. */
function isMadeAt(snapshot: Snapshot, models: readonly string[], version: string): boolean {
  const { definitions } = snapshot;
  if (listProviderEntries(snapshot, BASE, version).length > 0) return true;
  return models.some((name) => {
    const model = findString(definitions.models, name);
    const makers = model === undefined ? [] : definitions.listDefiningEntries(model);
    return [...makers].some((entry) => getPlatformVersion(snapshot, entry) === version);
  });
}

/** Entries of all versions that have it. @param models those that may have a member */
function listEntries(
  { snapshot }: LoadedSystem,
  { kind, name }: Verdict,
  models: readonly string[],
): readonly number[] {
  const { definitions } = snapshot;
  if (kind === "field" || kind === "method") {
    return models.flatMap((owner) => {
      const model = findString(definitions.models, owner);
      return model === undefined
        ? []
        : [...(definitions[`${kind}s`].findEntries(model, name) ?? [])];
    });
  }
  // The id of a record of a module that is not of the system looks like a model.
  const isRecord = kind === "record" || kind === "view";
  const made = isRecord ? undefined : findString(definitions.models, name);
  // Makers only: an extension does not have the model.
  const makers = made === undefined ? [] : definitions.listDefiningEntries(made);
  return [
    ...makers,
    ...listRecordEntries(snapshot, name),
    ...(kind === null ? listFieldEntries(snapshot, name) : []),
  ];
}

/** Entries with the field that a name after one of a model is: `stock.move.line.qty_done`. */
function listFieldEntries({ definitions }: Snapshot, ref: string): readonly number[] {
  return listBeginnings(ref)
    .slice(1)
    .flatMap((beginning) => {
      const model = findString(definitions.models, beginning);
      const [field = ""] = ref.slice(beginning.length + 1).split(".");
      return model === undefined ? [] : [...(definitions.fields.findEntries(model, field) ?? [])];
    });
}

/** Whether a module needs another one, directly or not: its classes are loaded after those of that one. */
export function isBuiltOn(
  { snapshot, platformVersion }: Pick<LoadedSystem, "snapshot" | "platformVersion">,
  entry: number,
  name: string,
): boolean {
  const needed = reach(listDepends(snapshot, entry), (other) => {
    const provider = getDefaultChoice(snapshot, platformVersion).choose(other, entry);
    return provider === undefined ? [] : listDepends(snapshot, provider);
  });
  return needed.has(name);
}
