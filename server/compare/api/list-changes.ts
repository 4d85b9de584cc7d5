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
import { listNearModels } from "../../lookup/search/near-names.js";
import { findModuleEntries } from "../../lookup/module/modules.js";
import type { Outcome } from "../../contract/outcome.js";
import { cutSlice, type SliceRequest } from "../../contract/slice.js";
import { createBoundedCache } from "../../lookup/bounded-cache.js";
import { deriveOnce } from "../../lookup/derived.js";
import { answerLong, takeLongSteps } from "../../lookup/limits.js";
import type { ApiStep } from "./api-step.js";
import type { VersionPair } from "../names.js";
import { getDoubts } from "./doubts.js";
import { createApiStep, getApiStep } from "./open-api-step.js";
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
  { from, to, module, model, kind, change, ...page }: ApiChangesQuery,
  asker?: Asker,
): Promise<Outcome<Located<ApiChanges>>> {
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
  const scope = await getScope(snapshot, { from, to }, module, asker);
  const rows = scope.changes.filter(
    (row) =>
      (model === undefined || row.model === model) &&
      (kind === undefined || row.kind === kind) &&
      (change === undefined || row.change === change),
  );
  const counts = countEach(rows.map((row) => row.change));
  const { rows: shown, total } = cutSlice(rows, page);
  const body: ApiChanges = {
    from,
    to,
    ...toCompleteness(scope.doubts),
    modules: { compared: scope.compared, not_compared: scope.notCompared },
    counts: toRecord(listKeys(API_CHANGE_STATES), (one) => counts.get(one) ?? 0),
    changes: shown,
  };
  return { found: true, value: { body, total } };
}

/** Answer for one module, or for all; it keeps none of its large inputs. */
interface Scope {
  readonly compared: number;
  /** Modules of which nobody knows what they would be at the later version. */
  readonly notCompared: number;
  readonly changes: ApiChanges["changes"];
  /** Modules that are not indexed and could change it, and those that are not compared. */
  readonly doubts: readonly string[];
}

/**
 * Bytes of all cached answers: one for all modules takes seconds of a processor, and some
 * megabytes, once.
 */
const MOST_KEPT_BYTES = 64 * 1024 * 1024;
const BYTES_OF_CHANGE = 600;
const BYTES_OF_USER = 100;

const getScopes = deriveOnce(() =>
  createBoundedCache<Scope>({ mostBytes: MOST_KEPT_BYTES, largestBytes: MOST_KEPT_BYTES }),
);

async function getScope(
  snapshot: Snapshot,
  versions: VersionPair,
  module: string | undefined,
  asker: Asker | undefined,
): Promise<Scope> {
  const scopes = getScopes(snapshot);
  const key = [versions.from, versions.to, module ?? ""].join(" ");
  const find = async (): Promise<Scope> => {
    const known = scopes.find(key);
    if (known !== undefined) return known;
    const open = module === undefined ? createApiStep : getApiStep;
    const scope = await takeLongSteps(readScope(open(snapshot, versions), module));
    scopes.hold(key, { value: scope, bytes: countBytes(scope) });
    return scope;
  };
  return scopes.find(key) ?? answerLong(find, asker);
}

function countBytes({ changes }: Scope): number {
  const users = changes.reduce((sum, { used_by }) => sum + used_by.length, 0);
  return BYTES_OF_CHANGE * changes.length + BYTES_OF_USER * users;
}

/** Rows of changes in one step. */
const ROWS_A_STEP = 100;

function* readScope(step: ApiStep, module: string | undefined): Steps<Scope> {
  const all = step.from.listModules();
  const changes: ApiChange[] = [];
  const scripts = createScriptChanges(step);
  const ofScripts: ApiChange[] = [];
  let notCompared = 0;
  const asked = module === undefined ? all : [module];
  for (const one of asked) {
    if (step.findSuccessors(one) === undefined) {
      notCompared += 1;
      continue;
    }
    for (const model of step.from.listModels(one).toSorted(compareText)) {
      for (const change of yield* step.listChanges(one, model)) changes.push(change);
      yield;
    }
    for (const change of scripts.list(one)) {
      if (change !== undefined) ofScripts.push(change);
      yield;
    }
  }
  const users = new Map<ApiChange, ApiUser[]>();
  const search = searchFor(changes);
  const listScriptUses = scripts.findUses(ofScripts);
  for (const user of changes.length + ofScripts.length === 0 ? [] : all) {
    if (module !== undefined && !step.from.listNeeded(user).has(module)) continue;
    for (const [change, how] of listScriptUses(user)) {
      addToGroup(users, change, { technical_name: user, how: [...how] });
    }
    yield;
    for (const { change, how } of yield* listModuleUses(step, user, search)) {
      addToGroup(users, change, { technical_name: user, how: [...how] });
    }
  }
  const { listOfModule, listOfChange } = getDoubts(step);
  const doubts = asked.flatMap((one) =>
    step.findSuccessors(one) === undefined ? [one] : listOfModule(one),
  );
  const told: ApiChanges["changes"][number][] = [];
  for (const row of [...changes, ...ofScripts]) {
    const completeness = toCompleteness(listOfChange(row), MOST_IN_ROWS);
    told.push({ ...row, ...completeness, used_by: users.get(row) ?? [] });
    if (told.length % ROWS_A_STEP === 0) yield;
  }
  return { compared: asked.length - notCompared, notCompared, changes: told, doubts };
}
