// A name with dots in all modules of a version, as code and domains have it: through fields from model to model, with all that
// is inherited.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { withinLimits } from "../../lookup/limits.js";
import { checkReference } from "../check/check-reference.js";
import type { Registry } from "../loaded/registry-cache.js";
import { getWorldRegistry } from "./world.js";

/** A field or method, by the model that declares it first, or the model of a field that Odoo adds to each. */
interface ResolvedName {
  readonly kind: "field" | "method" | "model";
  readonly name: string;
  readonly model?: string;
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
  return names.flatMap((name): readonly ResolvedName[] => {
    const declaring = withinLimits(() => findDeclaring(registry, { kind, model, name }), undefined);
    if (declaring !== undefined) return [{ kind, name, model: declaring, match }];
    return match === "typed" ? [{ kind: "model", name: model, match }] : [];
  });
}

interface Member {
  readonly kind: "field" | "method";
  readonly name: string;
  readonly model: string;
}

function findDeclaring({ models }: Registry, { kind, model, name }: Member): string | undefined {
  if (kind === "field") return findDeclaringField(models, model, name);
  const { classes = [] } = models.findModel(model)?.lineage ?? {};
  const having = classes.filter(({ methods }) => methods.has(name));
  return having.at(-1)?.source.definition.model ?? undefined;
}

/** A delegated field is declared by the model that it is taken from. */
function findDeclaringField(
  models: Registry["models"],
  model: string,
  name: string,
): string | undefined {
  let at = models.findModel(model);
  for (let steps = 0; steps < MOST_DELEGATIONS; steps++) {
    const { definitions = [], related = null } = at?.findField(name) ?? {};
    const [link, end, more] = definitions.length > 0 ? [] : (related?.split(".") ?? []);
    if (link === undefined || end !== name || more !== undefined)
      return definitions.at(-1)?.node.source.definition.model ?? undefined;
    at = models.findModel(at?.findField(link)?.comodel_name ?? "");
  }
  return undefined;
}

/** Models that are made of others that are made of others; none is of more than two. */
const MOST_DELEGATIONS = 8;
