// Candidates for a typed text, and the hit that each is if the snapshot has it: nothing is returned
// that a route would not answer.
import type { EntryCounts } from "../../contract/shape/browse.js";
import type { FindHit, FindKind, FindMatch } from "../../contract/shape/find.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { findString } from "../../../data/snapshot/table/string-table.js";
import { isLabelledKind } from "../../../data/module/labels.js";
import { getModuleOfXmlId } from "../../../data/module/xml-id.js";
import { listPlaces } from "../definition/where-member.js";
import { listRecordEntries, listViewEntries, readRecordModels } from "../definition/where-view.js";
import {
  getDisplayName,
  getPlatformVersion,
  getProviderByNumber,
  getTechnicalName,
  isInstallable,
  listEntriesOfName,
  listVersions,
} from "../entries.js";
import { listCategories, listRepositories } from "../module/browse.js";
import { foldLabel } from "../../contract/browser/words.js";
import { listAuthorEntries } from "../search/entry-filters.js";
import { listLabels } from "./name-lists.js";
import { getNameHit } from "../search/name-search.js";

export interface Candidate {
  readonly kind: FindKind;
  /** For a repository `<organization>/<repository>`. */
  readonly name: string;
  /** Model of a field or method. */
  readonly model?: string;
  /** Label by which a record was found. */
  readonly label?: string;
  /** Version in the typed text. */
  readonly version?: string | undefined;
  readonly match: FindMatch;
  /** For a module in a traceback. */
  readonly frames?: FindHit["frames"];
}

export type Hit = Omit<FindHit, "path" | "page"> & {
  /** The platform version that its address is about. */
  readonly version: string | undefined;
};

/** Equal for what is the same thing. */
export function toKey({ kind, model, name }: Candidate): string {
  return `${kind} ${model ?? ""} ${name}`;
}

/** @param version of which it must have something, if any; `undefined` where it is not there */
export function verifyCandidate(
  snapshot: Snapshot,
  candidate: Candidate,
  version: string | undefined,
): Hit | undefined {
  const { kind, name, model = null, match, frames } = candidate;
  // Clients would drop these from a path.
  if (/^\.{0,2}$/.test(name) || (model !== null && /^\.{0,2}$/.test(model))) return undefined;
  const known = findFacts(snapshot, candidate, version);
  if (known === undefined) return undefined;
  const { label = "", number, ...facts } = known;
  if (version !== undefined && !facts.platform_versions.includes(version)) return undefined;
  if (number === undefined) return { kind, name, model, label, match, ...facts, version };
  const { versions, not_installable, copy_of } = getNameHit(snapshot, number);
  const where = { versions, not_installable, copy_of };
  const found = { kind, name, model, label, match, ...facts, ...where, version };
  return frames === undefined ? found : { ...found, frames };
}

/** Facts of an existing thing. */
interface Facts extends Pick<Hit, "platform_versions" | "counts" | "module"> {
  readonly label?: string;
  /** Number of a module's name. */
  readonly number?: number;
}

function findFacts(
  snapshot: Snapshot,
  candidate: Candidate,
  version: string | undefined,
): Facts | undefined {
  const { kind, name, model } = candidate;
  if (isLabelledKind(kind)) return findLabelFacts(snapshot, candidate, version);
  switch (kind) {
    case "module":
      return findModuleFacts(snapshot, name);
    case "repository":
      return findRepositoryFacts(snapshot, name);
    case "model":
      return findModelFacts(snapshot, name);
    case "field":
      return findMemberFacts(snapshot, "fields", name, model);
    case "method":
      return findMemberFacts(snapshot, "methods", name, model);
    case "view":
      return toFacts(snapshot, listViewEntries(snapshot, name));
    case "record":
      return findRecordFacts(snapshot, name);
    case "author":
      return toFacts(snapshot, listAuthorEntries(snapshot, name));
    case "category":
      return findCategoryFacts(snapshot, name);
  }
}

function findModuleFacts(snapshot: Snapshot, name: string): Facts | undefined {
  const number = findString(snapshot.names, name);
  if (number === undefined) return undefined;
  const entries = listEntriesOfName(snapshot, number);
  const newest = entries.at(-1);
  if (newest === undefined) return undefined;
  const dependents = snapshot.nameDependents.get(number);
  return {
    label: getDisplayName(snapshot, newest),
    platform_versions: listVersions(snapshot, entries),
    counts: { dependents },
    number,
  };
}

function findRepositoryFacts(snapshot: Snapshot, name: string): Facts | undefined {
  const row = listRepositories(snapshot)[snapshot.providers.indexOf(name)];
  if (row === undefined) return undefined;
  return { label: row.git, ...toRowFacts(row) };
}

function findModelFacts(snapshot: Snapshot, name: string): Facts | undefined {
  const { models, listEntries } = snapshot.definitions;
  const model = findString(models, name);
  return model === undefined ? undefined : toFacts(snapshot, listEntries(model));
}

function findMemberFacts(
  snapshot: Snapshot,
  kind: "fields" | "methods",
  name: string,
  modelName: string | undefined,
): Facts | undefined {
  if (modelName !== undefined) {
    const model = findString(snapshot.definitions.models, modelName);
    const entries =
      model === undefined ? undefined : snapshot.definitions[kind].findEntries(model, name);
    return entries && toFacts(snapshot, entries);
  }
  const places = listPlaces(snapshot, kind, name);
  const facts = toFacts(
    snapshot,
    places.flatMap(({ entries }) => [...entries]),
  );
  return facts && { ...facts, counts: { ...facts.counts, models: places.length } };
}

function findCategoryFacts(snapshot: Snapshot, name: string): Facts | undefined {
  const label = foldLabel(name);
  const row = listCategories(snapshot).find((one) => foldLabel(one.name) === label);
  return row && toRowFacts(row);
}

function toRowFacts({ modules, platform_versions }: EntryCounts): Facts {
  return { platform_versions: Object.keys(platform_versions), counts: { modules } };
}

/** Counts installable modules: the record is shown in a system of one of them. */
function findLabelFacts(
  snapshot: Snapshot,
  { kind, name, label }: Candidate,
  version: string | undefined,
): Facts | undefined {
  const own = getModuleOfXmlId(name);
  const isOwn = (entry: number): boolean => getTechnicalName(snapshot, entry) === own;
  const labels = listLabels(snapshot, name).filter(
    (one) => one.kind === kind && (label === undefined || one.label === label),
  );
  const found = labels.find(({ entries: all }) => all.some(isOwn)) ?? labels[0];
  const entries = found?.entries.filter((entry) => isInstallable(snapshot, entry)) ?? [];
  const facts = toFacts(snapshot, entries);
  if (found === undefined || facts === undefined) return undefined;
  const newest = version ?? facts.platform_versions.at(-1);
  const weigh = (entry: number): number =>
    snapshot.nameDependents.get(snapshot.entries.name.get(entry));
  const here = entries.filter((entry) => getPlatformVersion(snapshot, entry) === newest);
  const names = here
    .toSorted((left, right) => weigh(right) - weigh(left))
    .map((entry) => getTechnicalName(snapshot, entry));
  // A patched name usually belongs to the module with most dependents.
  const module = names.includes(own) ? own : (names[0] ?? "");
  return { ...facts, label: found.label, module };
}

/** A record without a label; its model stands for one. */
function findRecordFacts(snapshot: Snapshot, xmlId: string): Facts | undefined {
  const entries = listRecordEntries(snapshot, xmlId).filter((one) => isInstallable(snapshot, one));
  const newest = entries.at(-1);
  if (newest === undefined) return undefined;
  const label = readRecordModels(snapshot, newest).get(xmlId) ?? "";
  const facts = toFacts(snapshot, entries);
  return facts && { ...facts, label, module: getModuleOfXmlId(xmlId) };
}

/** Modules and versions of entries; `undefined` where there are none. */
function toFacts(snapshot: Snapshot, entries: Iterable<number>): Facts | undefined {
  const names = new Set<number>();
  for (const entry of entries) names.add(snapshot.entries.name.get(entry));
  if (names.size === 0) return undefined;
  const platform_versions = listVersions(snapshot, entries);
  return { platform_versions, counts: { modules: names.size } };
}

/** The candidate that a repository is, by its number. */
export function toRepository(snapshot: Snapshot, number: number, match: FindMatch): Candidate {
  return { kind: "repository", name: getProviderByNumber(snapshot, number), match };
}
