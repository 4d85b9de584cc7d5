// Verdict on one reference of a module under development.
import type { Verdict } from "../check-reference.js";
import type { Registry } from "../../loaded/registry-cache.js";
import { findElsewhere, NOWHERE, type Elsewhere } from "../elsewhere.js";
import type { Rule } from "./finding-kinds.js";

/** Something that does not exist. */
export interface Missing {
  readonly rule: Rule;
  readonly verdict: Verdict;
  readonly elsewhere: Elsewhere;
  /** Rest of the message. */
  readonly detail?: string;
}

/**
 * Reason for a missing verdict: `not_indexed`, it may belong to a module outside the index;
 * `run_time`, only running code knows; `demo_data`, it may be a record of demo data, which no index
 * has.
 */
type Doubt = "not_indexed" | "run_time" | "demo_data";

export type Judgement = "exists" | Doubt | Missing;

export interface PlacedJudgement {
  readonly file: string;
  readonly line: number;
  readonly judgement: Judgement;
}

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

/** Reason why something not found may exist. */
export function toDoubt({ isWhole }: { readonly isWhole: boolean }): Doubt {
  return isWhole ? "run_time" : "not_indexed";
}
