// Methods that have another name at a later platform version.
import type { LoadedField, LoadedMethod } from "../../../../data/module/loaded-module.js";
import type { ApiEvidence } from "../../../contract/shape/api-changes.js";
import type { Defined, Members } from "../api-side.js";
import { hasSameParameters } from "../method-details.js";
import {
  compareWords,
  pairNames,
  type Candidate,
  type Renames,
  type Unpaired,
} from "./pair-names.js";

/** The fields of a model at both versions. */
interface FieldPairs {
  readonly from: Members<LoadedField>;
  readonly to: Members<LoadedField>;
  readonly renamed: Renames;
}

/** From this share of common words on, names are alike. */
const ALIKE = 0.6;
/** The same where decorators with arguments are equal too. */
const ALIKE_BESIDE_DECORATORS = 0.4;
/** The same, with or without decorators, where one name has all words of the other: what is added mostly says that it is another thing. */
const ALIKE_WITHIN = 0.75;

/** Words that say what methods are for, and not which they are. */
const COMMON: ReadonlySet<string> = new Set(
  "action check compute default get inverse onchange open prepare search set show view".split(" "),
);

export function pairMethods(methods: Unpaired<LoadedMethod>, fields: FieldPairs): Renames {
  const named = listNamedBy(fields);
  return pairNames(methods, (from, to) => {
    const [one, other] = [from.given.at(-1), to.given.at(-1)];
    if (one === undefined || other === undefined) return undefined;
    return compare(one, other, named.get(`${from.name} ${to.name}`));
  });
}

function compare(
  from: LoadedMethod,
  to: LoadedMethod,
  field: string | undefined,
): Candidate | undefined {
  const [before = "", after] = [from, to].map(({ decorators }) => decorators.join(", "));
  const hasArguments = before === after && before.includes("(");
  const isTold = field !== undefined;
  const isAlike = before === after && areAlike(from.name, to.name, hasArguments);
  if (!hasSameParameters(from, to) || (!isTold && !isAlike)) return undefined;
  const { shared, share } = compareWords(from.name, to.name);
  const evidence: ApiEvidence[] = isTold ? [{ kind: "field", value: field }] : [];
  if (hasArguments) evidence.push({ kind: "decorators", value: before });
  if (shared.length > 0) evidence.push({ kind: "words", value: shared.join(" ") });
  return { from: from.name, to: to.name, weight: evidence.length + share, evidence };
}

function areAlike(from: string, to: string, besideDecorators: boolean): boolean {
  const [one, other] = [from, to].map((name) =>
    name
      .split("_")
      .filter((word) => !COMMON.has(word))
      .join("_"),
  );
  const { share, isWithin } = compareWords(one ?? "", other ?? "");
  if (isWithin) return share >= ALIKE_WITHIN;
  return share >= (besideDecorators ? ALIKE_BESIDE_DECORATORS : ALIKE);
}

/** Arguments of fields that name methods. */
const NAMING = ["compute", "inverse", "search", "selection", "group_expand"];

/**
 * What names the one method at the earlier version and the other at the later one, where either is named in place
 * of one other alone: a method that was split, or joined with another, is no other name. A field that is gone, or
 * has another label, leaves open where its method went.
 */
function listNamedBy({ from, to, renamed }: FieldPairs): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  const partners = new Map<string, Set<string>>();
  const addPartner = (method: string, other: string): void => {
    partners.set(method, (partners.get(method) ?? new Set()).add(other));
  };
  for (const [name, before] of from) {
    const after = to.get(renamed.get(name)?.name ?? name);
    for (const argument of NAMING) {
      const [one, other] = [before, after].map((given) =>
        given?.at(-1)?.definition.values.get(argument),
      );
      if (typeof one !== "string" || one === other) continue;
      if (typeof other !== "string" || !isSaidAlike(before, after)) {
        addPartner(`from ${one}`, "");
        continue;
      }
      addPartner(`from ${one}`, other);
      addPartner(`to ${other}`, one);
      named.set(`${one} ${other}`, `${argument} of ${name}`);
    }
  }
  const isOnly = (pair: string): boolean => {
    const [one = "", other = ""] = pair.split(" ");
    return partners.get(`from ${one}`)?.size === 1 && partners.get(`to ${other}`)?.size === 1;
  };
  return new Map([...named].filter(([pair]) => isOnly(pair)));
}

/** Whether the labels of two fields are equal, where both are given. */
function isSaidAlike(
  before: readonly Defined<LoadedField>[],
  after: readonly Defined<LoadedField>[] = [],
): boolean {
  const [one, other] = [before, after].map((given) => {
    const label = given.at(-1)?.definition.values.get("string");
    return typeof label === "string" ? label.toLowerCase() : undefined;
  });
  return one === undefined || other === undefined || one === other;
}
