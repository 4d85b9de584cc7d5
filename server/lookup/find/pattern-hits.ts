// Names that fit a pattern such as `mail_*`, those first that are used most.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { listBeginning, type StringTable } from "../../../data/snapshot/table/string-table.js";
import { getModuleOfXmlId } from "../../../data/module/xml-id.js";
import { readViewIds } from "../definition/where-view.js";
import { findEntriesByName } from "../entries.js";
import { readMemberNames } from "../search/near-names.js";
import type { Candidate } from "./candidate.js";
import type { LabelledKind } from "../../../data/module/labels.js";
import type { FindKind } from "../../contract/shape/find.js";
import { takeHeaviest } from "./name-lists.js";
import { createPattern } from "./typed-filters.js";

/** Names of a kind are given at most so many. */
const MOST_NAMES = 200;

/** Candidates of a kind whose names fit; what stands before the first `*` is as it is written. */
export function listPatternMatches(
  snapshot: Snapshot,
  kind: Exclude<FindKind, "author" | "category" | LabelledKind>,
  pattern: string,
): readonly Candidate[] {
  const { definitions, names, nameDependents } = snapshot;
  const toCandidates = (found: readonly string[]): readonly Candidate[] =>
    found.map((name) => ({ kind, name, match: "typed" }));
  switch (kind) {
    case "module":
      return toCandidates(listFitting(names, pattern, (number) => nameDependents.get(number)));
    case "repository": {
      const fits = createPattern(pattern);
      return toCandidates(
        snapshot.providers.filter(
          (provider) => fits(provider) || fits(provider.slice(provider.indexOf("/") + 1)),
        ),
      );
    }
    case "model":
      return toCandidates(
        listFitting(definitions.models, pattern, (one) => definitions.listEntries(one).length),
      );
    case "field":
    case "method": {
      const table = kind === "field" ? "fields" : "methods";
      const { countModels } = definitions[table];
      if (!pattern.startsWith("*")) {
        return toCandidates(listFitting(definitions.members, pattern, countModels));
      }
      const { folded, numbers } = readMemberNames(snapshot, table);
      const fits = createPattern(pattern);
      const fitting = numbers.filter((_, at) => fits(folded.get(at)));
      const found = takeHeaviest(fitting, countModels, MOST_NAMES);
      return toCandidates(found.map((number) => definitions.members.get(number)));
    }
    case "view":
      return toCandidates(listFittingViews(snapshot, pattern));
  }
}

/** Names that fit, those first that weigh most. */
function listFitting(
  table: StringTable,
  pattern: string,
  weigh: (number: number) => number,
): readonly string[] {
  const [beginning = ""] = pattern.split("*", 1);
  const fits = createPattern(pattern);
  // Names are sorted as they are written; who begins one does so in its own case.
  const fitting = listBeginning(table, beginning).filter((number) => fits(table.get(number)));
  return takeHeaviest(fitting, weigh, MOST_NAMES).map((number) => table.get(number));
}

/** Ids of views that other modules touch, and, where the module is spelled out, of all of its own. */
function listFittingViews(snapshot: Snapshot, pattern: string): readonly string[] {
  const { views, listForeignEntries } = snapshot.definitions;
  const known = listFitting(views, pattern, (number) => listForeignEntries(number).length);
  const module = getModuleOfXmlId(pattern);
  const own = module.includes("*") ? [] : (findEntriesByName(snapshot, module) ?? []);
  const fits = createPattern(pattern);
  const ids = own.flatMap((entry) => [...readViewIds(snapshot, entry)].filter(fits));
  return [...new Set([...known, ...ids])].slice(0, MOST_NAMES);
}
