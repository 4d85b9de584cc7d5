// What is said of one reference of a module that is being written.
import type { Verdict } from "../check-reference.js";
import type { MissingName } from "../../../contract/shape/system/plan.js";
import type { Registry } from "../../loaded/registry-cache.js";
import { findElsewhere, NOWHERE, type Elsewhere } from "../elsewhere.js";

/** What may be wrong. */
interface RuleText {
  readonly meaning: string;
  /** @param missing the model that it is of, if any, and its name */
  say(missing: Pick<Verdict, "model" | "name">): string;
  /** How the name of a finding may be written in the file, the longest first; its line is the finding's without. */
  listWritten?(name: string): readonly string[];
}

const listAsIs = (name: string): readonly string[] => [name];
const listMethod = (name: string): readonly string[] => [name.slice(name.lastIndexOf("#") + 1)];

/** By the name under which formats give it. */
const TEXTS = {
  "unknown-module": {
    meaning:
      "A module in `depends` that no repository of the index, nor Odoo, has at this version.",
    say: ({ name }) => `there is no module ${name}`,
  },
  "missing-file": {
    meaning: "A file that the manifest names and that is not there.",
    say: ({ name }) => `there is no file ${name}`,
  },
  "unknown-model": {
    meaning: "A model that the system does not have.",
    say: ({ name }) => `there is no model ${name}`,
    listWritten: listAsIs,
  },
  "unknown-field": {
    meaning: "A field that its model does not have.",
    say: ({ model, name }) => `${model} has no field ${name}`,
    listWritten: (name) => [name.slice(name.lastIndexOf(".") + 1)],
  },
  "unknown-method": {
    meaning: "A method that its model does not have.",
    say: ({ model, name }) => `${model} has no method ${name}`,
    listWritten: listMethod,
  },
  "wrong-override": {
    meaning: "A method that cannot be called as the one that it overrides is.",
    say: ({ model, name }) => `${model}#${name} cannot be called as the method that it overrides`,
    listWritten: listMethod,
  },
  "wrong-call": {
    meaning: "A method that does not take the arguments it is called with.",
    say: ({ model, name }) => `${model}#${name} does not take these arguments`,
    listWritten: listMethod,
  },
  "unknown-super": {
    meaning: "A method that no class behind this one has.",
    say: ({ model, name }) => `no class of ${model} behind this one has a method ${name}`,
    listWritten: listMethod,
  },
  "unknown-record": {
    meaning: "An external id that no module of the system has.",
    say: ({ name }) => `there is no record ${name}`,
    listWritten: (name) => [name, name.slice(name.indexOf(".") + 1)],
  },
  "unknown-place": {
    meaning: "A spec of a view that finds nothing in the view that it changes.",
    say: ({ model, name }) => `nothing in ${model} is found by ${name}`,
    listWritten: (name) =>
      [...name.matchAll(/ (?:expr|name)="(.+?)"(?= [\w:-]+="|>)/g)].map(([, value = ""]) => value),
  },
  "no-access": {
    meaning: "A model that no access line is for, so that only the superuser may use its records.",
    say: ({ name }) => `no access line is for ${name}`,
    listWritten: listAsIs,
  },
  "refused-module": {
    meaning: "A module that Odoo of this version does not take, for its manifest or its name.",
    say: ({ name }) => `Odoo does not take the module: ${name}`,
  },
  "unreadable-file": {
    meaning: "A file of which not all could be read, so not all is checked.",
    say: ({ name }) => `not all could be read: ${name}`,
  },
} as const satisfies Readonly<Record<string, RuleText>>;

export type Rule = keyof typeof TEXTS;

export const RULES: Readonly<Record<Rule, RuleText>> = TEXTS;

/** Something that does not exist. */
export interface Missing {
  readonly rule: Rule;
  readonly verdict: Verdict;
  readonly elsewhere: Elsewhere;
}

/**
 * Why nobody can tell: `not_indexed`, it may be of a module that the index does not have; `run_time`, only running code
 * knows; `demo_data`, it may be a record of it, which no index has.
 */
export type Doubt = "not_indexed" | "run_time" | "demo_data";

export type Judgement = "exists" | Doubt | Missing;

/** @param model `null` for what is of no model */
export function toMissing(
  rule: Rule,
  name: string,
  {
    model = null,
    near = [],
    elsewhere = NOWHERE,
  }: Partial<Pick<Verdict, "model" | "near">> & {
    readonly elsewhere?: Elsewhere;
  } = {},
): Missing {
  return {
    rule,
    verdict: { exists: false, kind: null, model, name, defined: [], near },
    elsewhere,
  };
}

export function toJudgement(registry: Registry, rule: Rule, verdict: Verdict): Judgement {
  if (verdict.exists !== false) return "run_time";
  return { rule, verdict, elsewhere: findElsewhere(registry, verdict) };
}

/** Why something that is not found may be there all the same. */
export function toDoubt(missing: readonly MissingName[]): Doubt {
  return missing.length > 0 ? "not_indexed" : "run_time";
}
