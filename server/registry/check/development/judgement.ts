// What is said of one reference of a module that is being written.
import type { Verdict } from "../check-reference.js";
import { NOWHERE, type Elsewhere } from "../elsewhere.js";
import type { Rule } from "./finding.js";

/** Something that does not exist. */
export interface Missing {
  readonly rule: Rule;
  readonly verdict: Verdict;
  readonly elsewhere: Elsewhere;
}

/**
 * `not_indexed`: it may be of what the index does not have; `run_time`: only running code knows.
 */
export type Doubt = "not_indexed" | "run_time";

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
