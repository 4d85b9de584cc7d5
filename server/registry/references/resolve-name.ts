// A name with dots in all modules of a version, as code and domains have it: through fields from model to model, with all that
// is inherited.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { withinLimits } from "../../lookup/limits.js";
import { checkReference } from "../check/check-reference.js";
import type { Registry } from "../loaded/registry-cache.js";
import { getWorldRegistry } from "./world.js";

/** A field or method, by the model that declares it first. */
interface ResolvedName {
  readonly kind: "field" | "method";
  readonly name: string;
  readonly model: string;
  /** Whether it is what the name leads to, or only similar. */
  readonly match: "typed" | "typo";
}

/** @returns what it leads to, else what has a similar name at the place where it leads to nothing */
export function resolveName(
  snapshot: Snapshot,
  ref: string,
  version: string,
): readonly ResolvedName[] {
  const registry = getWorldRegistry(snapshot, version);
  const check = (one: string) => withinLimits(() => checkReference(registry, one), undefined);
  const called = check(ref.replace(/\.(?=\w+$)/, "#"));
  const verdict = called?.exists === true ? called : check(ref);
  const { kind, model } = verdict ?? {};
  if (verdict === undefined || (kind !== "field" && kind !== "method") || !model) return [];
  const match = verdict.exists === true ? "typed" : "typo";
  const names = verdict.exists === true ? [verdict.name] : verdict.near;
  return names.flatMap((name) => {
    const declaring = withinLimits(() => findDeclaring(registry, { kind, model, name }), undefined);
    return declaring === undefined ? [] : [{ kind, name, model: declaring, match }];
  });
}

function findDeclaring({ models }: Registry, { kind, model, name }: Omit<ResolvedName, "match">) {
  const found = models.findModel(model);
  const classes =
    kind === "field"
      ? found?.findField(name)?.definitions.map(({ node }) => node.source)
      : found?.lineage.classes
          .filter(({ methods }) => methods.has(name))
          .map(({ source }) => source);
  return classes?.at(-1)?.definition.model ?? undefined;
}
