// All modules of a platform version as one system, though nobody installs them together: so everything that is there resolves
// names. And what a name with dots leads to in it, through fields from model to model, with all that is inherited.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { listDepends } from "../../lookup/dependency/dependency-graph.js";
import { listEntriesAtVersion } from "../../lookup/memo.js";
import { listPlaces } from "../../lookup/definition/where-member.js";
import { getTechnicalName, listDistinct, listVersions } from "../../lookup/entries.js";
import { createAddonsPath } from "../addons-path.js";
import { createRegistryCache, loadRegistry, type Registry } from "../loaded/registry-cache.js";
import { orderMembers } from "../plan.js";
import type { Installed, System } from "../resolve.js";
import { withinLimits } from "../../lookup/limits.js";
import { checkReference } from "../check/check-reference.js";

/** Memory of the registries of all versions together; they grow with each question. */
const MOST_BYTES = 24 * 1024 * 1024;

const getKept = createRegistryCache(MOST_BYTES);

/** Registry of all modules of a version; of several with one name, the one that plans take. */
export function getWorldRegistry(snapshot: Snapshot, version: string): Registry {
  return getKept(snapshot, version, () => loadWorld(snapshot, version));
}

function loadWorld(snapshot: Snapshot, platformVersion: string): Registry {
  const modules = listDistinct(
    listEntriesAtVersion(snapshot, platformVersion).map((one) => getTechnicalName(snapshot, one)),
  );
  const question = { platformVersion, modules };
  const path = createAddonsPath(snapshot, question);
  const installed = new Map(
    modules.flatMap((name): readonly (readonly [string, Installed])[] => {
      const entry = path.find(name);
      if (entry === undefined) return [];
      const depends = listDepends(snapshot, entry);
      return [[name, { name, entry, depends, origin: "requested", triggers: [] }]];
    }),
  );
  const needed = [...installed.values()].flatMap(({ depends }) => depends);
  const system: System = {
    question,
    path,
    installed,
    standIns: new Map(),
    missing: new Map(
      needed.filter((name) => !installed.has(name)).map((name) => [name, "unknown"] as const),
    ),
    couldAutoInstall: [],
  };
  return loadRegistry(snapshot, { system, order: orderMembers(snapshot, system).order });
}

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

/**
 * The model from which another has a field or method that no class of it declares.
 * @param asked default: the newest version at which it does
 */
export function findOrigin(
  snapshot: Snapshot,
  { kind, model, name }: Member,
  asked: string | undefined,
): { readonly model: string; readonly platform_version: string } | undefined {
  const places = listPlaces(snapshot, `${kind}s`, name).flatMap(({ entries }) => [...entries]);
  const versions = listVersions(snapshot, places).filter((one) => one === (asked ?? one));
  for (const platform_version of versions.toReversed()) {
    const mark = kind === "method" ? "#" : ".";
    const [found] = resolveName(snapshot, `${model}${mark}${name}`, platform_version);
    if (found?.match !== "typed" || found.kind !== kind || found.model === undefined) continue;
    return { model: found.model, platform_version };
  }
  return undefined;
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
