// Fields, methods and views by name: exact ones, and names of any kind that begin with the text; and the score of a name of
// another kind than modules, so that it can stand among modules.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { measureDistance } from "../../../data/text/edit-distance.js";
import { findString, listBeginning } from "../../../data/snapshot/table/string-table.js";
import { toLocalId } from "../../../data/module/xml-id.js";
import { listNearMembers, listNearTexts } from "../search/near-names.js";
import type { Candidate, Hit } from "./candidate.js";
import { takeHeaviest, foldWords } from "./name-lists.js";
import type { FindKind, FindMatch } from "../../contract/shape/find.js";

/** Limit for each kind other than modules. */
export const MOST_OF_A_KIND = 3;
/** Edit distance of a misspelt name. */
const MOST_EDITS = 2;

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

/** Methods and fields that a misspelt text of code may be; of the model that it names, if any. */
export function listNearHits(snapshot: Snapshot, text: string): readonly Candidate[] {
  const { definitions } = snapshot;
  const [, model = "", name = ""] = /^(?:([\w.]+)[.#])?(\w+_\w+)$/.exec(text) ?? [];
  const owner = findString(definitions.models, model);
  if (name === "" || (owner === undefined && model !== "")) return [];
  return MEMBER_KINDS.flatMap(({ kind, table }) => {
    const near =
      owner === undefined
        ? listNearMembers(snapshot, table, name)
        : listNearTexts(definitions[table].listNames(owner), name);
    const of = owner === undefined ? {} : { model };
    return near
      .filter((one) => measureDistance(one, name, MOST_EDITS) <= MOST_EDITS)
      .map((one) => ({ kind, name: one, ...of, match: "typo" }) as const);
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

/**
 * Score of a name that is the text. Fields and methods are mostly meant if they are written as
 * such.
 */
const EXACT: Readonly<Record<FindKind, number>> = {
  module: 1,
  author: 0.75,
  model: 0.8,
  view: 0.9,
  menu: 0.75,
  report: 0.75,
  repository: 0.7,
  action: 0.7,
  mail_template: 0.7,
  scheduled_action: 0.7,
  group: 0.5,
  javascript: 0.75,
  template: 0.7,
  bundle: 0.7,
  record: 0.7,
  category: 0.6,
  method: 0.4,
  field: 0.4,
};
/** Score of a text that is written as code. */
const EXACT_CODE = 0.95;
/** A model, whose name with `_` begins that of many modules. */
const EXACT_MODEL = 0.99;

/** Scores of names that begin with the text, or contain it. */
const BEGUN: Partial<Record<FindMatch, number>> = { prefix: 0.3, word: 0.3 };

const BEGUN_CODE = 0.7;
/** Score for a text with a dot, which no module has in its name. */
const BEGUN_DOTTED = 0.94;

/** Kinds whose names are for people. */
const SPOKEN: ReadonlySet<FindKind> = new Set([
  "action",
  "author",
  "category",
  "group",
  "mail_template",
  "menu",
  "report",
  "scheduled_action",
]);

/** Share of a score that is left for the least used name. */
const LEAST_LEFT = 0.8;
/** Models or modules from which on more count no more. */
const MUCH_USED = 200;
/** A field or method of one model, beside itself of any. */
const OF_ONE_MODEL = 0.9;

/** 0 to 1: by kind for a name that is the text, 0.95 where it is typed as code (a model 0.99), 0.3 for one that begins with it, 0.7 as code, 0.94 with a dot; up to a fifth less for what is little used. */
export function scoreName({ kind, model, match, counts }: Hit, text: string): number {
  const isCode = /[a-z][_./][a-z]/i.test(text) && !/\s/.test(text);
  const exact = isCode ? Math.max(EXACT_CODE, EXACT[kind]) : EXACT[kind];
  const begunCode = text.includes(".") ? BEGUN_DOTTED : BEGUN_CODE;
  // A label in which the words stand is no name that begins so.
  const isSpoken = SPOKEN.has(kind) || (match === "word" && text.includes("."));
  const begun = isCode && !isSpoken ? begunCode : (BEGUN[match] ?? 0);
  if (isCode && kind === "model" && match === "exact") return EXACT_MODEL;
  const fit = match === "exact" ? exact : begun;
  const used = Math.log1p(counts.models ?? counts.modules ?? 0) / Math.log1p(MUCH_USED);
  const left = LEAST_LEFT + (1 - LEAST_LEFT) * Math.min(1, used);
  return fit * left * (model === null ? 1 : OF_ONE_MODEL);
}
