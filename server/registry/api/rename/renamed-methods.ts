// Methods that have another name at a later platform version.
import type { LoadedField, LoadedMethod } from "../../../../data/module/loaded-module.js";
import type { ApiEvidence } from "../../../contract/shape/api-changes.js";
import type { Defined, Members } from "../api-side.js";
import { toCallKey } from "../facts.js";
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

/** The fields of a model at both versions. */
interface FieldPairs {
  readonly from: Members<LoadedField>;
  readonly to: Members<LoadedField>;
  readonly renamed: Renames;
}

/** From this share of common words on, names are alike. */
const ALIKE = 0.6;
/** Likeness beside equal decorators with arguments. */
const ALIKE_BESIDE_DECORATORS = 0.4;
/**
 * Likeness of a name that contains all words of the other: an addition mostly means another thing.
 */
const ALIKE_WITHIN = 0.75;

/** Words that say what methods are for, and not which they are. */
const COMMON: ReadonlySet<string> = new Set(
  "action check compute default get inverse onchange open prepare search set show view".split(" "),
);

export function pairMethods(methods: Unpaired<LoadedMethod>, fields: FieldPairs): Renames {
  const named = listNamedBy(fields);
  return pairNames(methods, {
    describe,
    compare: (from, to) => compare(from, to, named.get(`${from.name} ${to.name}`)),
  });
}

/** The last of those with the same name, which Python keeps, as it is compared. */
interface DescribedMethod {
  readonly name: string;
  /** Equal for methods that are called alike. */
  readonly call: string;
  readonly decorators: string;
  readonly words: Words;
  /** Without those that do not say which it is. */
  readonly telling: Words;
}

function describe({ name, given }: Named<LoadedMethod>): DescribedMethod {
  const last = given.at(-1);
  return {
    name,
    call: last === undefined ? "" : toCallKey(last),
    decorators: last?.decorators.join(", ") ?? "",
    words: splitWords(name),
    telling: splitWords(name, COMMON),
  };
}

function compare(
  from: DescribedMethod,
  to: DescribedMethod,
  field: string | undefined,
): Likeness | undefined {
  const { decorators } = from;
  const hasArguments = decorators === to.decorators && decorators.includes("(");
  const isTold = field !== undefined;
  if (from.call !== to.call) return undefined;
  if (!isTold && !(decorators === to.decorators && areAlike(from, to, hasArguments))) {
    return undefined;
  }
  const { shared, share } = compareWords(from.words, to.words);
  const evidence: ApiEvidence[] = isTold ? [{ kind: "field", value: field }] : [];
  if (hasArguments) evidence.push({ kind: "decorators", value: decorators });
  if (shared.length > 0) evidence.push({ kind: "words", value: shared.join(" ") });
  return { weight: evidence.length + share, evidence };
}

function areAlike(from: DescribedMethod, to: DescribedMethod, besideDecorators: boolean): boolean {
  const { share, isWithin } = compareWords(from.telling, to.telling);
  if (isWithin) return share >= ALIKE_WITHIN;
  return share >= (besideDecorators ? ALIKE_BESIDE_DECORATORS : ALIKE);
}

/** Arguments of fields that name methods. */
const NAMING = ["compute", "inverse", "search", "selection", "group_expand"];

/**
 * Methods with a common reference at both versions, each named in place of one other alone: a split
 * or joined method is no rename. A field that is gone, or has another label, leaves open where its
 * method went.
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
