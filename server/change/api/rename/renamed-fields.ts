// Fields that have another name at a later platform version.
import type { LoadedField } from "../../../../data/module/loaded-module.js";
import type { ApiEvidence } from "../../../contract/shape/api-changes.js";
import type { Members } from "../api-side.js";
import { findText, mergeField, type MergedField } from "../field-details.js";
import {
  compareWords,
  pairNames,
  type Candidate,
  type Named,
  type Renames,
  type Unpaired,
} from "./pair-names.js";

/** Arguments of which an equal value says that it is the same field. */
const TELLING = ["string", "compute", "related", "inverse_name", "relation"] as const;

/** From this share of common words on, names are alike, and labels. */
const ALIKE = 0.5;

/** @param toLaterModel the name that a model has at the later version */
export function pairFields(
  fields: Unpaired<LoadedField>,
  toLaterModel: (model: string) => string,
): Renames {
  const merged = new Map<readonly LoadedField[], MergedField>();
  const merge = ({ given }: Named<LoadedField>): MergedField => {
    const known = merged.get(given) ?? mergeField(given);
    merged.set(given, known);
    return known;
  };
  const computed = [fields.before, fields.now].map(countComputed);
  // A method that computes several fields does not tell which is which.
  const isTelling = ({ kind, value }: ApiEvidence): boolean =>
    kind !== "compute" || computed.every((counts) => counts.get(value) === 1);
  return pairNames(fields, (from, to) => {
    const pair = [
      { name: from.name, ...merge(from) },
      { name: to.name, ...merge(to) },
    ] as const;
    return compare(pair, toLaterModel, isTelling);
  });
}

/** How many fields each method computes. */
function countComputed(fields: Members<LoadedField>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [last] of [...fields.values()].map((given) => given.slice(-1))) {
    const compute = last?.definition.values.get("compute");
    if (typeof compute === "string") counts.set(compute, (counts.get(compute) ?? 0) + 1);
  }
  return counts;
}

interface NamedField extends MergedField {
  readonly name: string;
}

function compare(
  [from, to]: readonly [NamedField, NamedField],
  toLaterModel: (model: string) => string,
  isTelling: (evidence: ApiEvidence) => boolean,
): Candidate | undefined {
  const comodel = findText(from.given, "comodel_name");
  const laterComodel = findText(to.given, "comodel_name");
  const isSameModel =
    comodel === undefined ? laterComodel === undefined : toLaterModel(comodel) === laterComodel;
  if (from.type !== to.type || !isSameModel) return undefined;
  const evidence = TELLING.flatMap((kind): ApiEvidence[] => {
    const value = findText(from.given, kind);
    return value !== undefined && value === findText(to.given, kind) ? [{ kind, value }] : [];
  }).filter(isTelling);
  if (laterComodel !== undefined && comodel !== laterComodel) {
    evidence.push({ kind: "comodel_name", value: laterComodel });
  }
  const { shared, share } = compareWords(from.name, to.name);
  if (evidence.length === 0 && !areAlike(from, to)) return undefined;
  const words = shared.length === 0 ? [] : [{ kind: "words" as const, value: shared.join(" ") }];
  return {
    from: from.name,
    to: to.name,
    weight: evidence.length + share,
    evidence: [...evidence, ...words],
  };
}

/** Words that say what fields are for, and not which they are. */
const COMMON: ReadonlySet<string> = new Set(
  "count date has id ids is name show state type".split(" "),
);

/** Whether names and labels are alike, and both fields are computed or neither. */
function areAlike(from: NamedField, to: NamedField): boolean {
  const [label = "", later = ""] = [from, to].map(({ name, given }) =>
    (findText(given, "string") ?? name).toLowerCase().replaceAll(/\W+/g, "_"),
  );
  const [isComputed, isLaterComputed] = [from, to].map(({ given }) =>
    ["compute", "related"].some((name) => given.has(name)),
  );
  const [one = "", other = ""] = [from, to].map(({ name }) =>
    name
      .split("_")
      .filter((word) => !COMMON.has(word))
      .join("_"),
  );
  return (
    compareWords(one, other).share >= ALIKE &&
    compareWords(label, later).share >= ALIKE &&
    isComputed === isLaterComputed
  );
}
