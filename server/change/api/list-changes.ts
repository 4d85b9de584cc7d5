// All that became of what modules define for each other, with who uses it.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { compareText } from "../../../data/platform-version.js";
import { takeSteps, type Steps } from "../../../data/yield.js";
import type {
  ApiChange,
  ApiChangeKind,
  ApiChanges,
  ApiKind,
  ApiUser,
} from "../../contract/shape/api-changes.js";
import { findMissingVersion } from "../diff/coverage.js";
import { MOST_IN_ROWS } from "../../contract/shape/completeness.js";
import { addToGroup } from "../../../data/grouped.js";
import type { Located } from "../../lookup/definition/definition-chain.js";
import { toCompleteness } from "../../lookup/dependency/not-indexed.js";
import { findModuleEntries } from "../../lookup/module/modules.js";
import type { Outcome } from "../../contract/outcome.js";
import { cutSlice, type SliceRequest } from "../../contract/slice.js";
import { LONG_QUESTIONS } from "../../lookup/long-questions.js";
import type { ApiStep, VersionPair } from "./api-step.js";
import { getDoubts } from "./doubts.js";
import { getApiStep } from "./open-api-step.js";
import { listModuleUses } from "./uses.js";

export interface ApiChangesQuery extends VersionPair, SliceRequest {
  /** Only what this module defines. */
  readonly module: string | undefined;
  readonly model: string | undefined;
  readonly kind: ApiKind | undefined;
  readonly change: ApiChangeKind | undefined;
}

/** By module, then model; of a model itself first, then fields, then methods, as they stand in files. */
export async function listApiChanges(
  snapshot: Snapshot,
  { from, to, module, model, kind, change, ...page }: ApiChangesQuery,
): Promise<Outcome<Located<ApiChanges>>> {
  const missing = findMissingVersion(snapshot.versions, { from, to });
  if (missing !== undefined) return missing;
  if (module !== undefined) {
    const filter = { platform_version: from, org: undefined, repo: undefined };
    const own = findModuleEntries(snapshot, module, filter);
    if (!own.found) return own;
  }
  const step = getApiStep(snapshot, { from, to });
  const scope = await getScope(step, module);
  const doubts = getDoubts(step);
  const rows = scope.changes.filter(
    (row) =>
      (model === undefined || row.model === model) &&
      (kind === undefined || row.kind === kind) &&
      (change === undefined || row.change === change),
  );
  const count = (wanted: ApiChangeKind): number =>
    rows.filter((row) => row.change === wanted).length;
  const { rows: shown, total } = cutSlice(rows, page);
  const body: ApiChanges = {
    from,
    to,
    ...toCompleteness(scope.doubts),
    modules: { compared: scope.compared, not_compared: scope.notCompared },
    counts: {
      removed: count("removed"),
      moved: count("moved"),
      renamed: count("renamed"),
      changed: count("changed"),
    },
    changes: shown.map((row) => ({
      ...row,
      ...toCompleteness(doubts.listOfChange(row), MOST_IN_ROWS),
      used_by: scope.users.get(row) ?? [],
    })),
  };
  return { found: true, value: { body, total } };
}

/** What is told of one module, or of all. */
interface Scope {
  readonly compared: number;
  /** Modules of which nobody knows what they would be at the later version. */
  readonly notCompared: number;
  readonly changes: readonly ApiChange[];
  readonly users: ReadonlyMap<ApiChange, readonly ApiUser[]>;
  /** Modules that are not indexed and could change it, and those that are not compared. */
  readonly doubts: readonly string[];
}

/** By module; `undefined` stands for all. */
const scopes = new WeakMap<ApiStep, Map<string | undefined, Scope>>();

async function getScope(step: ApiStep, module: string | undefined): Promise<Scope> {
  const known = scopes.get(step) ?? new Map<string | undefined, Scope>();
  scopes.set(step, known);
  const find = async (): Promise<Scope> => known.get(module) ?? takeSteps(readScope(step, module));
  const scope = known.get(module) ?? (await LONG_QUESTIONS.run(find));
  known.set(module, scope);
  return scope;
}

function* readScope(step: ApiStep, module: string | undefined): Steps<Scope> {
  const all = step.from.listModules();
  const changes: ApiChange[] = [];
  let notCompared = 0;
  const asked = module === undefined ? all : [module];
  for (const one of asked) {
    if (step.findSuccessors(one) === undefined) {
      notCompared += 1;
      continue;
    }
    for (const model of step.from.listModels(one).toSorted(compareText)) {
      for (const change of step.openChanges(one, model).list()) changes.push(change);
      yield;
    }
  }
  const users = new Map<ApiChange, ApiUser[]>();
  const wanted = {
    models: new Set(changes.filter((row) => row.kind === "model").map((row) => row.model)),
    names: new Set(changes.map(({ name }) => name ?? "")),
  };
  for (const user of changes.length === 0 ? [] : all) {
    if (module !== undefined && !step.from.listNeeded(user).has(module)) continue;
    for (const { change, how } of listModuleUses(step, user, wanted)) {
      addToGroup(users, change, { technical_name: user, how: [...how] });
    }
    yield;
  }
  const { listOfModule } = getDoubts(step);
  const doubts = asked.flatMap((one) =>
    step.findSuccessors(one) === undefined ? [one] : listOfModule(one),
  );
  return { compared: asked.length - notCompared, notCompared, changes, users, doubts };
}
