// Opens the step from one platform version to another: all of it is found when it is asked for, and kept.
import { findPlatformEdition } from "../../../data/platform/module-names.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { ApiChange, ApiDetail } from "../../contract/shape/api-changes.js";
import { keepRecent, deriveOnce, memoizeEach, once } from "../../lookup/memo.js";
import { createApiSide, inheritsFrom, type MemberKind } from "./api-side.js";
import type { ApiStep, ModelChanges, ModelOutcome, Successors } from "./api-step.js";
import { compareFacts, MODEL_FACTS } from "./facts.js";
import { BASE } from "../../lookup/dependency/dependency-graph.js";
import { createModuleNames, listNewNames, type VersionPair } from "./names.js";
import { createMemberChanges, type MemberChanges } from "./member-changes.js";
import { findRenamedModel } from "./rename/renamed-models.js";
import type { LoadedClass } from "../../../data/module/loaded-module.js";

/** Steps of a snapshot that are kept. */
const MOST_STEPS = 2;

const getSteps = deriveOnce(() => keepRecent<ApiStep>(MOST_STEPS));

/** @param versions the later one of the snapshot, the earlier one of `former`, which is mostly the same */
export function getApiStep(
  snapshot: Snapshot,
  versions: VersionPair,
  former: Snapshot = snapshot,
): ApiStep {
  if (former !== snapshot) return createApiStep(snapshot, versions, former);
  const key = `${versions.from} ${versions.to}`;
  return getSteps(snapshot)(key, () => createApiStep(snapshot, versions));
}

/** A renamed member before a removed one: of several modules that declare it one may say what it became. */
export function findMemberChange(
  snapshot: Snapshot,
  { kind, model, name }: Readonly<{ kind: MemberKind; model: string; name: string }>,
  versions: VersionPair,
): ApiChange | undefined {
  const step = getApiStep(snapshot, versions);
  const changes = step.from.listDefiners(kind, model, name).flatMap((owner) => {
    const { ofModel, findMember } = step.openChanges(owner, model);
    return findMember(kind, name) ?? ofModel ?? [];
  });
  const [one] = ["renamed", "removed"].flatMap((wanted) =>
    changes.filter(({ change }) => change === wanted),
  );
  return one;
}

const NO_CHANGES: ModelChanges = { ofModel: undefined, findMember: () => undefined };

/** One that is not kept: once all was asked of it, what it holds is large. */
export function createApiStep(
  snapshot: Snapshot,
  versions: VersionPair,
  former: Snapshot = snapshot,
): ApiStep {
  const from = createApiSide(former, versions.from);
  const to = createApiSide(snapshot, versions.to);
  const isThere = (module: string): boolean => to.findEntry(module) !== undefined;
  const { listLater } = createModuleNames(snapshot, versions, isThere);
  const getListedNames = once(() => listNewNames("model", versions));

  function createSuccessors(module: string): Successors | undefined {
    const modules = listLater(module);
    if (modules.length === 0) {
      const isOfPlatform = findPlatformEdition(module, versions.from) === "core";
      if (!isOfPlatform || !isThere("base")) return undefined;
    }
    // One of the platform that is not there is not indexed, or gone.
    const absent = findPlatformEdition(module, versions.to) === undefined ? BASE : module;
    const [first = absent, ...others] = modules;
    const getNeeded = once(() =>
      others.length === 0 ? to.listNeeded(first) : new Set(to.listAllNeeded(modules)),
    );
    return {
      modules,
      get needed() {
        return getNeeded();
      },
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

  /** Members are looked at when one is asked for. */
  function createChanges(module: string, model: string): ModelChanges & Partial<MemberChanges> {
    const after = step.findSuccessors(module);
    const own = from.findOwn(module, model);
    const outcome = step.findOutcome(model);
    if (after === undefined || own === undefined || outcome === undefined) return NO_CHANGES;
    const ofModel = findModelChange(module, model, outcome, after);
    if (outcome.kind === "removed") return { ...NO_CHANGES, ofModel };
    const getMembers = once(() =>
      createMemberChanges(step, { module, model, own, after, outcome }),
    );
    return {
      ofModel,
      findMember: (kind, name) => getMembers().findMember(kind, name),
      list: () => getMembers().list(),
    };
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
    *listChanges(module, model) {
      const { ofModel, list } = createChanges(module, model);
      const members = list === undefined ? [] : yield* list();
      return ofModel === undefined ? members : [ofModel, ...members];
    },
  };
  return step;
}

/**
 * Differences of a model itself at a later platform version: its kind, and its parents.
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
