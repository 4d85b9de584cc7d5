// What of a list of references exists in a system.
import type { CheckedReference, CheckedReferences } from "../../contract/shape/system/check.js";
import type { Registry } from "../loaded/registry-cache.js";
import { checkReference } from "./check-reference.js";
import { findElsewhere, NOWHERE } from "./elsewhere.js";

/** @param missing names that the system needs and nobody has */
export function checkReferences(
  registry: Registry,
  refs: readonly string[],
  missing: readonly string[],
): CheckedReferences {
  const { system } = registry;
  const references = refs.map((ref): CheckedReference => {
    const verdict = checkReference(registry, ref);
    const elsewhere = verdict.exists === false ? findElsewhere(registry, verdict, ref) : NOWHERE;
    return { ref, ...verdict, ...elsewhere };
  });
  const count = (exists: boolean | null): number =>
    references.filter((reference) => reference.exists === exists).length;
  return {
    platform_version: system.platformVersion,
    modules: system.modules.length,
    missing,
    counts: { exist: count(true), missing: count(false), unknown: count(null) },
    references,
  };
}
