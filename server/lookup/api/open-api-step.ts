// Opens the step from one platform version to another: all of it is found when it is asked for, and kept.
import { findPlatformEdition } from "../../../data/platform/module-names.js";
import { comparePlatformVersions } from "../../../data/platform-version.js";
import { listRenames } from "../../../data/platform/module-renames.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { ApiChange, ApiEvidence } from "../../interface/shape/api-changes.js";
import { deriveOnce } from "../derived.js";
import { findSuccessors } from "../lineage/successors.js";
import { openApiSide } from "./api-side.js";
import type { ApiStep, ModelFate, Successors, VersionPair } from "./api-step.js";
import { findRenamedModel } from "./renamed-models.js";
import { listMemberChanges } from "./member-changes.js";
import { listModelDetails } from "./model-details.js";

/** Steps of a snapshot that are kept; one between versions with the platform takes some 20 MB. */
const MOST_STEPS = 2;

const getSteps = deriveOnce((): Map<string, ApiStep> => new Map());

/** @param versions two of the snapshot */
export function getApiStep(snapshot: Snapshot, versions: VersionPair): ApiStep {
  const steps = getSteps(snapshot);
  const key = `${versions.from} ${versions.to}`;
  const step = steps.get(key) ?? openApiStep(snapshot, versions);
  steps.delete(key);
  steps.set(key, step);
  for (const oldest of steps.keys()) {
    if (steps.size <= MOST_STEPS) break;
    steps.delete(oldest);
  }
  return step;
}

function openApiStep(snapshot: Snapshot, versions: VersionPair): ApiStep {
  const from = openApiSide(snapshot, versions.from);
  const to = openApiSide(snapshot, versions.to);
  const successors = new Map<string, Successors | undefined>();
  const fates = new Map<string, ModelFate | undefined>();
  const changes = new Map<string, readonly ApiChange[]>();
  const isPlatformThere = to.findEntry("base") !== undefined;

  const step: ApiStep = {
    from,
    to,
    findSuccessors(module) {
      if (!successors.has(module)) successors.set(module, createSuccessors(module));
      return successors.get(module);
    },
    findFate(model) {
      if (!fates.has(model)) fates.set(model, createFate(model));
      return fates.get(model);
    },
    listChanges(module, model) {
      const key = `${module} ${model}`;
      const known = changes.get(key) ?? createChanges(module, model);
      changes.set(key, known);
      return known;
    },
  };

  function createSuccessors(module: string): Successors | undefined {
    const names =
      to.findEntry(module) === undefined
        ? findSuccessors(snapshot, module, versions.to).map((one) => one.technical_name)
        : [module];
    const modules = names.filter((name) => to.findEntry(name) !== undefined);
    if (modules.length === 0) {
      const isOfPlatform = findPlatformEdition(module, versions.from) === "core";
      if (!isOfPlatform || !isPlatformThere) return undefined;
    }
    const needed = new Set(modules.flatMap((name) => [...to.listNeeded(name)]));
    return { modules, needed };
  }

  function createFate(model: string): ModelFate | undefined {
    const makers = from.listMakers(model);
    const compared = makers.filter((module) => step.findSuccessors(module) !== undefined);
    if (compared.length === 0) return undefined;
    const modules = to.listMakers(model);
    if (modules.length > 0) return { kind: "same", model, modules, evidence: [] };
    const renamed = findListedRename(model) ?? findRenamedModel(step, model, compared);
    if (renamed !== undefined) return { kind: "renamed", ...renamed };
    return { kind: "removed", model, modules: [], evidence: [] };
  }

  /** What OpenUpgrade tells of the versions between. */
  function findListedRename(model: string): Omit<ModelFate, "kind"> | undefined {
    let name = model;
    const evidence: ApiEvidence[] = [];
    for (const { platformVersion, thing, kind, from: former, to: later } of listRenames()) {
      if (thing !== "model" || former !== name) continue;
      if (comparePlatformVersions(platformVersion, versions.from) <= 0) continue;
      if (comparePlatformVersions(platformVersion, versions.to) > 0) continue;
      name = later;
      evidence.push({ kind: "openupgrade", value: `${kind} at ${platformVersion}` });
    }
    const modules = to.listMakers(name);
    return evidence.length === 0 || modules.length === 0
      ? undefined
      : { model: name, modules, evidence };
  }

  function createChanges(module: string, model: string): readonly ApiChange[] {
    const after = step.findSuccessors(module);
    const own = from.findOwn(module, model);
    const fate = step.findFate(model);
    if (after === undefined || own === undefined || fate === undefined) return [];
    const ofModel = findModelChange(module, model, fate, after);
    if (fate.kind === "removed") return ofModel;
    return [...ofModel, ...listMemberChanges(step, { module, model, own, after, fate })];
  }

  function findModelChange(
    module: string,
    model: string,
    fate: ModelFate,
    { needed, modules }: Successors,
  ): readonly ApiChange[] {
    const maker = from.findOwn(module, model)?.maker;
    const isFirst = from
      .listMakers(model)
      .every((other) => other === module || !from.listNeeded(module).has(other));
    if (maker === undefined || !isFirst) return [];
    const row = { kind: "model", model, name: null, module, file: maker.file, line: maker.line };
    const target = { model: fate.model, name: null, modules: fate.modules };
    const { evidence } = fate;
    const give = (rest: Pick<ApiChange, "change" | "target" | "details">): readonly ApiChange[] => [
      { ...row, kind: "model", ...rest, evidence },
    ];
    if (fate.kind === "removed") return give({ change: "removed", target: null, details: [] });
    if (fate.kind === "renamed") return give({ change: "renamed", target, details: [] });
    if (!fate.modules.some((other) => needed.has(other))) {
      return give({ change: "moved", target, details: [] });
    }
    const details = listModelDetails(step, model, maker, modules);
    return details.length === 0 ? [] : give({ change: "changed", target, details });
  }

  return step;
}
