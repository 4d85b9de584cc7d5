// What is said of one reference of a module that is being written.
import type { Verdict } from "../check-reference.js";
import type { MissingName } from "../../../contract/shape/system/plan.js";
import type { Registry } from "../../loaded/registry-cache.js";
import { findElsewhere, NOWHERE, type Elsewhere } from "../elsewhere.js";
import type { Rule } from "./finding-kinds.js";

/** Something that does not exist. */
export interface Missing {
  readonly rule: Rule;
  readonly verdict: Verdict;
  readonly elsewhere: Elsewhere;
  /** What else the message says. */
  readonly detail?: string;
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
    detail = "",
  }: Partial<Pick<Verdict, "model" | "near"> & Pick<Missing, "elsewhere" | "detail">> = {},
): Missing {
  return {
    rule,
    verdict: { exists: false, kind: null, model, name, defined: [], near },
    elsewhere,
    detail,
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
