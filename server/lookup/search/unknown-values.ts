// Reason for an empty search: filters whose values no module has, and existing values instead. A
// search itself answers with an empty list.
import type { UnknownValue } from "../../contract/shape/search.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { findString } from "../../../data/snapshot/table/string-table.js";
import { findEntriesByName, listDistinct } from "../entries.js";
import { listCategories, listLicenses, listMaturities } from "../module/browse.js";
import { foldLabel } from "../../contract/browser/words.js";
import type { EntryFilters } from "./entry-filters.js";
import { listNearModels, listNearNames, listNearTexts } from "./near-names.js";

const toNames = (rows: readonly { readonly name: string }[]): readonly string[] =>
  rows.map(({ name }) => name);

/** Values of filters with few, each once. */
export const FILTER_VALUES = {
  category: (snapshot) => toNames(listCategories(snapshot)),
  license: (snapshot) => toNames(listLicenses(snapshot)),
  development_status: (snapshot) => toNames(listMaturities(snapshot)),
  organization: ({ repositories }) => listDistinct(repositories.map((row) => row.organization)),
  repository: ({ repositories }) => listDistinct(repositories.map((row) => row.repository)),
} as const satisfies Readonly<Record<string, (snapshot: Snapshot) => readonly string[]>>;

type ValueFilter = keyof typeof FILTER_VALUES;

/** The filters whose values can be unknown as a whole. */
type NamedFilter = "platform_version" | ValueFilter | "depends_on" | "model";

type NamedFilters = { readonly [Name in NamedFilter]?: EntryFilters[Name] | undefined };

/** In the order of the filters; empty if every value is known. */
export function listUnknownValues(
  snapshot: Snapshot,
  filters: NamedFilters,
): readonly UnknownValue[] {
  const { versions, definitions } = snapshot;
  const unknown: UnknownValue[] = [];
  const check = (parameter: NamedFilter, list: () => readonly string[]): void => {
    const value = filters[parameter];
    if (value === undefined) return;
    const known = list();
    const label = foldLabel(value);
    if (!known.some((one) => foldLabel(one) === label)) {
      unknown.push({ parameter, value, known: listNearest(known, value) });
    }
  };
  const { platform_version: version, depends_on, model } = filters;
  if (version !== undefined && !versions.includes(version)) {
    unknown.push({ parameter: "platform_version", value: version, known: versions });
  }
  for (const parameter of Object.keys(FILTER_VALUES) as ValueFilter[]) {
    check(parameter, () => FILTER_VALUES[parameter](snapshot));
  }
  if (depends_on !== undefined && !isNeeded(snapshot, depends_on)) {
    const known = listNearNames(snapshot, depends_on);
    unknown.push({ parameter: "depends_on", value: depends_on, known });
  }
  if (model !== undefined && findString(definitions.models, model) === undefined) {
    unknown.push({ parameter: "model", value: model, known: listNearModels(snapshot, model) });
  }
  return unknown;
}

function isNeeded(snapshot: Snapshot, name: string): boolean {
  return (
    findString(snapshot.dependencies.keys, name) !== undefined ||
    findEntriesByName(snapshot, name) !== undefined
  );
}

/** Limit of values listed. */
const MOST_KNOWN = 5;

/** The near ones; where none is near, those that most modules have. */
function listNearest(known: readonly string[], value: string): readonly string[] {
  const near = listNearTexts(known, value);
  return near.length > 0 ? near : known.slice(0, MOST_KNOWN);
}
