// Fields that have another name at a later platform version.
import { countEach } from "../../../../data/grouped.js";
import type { LoadedField } from "../../../../data/module/loaded-module.js";
import type { ApiEvidence } from "../../../contract/shape/api-changes.js";
import type { Members } from "../api-side.js";
import { findText, mergeField } from "../facts.js";
import {
  compareWords,
  pairNames,
  splitWords,
  type Likeness,
  type Named,
  type Renames,
  type Unpaired,
  type Words,
} from "./pair-names.js";

/** Arguments of which an equal value says that it is the same field. */
const TELLING = ["string", "compute", "related", "inverse_name", "relation"] as const;

/** From this share of common words on, names are alike, and labels. */
const ALIKE = 0.5;

/** Beginning of a method that any field may have, and which fields of one method share. */
const OF_ANY = /^_(?:compute|inverse|search)_$/;

/**
 * @param toLaterModel the name that a model has at the later version
 * @param methods of the model, by name
 */
export function pairFields(
  fields: Unpaired<LoadedField>,
  toLaterModel: (model: string) => string,
  methods: Readonly<Record<"before" | "now", ReadonlyMap<string, unknown>>>,
): Renames {
  const isNew = (name: string): boolean => methods.now.has(name) && !methods.before.has(name);
  const gone = [...methods.before.keys()].filter((name) => !methods.now.has(name));
  const findNamed = (from: string, to: string): string | undefined =>
    gone
      .flatMap((name) => (name.endsWith(`_${from}`) ? name.slice(0, -from.length) : []))
      .flatMap((start) => (OF_ANY.test(start) || !isNew(start + to) ? [] : start + to))[0];
  const computed = [fields.before, fields.now].map(countComputed);
  // A method that computes several fields does not tell which is which.
  const isTelling = ({ kind, value }: ApiEvidence): boolean =>
    kind !== "compute" || computed.every((counts) => counts.get(value) === 1);
  return pairNames(fields, {
    describe,
    compare: (from, to) => compare([from, to], { toLaterModel, isTelling, findNamed }),
  });
}

/** Number of fields that each method computes. */
function countComputed(fields: Members<LoadedField>): ReadonlyMap<string, number> {
  const given = [...fields.values()].map((all) => all.at(-1)?.definition.values.get("compute"));
  return countEach(given.filter((compute) => typeof compute === "string"));
}

interface DescribedField {
  readonly name: string;
  readonly type: string;
  readonly comodel: string | undefined;
  /** The arguments that tell which it is, as they are listed. */
  readonly told: readonly (string | undefined)[];
  readonly isComputed: boolean;
  readonly words: Words;
  /** Without those that do not say which it is. */
  readonly telling: Words;
  /** Words of its label, or else of its name. */
  readonly label: Words;
}

function describe({ name, given: definitions }: Named<LoadedField>): DescribedField {
  const { type, given } = mergeField(definitions);
  const label = findText(given, "string") ?? name;
  return {
    name,
    type,
    comodel: findText(given, "comodel_name"),
    told: TELLING.map((kind) => findText(given, kind)),
    isComputed: ["compute", "related"].some((argument) => given.has(argument)),
    words: splitWords(name),
    telling: splitWords(name, COMMON),
    label: splitWords(label.toLowerCase().replaceAll(/\W+/g, "_")),
  };
}

interface FieldRules {
  toLaterModel(model: string): string;
  isTelling(evidence: ApiEvidence): boolean;
  /** A new method with the name of the later field, in place of one with that of the earlier. */
  findNamed(from: string, to: string): string | undefined;
}

function compare(
  [from, to]: readonly [DescribedField, DescribedField],
  { toLaterModel, isTelling, findNamed }: FieldRules,
): Likeness | undefined {
  if (from.type !== to.type) return undefined;
  const { comodel } = from;
  const isSameModel =
    comodel === undefined ? to.comodel === undefined : toLaterModel(comodel) === to.comodel;
  if (!isSameModel) return undefined;
  const method = findNamed(from.name, to.name);
  const evidence: ApiEvidence[] = method === undefined ? [] : [{ kind: "method", value: method }];
  for (const [at, kind] of TELLING.entries()) {
    const value = from.told[at];
    if (value === undefined || value !== to.told[at] || !isTelling({ kind, value })) continue;
    evidence.push({ kind, value });
  }
  if (to.comodel !== undefined && comodel !== to.comodel) {
    evidence.push({ kind: "comodel_name", value: to.comodel });
  }
  if (evidence.length === 0 && !areAlike(from, to)) return undefined;
  const { shared, share } = compareWords(from.words, to.words);
  const words = shared.length === 0 ? [] : [{ kind: "words" as const, value: shared.join(" ") }];
  return { weight: evidence.length + share, evidence: [...evidence, ...words] };
}

/** Words that say what fields are for, and not which they are. */
const COMMON: ReadonlySet<string> = new Set(
  "count date has id ids is name show state type".split(" "),
);

/** Whether names and labels are alike, and both fields are computed or neither. */
function areAlike(from: DescribedField, to: DescribedField): boolean {
  return (
    from.isComputed === to.isComputed &&
    compareWords(from.telling, to.telling).share >= ALIKE &&
    compareWords(from.label, to.label).share >= ALIKE
  );
}
