// Checks a list of references against a system, with the limits of knowledge.
import type { CheckedReference, CheckedReferences } from "../../contract/shape/system/check.js";
import type { MissingModule } from "../../contract/shape/system/plan.js";
import { MOST_IN_ROWS } from "../../contract/shape/completeness.js";
import type { Steps } from "../../../data/yield.js";
import { withinLimits } from "../../lookup/limits.js";
import { toCompleteness, toSystemHead } from "../../lookup/dependency/not-indexed.js";
import type { Registry } from "../loaded/registry-cache.js";
import { checkReference, type Verdict } from "./check-reference.js";
import { findElsewhere, NOWHERE } from "./elsewhere.js";

/** One reference a step. @param missing what the system needs and cannot have */
export function* checkReferences(
  registry: Registry,
  refs: readonly string[],
  missing: readonly Pick<MissingModule, "technical_name" | "versions">[],
): Steps<CheckedReferences> {
  const { system, known } = registry;
  const references: CheckedReference[] = [];
  for (const ref of refs) {
    references.push(judgeReference(registry, ref));
    yield;
  }
  const count = (exists: boolean | null): number =>
    references.filter((reference) => reference.exists === exists).length;
  return {
    ...toSystemHead(system.platformVersion, known.names),
    modules: system.modules.length,
    missing: missing.map(({ technical_name: name }) => name),
    missing_versions: Object.fromEntries(
      missing
        .filter(({ versions }) => versions.length > 0)
        .map(({ technical_name: name, versions }) => [name, versions]),
    ),
    counts: { exist: count(true), missing: count(false), unknown: count(null) },
    references,
  };
}

/**
 * A missing thing is unknown if a module outside the index may have it; then it is not reported as
 * gone. So is a question over its limit of steps.
 */
export function judgeReference(registry: Registry, ref: string): CheckedReference {
  const unknown = { exists: null, kind: null, model: null, defined: [], near: [] };
  const unjudged = { ref, name: ref, ...unknown, ...NOWHERE, ...toCompleteness([]) };
  return withinLimits(() => judgeKnown(registry, ref), unjudged);
}

function judgeKnown(registry: Registry, ref: string): CheckedReference {
  const verdict = checkReference(registry, ref);
  const doubts = listDoubts(registry, verdict, ref);
  const elsewhere = verdict.exists === false ? findElsewhere(registry, verdict, ref) : NOWHERE;
  const isUnknown = verdict.exists === false && doubts.length > 0;
  return {
    ref,
    ...verdict,
    ...toCompleteness(doubts, MOST_IN_ROWS),
    ...elsewhere,
    ...(isUnknown && { exists: null, gone_since: null }),
  };
}

/**
 * Modules outside the index that could change the verdict; none if they cannot.
 * @param ref as requested
 */
function listDoubts(
  { known }: Registry,
  { exists, kind, model, name, defined }: Verdict,
  ref: string,
): readonly string[] {
  if (known.names.length === 0) return [];
  const order = known.listOfOrder([...new Set(defined.map(({ module }) => module))]);
  const ofRecord = exists !== true && !ref.includes("#") ? known.listOfRecord(ref) : [];
  if (kind === "field" || kind === "method") {
    if (model === null) return known.names;
    const own = kind === "field" ? known.listOfFields(model) : known.listOfMethod(model, name);
    return [...own, ...order, ...ofRecord];
  }
  // A name that no model of the system begins may be one of a module that is not indexed.
  if (exists !== true) return known.names;
  const own = kind === "model" ? known.listOfModel(name) : known.listOfRecord(name);
  return [...own, ...order];
}
