// Fields, methods and views by name: exact ones, and names of any kind that begin with the text.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { findString, listBeginning } from "../../../data/snapshot/table/string-table.js";
import { toLocalId } from "../../../data/module/xml-id.js";
import type { Candidate } from "./candidate.js";
import { takeHeaviest, foldWords } from "./name-lists.js";

/** Limit for each kind other than modules. */
export const MOST_OF_A_KIND = 3;

const MEMBER_KINDS = [
  { kind: "method", table: "methods" },
  { kind: "field", table: "fields" },
] as const;

/** Methods and fields of the name, each followed by those models that have it in most entries. */
export function listEqualMembers({ definitions }: Snapshot, text: string): readonly Candidate[] {
  const names = new Set([text, foldWords(text)]);
  return [...names].flatMap((name) => {
    const member = findString(definitions.members, name);
    if (member === undefined) return [];
    return MEMBER_KINDS.flatMap(({ kind, table }): readonly Candidate[] => {
      const models = definitions[table]
        .listPlaces(member)
        .toSorted((left, right) => right.entries.length - left.entries.length)
        .slice(0, MOST_OF_A_KIND)
        .map(({ model }) => definitions.models.get(model));
      const ofModels = models.map((model) => ({ kind, name, model, match: "exact" }) as const);
      // The one model that has it says it all.
      return models.length === 1 ? ofModels : [{ kind, name, match: "exact" }, ...ofModels];
    });
  });
}

/** A shorter text begins too much to tell anything. */
const SHORTEST_BEGINNING = 3;

/** Methods, fields and views whose names begin with a text, those of most models or modules. */
function listMembersAndViews({ definitions }: Snapshot, text: string): readonly Candidate[] {
  const { members, views, listForeignEntries } = definitions;
  if (text.length < SHORTEST_BEGINNING || /\s/.test(text)) return [];
  const ofMembers = MEMBER_KINDS.flatMap(({ kind, table }) =>
    takeUsed(listBeginning(members, text), definitions[table].countModels).map((number) => ({
      kind,
      name: members.get(number),
    })),
  );
  const ofViews = text.includes(".")
    ? takeUsed(listBeginning(views, text), (number) => listForeignEntries(number).length).map(
        (number) => ({ kind: "view" as const, name: views.get(number) }),
      )
    : [];
  return [...ofMembers, ...ofViews]
    .filter(({ name }) => name !== text)
    .map((one) => ({ ...one, match: "prefix" }));
}

/** Names of other kinds than modules that are given for their beginning. */
const MOST_BEGINNINGS = 5;

/** @param others names of other kinds that begin with it */
export function chooseBeginnings(
  snapshot: Snapshot,
  text: string,
  others: readonly Candidate[],
): readonly Candidate[] {
  const { length } = foldWords(text);
  return [...listMembersAndViews(snapshot, text), ...others]
    .map((candidate) => {
      const { kind, name, label = name } = candidate;
      const folded = foldWords(kind === "view" || kind === "template" ? toLocalId(name) : label);
      return { candidate, order: folded.length + (folded[length] === "_" ? 0 : LONGEST_NAME) };
    })
    .toSorted((left, right) => left.order - right.order)
    .slice(0, text.includes(".") ? 2 * MOST_BEGINNINGS : MOST_BEGINNINGS)
    .map(({ candidate }) => candidate);
}

/** Names that people gave are shorter. */
const LONGEST_NAME = 1_000_000;

/** The most used names, at least once each. */
function takeUsed(
  numbers: readonly number[],
  weigh: (number: number) => number,
): readonly number[] {
  return takeHeaviest(numbers, weigh, MOST_OF_A_KIND).filter((number) => weigh(number) > 0);
}
