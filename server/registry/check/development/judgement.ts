// What is said of one reference of a module that is being written.
import type { Verdict } from "../check-reference.js";
import { NOWHERE, type Elsewhere } from "../elsewhere.js";

/** What may be wrong, by the name under which formats give it. */
export const RULES = {
  "unknown-module":
    "A module in `depends` that no repository of the index, nor Odoo, has at this version.",
  "missing-file": "A file that the manifest names and that is not there.",
  "unknown-model": "A model that the system does not have.",
  "unknown-field": "A field that its model does not have.",
  "unknown-method": "A method that its model does not have.",
  "wrong-override": "A method that cannot be called as the one that it overrides is.",
  "unknown-super": "A method that no class behind this one has.",
  "unknown-record": "An external id that no module of the system has.",
  "unknown-place": "A spec of a view that finds nothing in the view that it changes.",
  "no-access":
    "A model that no access line is for, so that only the superuser may use its records.",
  "unreadable-file": "A file of which not all could be read, so not all is checked.",
} as const;
export type Rule = keyof typeof RULES;

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
