// Changes of all modules' definitions for each other, with users.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { findString } from "../../../data/snapshot/table/string-table.js";
import { compareText } from "../../../data/platform/platform-version.js";
import type { Asker } from "../../../data/semaphore.js";
import type { Steps } from "../../../data/yield.js";
import {
  API_CHANGE_STATES,
  type ApiChange,
  type ApiChangeKind,
  type ApiChanges,
  type ApiKind,
  type ApiUser,
} from "../../contract/shape/api-changes.js";
import { findMissingVersion } from "../diff/coverage.js";
import { MOST_IN_ROWS } from "../../contract/shape/completeness.js";
import { addToGroup, countEach, toRecord } from "../../../data/grouped.js";
import { listKeys } from "../../../data/shape.js";
import type { Located } from "../../lookup/definition/definition-chain.js";
import { toCompleteness } from "../../lookup/dependency/not-indexed.js";
import { listNearModels, listNearTexts } from "../../lookup/search/near-names.js";
import { listDistinct } from "../../lookup/entries.js";
import { findModuleEntries } from "../../lookup/module/modules.js";
import type { Outcome } from "../../contract/outcome.js";
import { cutSlice, type SliceRequest } from "../../contract/resource.js";
import { createBoundedCache, deriveOnce } from "../../lookup/memo.js";
import { answerLong, takeLongSteps } from "../../lookup/limits.js";
import type { ApiStep } from "../../registry/api/api-step.js";
import type { VersionPair } from "../../registry/api/names.js";
import { getDoubts } from "./doubts.js";
import { createApiStep, getApiStep } from "../../registry/api/open-api-step.js";
import { createScriptChanges } from "./script-changes.js";
import { listModuleUses, searchFor } from "./uses.js";

export interface ApiChangesQuery extends VersionPair, SliceRequest {
  /** Only what this module defines. */
  readonly module: string | undefined;
  readonly model: string | undefined;
  readonly kind: ApiKind | undefined;
  readonly change: ApiChangeKind | undefined;
}

/** By module, then model; of a model itself first, then fields, then methods, as they stand in files; then JavaScript. */
export async function listApiChanges(
  snapshot: Snapshot,
  query: ApiChangesQuery,
  asker?: Asker,
): Promise<Outcome<Located<ApiChanges>>> {
  const { from, to, module, model } = query;
  const missing = findMissingVersion(snapshot.versions, { from, to });
  if (missing !== undefined) return missing;
  if (module !== undefined) {
    const filter = { platform_version: from, org: undefined, repo: undefined };
    const own = findModuleEntries(snapshot, module, filter);
    if (!own.found) return own;
  }
  // Modules of scripts have a `/`.
  if (
    model?.includes("/") === false &&
    findString(snapshot.definitions.models, model) === undefined
  ) {
    const suggestions = listNearModels(snapshot, model);
    return { found: false, reason: "unknown_model", what: model, suggestions };
  }
  const find = () => takeLongSteps(tellChanges(snapshot, query));
  return { found: true, value: await answerLong(find, asker) };
}

/** Bytes of all changes that are kept: to list all takes seconds of a processor. */
const MOST_KEPT_BYTES = 32 * 1024 * 1024;
const BYTES_OF_CHANGE = 600;

const getScopes = deriveOnce(() =>
  createBoundedCache<Scope>({ mostBytes: MOST_KEPT_BYTES, largestBytes: MOST_KEPT_BYTES }),
);

/** Only the rows that are shown are looked for in other modules. */
function* tellChanges(
  snapshot: Snapshot,
  { from, to, module, model, kind, change, ...page }: ApiChangesQuery,
): Steps<Located<ApiChanges>> {
  const scopes = getScopes(snapshot);
  const whole = `${from} ${to}`;
  const ofModel = model === undefined ? whole : `${whole} of ${model}`;
  const key = module === undefined ? ofModel : `${whole} in ${module}`;
  const kept = scopes.find(key) ?? (module === undefined ? scopes.find(whole) : undefined);
  // A step is large once everything was asked of it.
  const open = kept === undefined && key === whole ? createApiStep : getApiStep;
  const step = open(snapshot, { from, to });
  const scope = kept ?? (yield* readScope(step, module, model));
  if (kept === undefined) {
    scopes.hold(key, { value: scope, bytes: BYTES_OF_CHANGE * scope.changes.length });
  }
  const rows = scope.changes.filter(
    (row) =>
      (model === undefined || row.model === model) &&
      (kind === undefined || row.kind === kind) &&
      (change === undefined || row.change === change),
  );
  const counts = countEach(rows.map((row) => row.change));
  const { rows: shown, total } = cutSlice(rows, page);
  const changes = yield* tellUsers(step, shown);
  const body: ApiChanges = {
    from,
    to,
    ...toCompleteness(scope.doubts),
    modules: { compared: scope.compared, not_compared: scope.notCompared },
    counts: toRecord(listKeys(API_CHANGE_STATES), (one) => counts.get(one) ?? 0),
    changes,
  };
  return { body, total };
}

/** Changes of one module, of one model, or all. */
interface Scope {
  readonly compared: number;
  /** Modules of which nobody knows what they would be at the later version. */
  readonly notCompared: number;
  readonly changes: readonly ApiChange[];
  /** Modules that are not indexed and could change it, and those that are not compared. */
  readonly doubts: readonly string[];
}

/** @param model counts where no module is given */
function* readScope(
  step: ApiStep,
  module: string | undefined,
  model: string | undefined,
): Steps<Scope> {
  const asked = module === undefined ? step.from.listModules() : [module];
  const [compared, unknown]: readonly [string[], string[]] = [[], []];
  for (const one of asked) {
    (step.findSuccessors(one) === undefined ? unknown : compared).push(one);
    yield;
  }
  const wanted = module === undefined ? model : undefined;
  const touching = new Set(wanted === undefined ? compared : step.from.listTouching(wanted));
  const changes: ApiChange[] = [];
  const scripts = createScriptChanges(step);
  const ofScripts: ApiChange[] = [];
  for (const one of compared) {
    const models =
      wanted === undefined ? step.from.listModels(one).toSorted(compareText) : [wanted];
    for (const own of touching.has(one) ? models : []) {
      for (const change of yield* step.listChanges(one, own)) changes.push(change);
      yield;
    }
    for (const change of scripts.list(one, wanted)) {
      if (change !== undefined) ofScripts.push(change);
      yield;
    }
    yield;
  }
  return {
    compared: compared.length,
    notCompared: unknown.length,
    changes: [...changes, ...ofScripts],
    doubts: [...unknown, ...getDoubts(step).listOfModules(compared)],
  };
}

/** New members whose names are near that of a removed one, as /v1/check finds them. */
function listNear(step: ApiStep, { change, kind, model, name, module }: ApiChange) {
  if (change !== "removed" || name === null || (kind !== "field" && kind !== "method")) return [];
  const later = step.findOutcome(model)?.model ?? model;
  const needed = step.findSuccessors(module)?.needed;
  const owners = step.to.listTouching(later).filter((one) => needed?.has(one));
  const names = owners.flatMap((one) => [
    ...(step.to.findOwn(one, later)?.[`${kind}s`].keys() ?? []),
  ]);
  const isNew = (one: string): boolean => step.from.listDefiners(kind, model, one).length === 0;
  return listNearTexts(listDistinct(names).filter(isNew), name);
}

/** Rows of changes in one step. */
const ROWS_A_STEP = 100;

function* tellUsers(step: ApiStep, rows: readonly ApiChange[]): Steps<ApiChanges["changes"]> {
  const users = new Map<ApiChange, ApiUser[]>();
  const search = searchFor(rows);
  const listScriptUses = createScriptChanges(step).findUses(rows);
  for (const user of step.from.listDependents(rows.map(({ module }) => module))) {
    for (const [change, how] of listScriptUses(user)) {
      addToGroup(users, change, { technical_name: user, how: [...how] });
    }
    yield;
    for (const { change, how } of yield* listModuleUses(step, user, search)) {
      addToGroup(users, change, { technical_name: user, how: [...how] });
    }
  }
  const { listOfChange } = getDoubts(step);
  const told: ApiChanges["changes"][number][] = [];
  for (const row of rows) {
    const completeness = toCompleteness(listOfChange(row), MOST_IN_ROWS);
    told.push({
      ...row,
      near: listNear(step, row),
      ...completeness,
      used_by: users.get(row) ?? [],
    });
    if (told.length % ROWS_A_STEP === 0) yield;
  }
  return told;
}
