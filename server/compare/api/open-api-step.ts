// Opens the step from one platform version to another: all of it is found when it is asked for, and kept.
import { findPlatformEdition } from "../../../data/platform/module-names.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { ApiChange, ApiDetail } from "../../contract/shape/api-changes.js";
import { keepRecent } from "../../lookup/bounded-cache.js";
import { deriveOnce } from "../../lookup/derived.js";
import { memoizeEach, once } from "../../lookup/memo.js";
import { findSuccessors } from "../../lookup/lineage/successors.js";
import { createApiSide } from "./api-side.js";
import type { ApiStep, ModelChanges, ModelOutcome, Successors, VersionPair } from "./api-step.js";
import { compareFacts, MODEL_FACTS } from "./facts.js";
import { listNewNames } from "../upgrade/upgrade-names.js";
import { createMemberChanges, type MemberChanges } from "./member-changes.js";
import { findRenamedModel } from "./rename/renamed-models.js";
import type { LoadedClass } from "../../../data/module/loaded-module.js";
import { inheritsFrom } from "./ancestors.js";

/** Steps of a snapshot that are kept. */
const MOST_STEPS = 2;

const getSteps = deriveOnce(() => keepRecent<ApiStep>(MOST_STEPS));

/** @param versions two of the snapshot */
export function getApiStep(snapshot: Snapshot, versions: VersionPair): ApiStep {
  const key = `${versions.from} ${versions.to}`;
  return getSteps(snapshot)(key, () => createApiStep(snapshot, versions));
}

/** Once all were listed nothing is held but them: what they were found with is large. */
function keepListed(ofModel?: ApiChange, given?: MemberChanges): ModelChanges {
  let members = given;
  let listed: readonly ApiChange[] = ofModel === undefined ? [] : [ofModel];
  let byName: ReadonlyMap<string, ApiChange> = new Map();
  return {
    ofModel,
    findMember: (kind, name) =>
      members ? members.findMember(kind, name) : byName.get(`${kind} ${name}`),
    *list() {
      if (members === undefined) return listed;
      const own = yield* members.list();
      members = undefined;
      byName = new Map(own.map((change) => [`${change.kind} ${change.name}`, change]));
      return (listed = ofModel === undefined ? own : [ofModel, ...own]);
    },
  };
}

/** One that is not kept: once all was asked of it, what it holds is large. @param versions two of the snapshot */
export function createApiStep(snapshot: Snapshot, versions: VersionPair): ApiStep {
  const from = createApiSide(snapshot, versions.from);
  const to = createApiSide(snapshot, versions.to);
  const isPlatformThere = to.findEntry("base") !== undefined;
  const getListedNames = once(() => listNewNames("model", versions));

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
    const [first = "", ...others] = modules;
    const needed = to.listNeeded(first);
    if (others.length === 0) return { modules, needed };
    return {
      modules,
      needed: new Set([...needed, ...others.flatMap((name) => [...to.listNeeded(name)])]),
    };
  }

  function createOutcome(model: string): ModelOutcome | undefined {
    const makers = from.listMakers(model);
    const compared = makers.filter((module) => step.findSuccessors(module) !== undefined);
    if (compared.length === 0) return undefined;
    const modules = to.listMakers(model);
    if (modules.length > 0) return { kind: "same", model, modules, evidence: [] };
    const named = getListedNames().get(model);
    const makersOf = named === undefined ? [] : to.listMakers(named.model);
    const renamed =
      named !== undefined && makersOf.length > 0
        ? { ...named, modules: makersOf }
        : findRenamedModel(step, model, compared);
    if (renamed !== undefined) return { kind: "renamed", ...renamed };
    return { kind: "removed", model, modules: [], evidence: [] };
  }

  function createChanges(module: string, model: string): ModelChanges {
    const after = step.findSuccessors(module);
    const own = from.findOwn(module, model);
    const outcome = step.findOutcome(model);
    if (after === undefined || own === undefined || outcome === undefined) return keepListed();
    const ofModel = findModelChange(module, model, outcome, after);
    if (outcome.kind === "removed") return keepListed(ofModel);
    return keepListed(ofModel, createMemberChanges(step, { module, model, own, after, outcome }));
  }

  function findModelChange(
    module: string,
    model: string,
    outcome: ModelOutcome,
    { needed, modules }: Successors,
  ): ApiChange | undefined {
    const maker = from.findOwn(module, model)?.maker;
    const isFirst = from
      .listMakers(model)
      .every((other) => other === module || !from.listNeeded(module).has(other));
    if (maker === undefined || !isFirst) return undefined;
    const give = (change: ApiChange["change"], details: ApiChange["details"] = []): ApiChange => ({
      change,
      kind: "model",
      model,
      name: null,
      module,
      file: maker.file,
      line: maker.line,
      target:
        change === "removed"
          ? null
          : { model: outcome.model, name: null, modules: outcome.modules },
      details,
      evidence: outcome.evidence,
    });
    if (outcome.kind !== "same") return give(outcome.kind);
    if (!outcome.modules.some((other) => needed.has(other))) return give("moved");
    const details = listModelDetails(step, model, maker, modules);
    return details.length === 0 ? undefined : give("changed", details);
  }

  const openModel = memoizeEach((model: string) =>
    memoizeEach((module: string) => createChanges(module, model)),
  );
  const step: ApiStep = {
    from,
    to,
    findSuccessors: memoizeEach(createSuccessors),
    findOutcome: memoizeEach(createOutcome),
    openChanges: (module, model) => openModel(model)(module),
  };
  return step;
}

/**
 * What of a model itself is another at a later platform version: its kind, and what it inherits from.
 * @param maker the class that makes the model at the earlier version
 * @param modules that have it at the later one
 */
function listModelDetails(
  step: ApiStep,
  model: string,
  maker: LoadedClass,
  modules: readonly string[],
): readonly ApiDetail[] {
  const after = modules.map((module) => step.to.findOwn(module, model)?.maker).find(Boolean);
  const needed = new Set(modules.flatMap((module) => [...step.to.listNeeded(module)]));
  const parents = [...new Set(maker.inherit)];
  const kept = parents.filter((parent) => {
    const outcome = step.findOutcome(parent);
    if (parent === model || outcome === undefined || outcome.kind === "removed") return true;
    if (after?.inherit.includes(outcome.model) === true) return true;
    return inheritsFrom(step.to, model, { ancestor: outcome.model, needed });
  });
  return compareFacts(MODEL_FACTS, { maker, parents }, { maker: after, parents: kept });
}
