// A module at two platform versions: which entries are compared, under whichever name it has at each.
import type { ApiChange } from "../../contract/shape/api-changes.js";
import type { ModuleDiff, SetDiff } from "../../contract/shape/diff.js";
import { addToGroup } from "../../../data/grouped.js";
import type { LoadedTableObject } from "../../../data/module/loaded-module.js";
import type { Steps } from "../../../data/yield.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { readTemplates } from "../../lookup/definition/where-script.js";
import { getDefaultChoice } from "../../lookup/dependency/choose-provider.js";
import { findOtherName } from "../../lookup/lineage/successors.js";
import { findModuleEntries, type DetailFilter } from "../../lookup/module/modules.js";
import type { Outcome } from "../../contract/outcome.js";
import { getTechnicalName } from "../../lookup/entries.js";
import { toCompleteness } from "../../lookup/dependency/not-indexed.js";
import type { ApiStep } from "../../registry/api/api-step.js";
import { getDoubts } from "../api/doubts.js";
import { getApiStep } from "../../registry/api/open-api-step.js";
import type { Renamed } from "../../registry/api/rename/pair-names.js";
import { type KnownRenames, type ModuleSide, diffSides } from "./module-kinds.js";

interface DiffFilter extends Pick<DetailFilter, "org" | "repo"> {
  readonly from: string;
  readonly to: string;
}

/** At the earlier version of the provider that a plan would take, at the later one of the nearest to it. */
export function* findModuleDiff(
  snapshot: Snapshot,
  technical_name: string,
  { from, to, org, repo }: DiffFilter,
): Steps<Outcome<ModuleDiff>> {
  const before = findSide(snapshot, technical_name, { org, repo, platform_version: from });
  if (!before.found) return before;
  // Any repository, since the module may have moved.
  const anywhere = { org: undefined, repo: undefined, platform_version: to };
  const after = findSide(snapshot, technical_name, anywhere);
  if (!after.found) return after;
  const first = getDefaultChoice(snapshot, from).chooseFrom(before.value.entries);
  const second = getDefaultChoice(snapshot, to).chooseFrom(after.value.entries, first);
  if (first === undefined || second === undefined) {
    throw new Error("an outcome that is found holds an entry");
  }
  const step = getApiStep(snapshot, { from, to });
  const module = getTechnicalName(snapshot, first);
  const former = readSide(snapshot, first);
  yield;
  const diff = yield* diffSides(former, readSide(snapshot, second), findRenames(step, module));
  const compared_with = [...before.value.comparedWith, ...after.value.comparedWith];
  const completeness = toCompleteness(listDoubts(step, module, diff.models));
  return { found: true, value: { ...diff, technical_name, compared_with, ...completeness } };
}

function readSide(snapshot: Snapshot, entry: number): ModuleSide {
  const { classes } = snapshot.loaded;
  const tableObjects = new Map<string, LoadedTableObject[]>();
  for (const { model, number } of classes.list(entry)) {
    if (model === null) continue;
    for (const object of classes.read(number).table_objects) {
      addToGroup(tableObjects, model, object);
    }
  }
  const { scripts } = snapshot.readParts(entry);
  const templates = readTemplates(snapshot, entry);
  return { record: snapshot.readRecord(entry), tableObjects, scripts, templates };
}

const isOpen = (diff: SetDiff): boolean => diff.removed.length + diff.renamed.length > 0;

/** Modules that are not indexed and could have what is gone, or say that it has another name. */
function listDoubts(
  step: ApiStep,
  module: string,
  { removed, renamed, changed }: ModuleDiff["models"],
): readonly string[] {
  const models = [
    ...removed,
    ...renamed.map((pair) => pair.from),
    ...changed
      .filter(({ fields, methods }) => isOpen(fields) || isOpen(methods))
      .map(({ model_name }) => model_name),
  ];
  return models.flatMap((model) => getDoubts(step).listOfChange({ module, model }));
}

/** The module's renames, as /v1/api-changes reports them. */
function findRenames(step: ApiStep, module: string): KnownRenames {
  return {
    findModel: (model) =>
      step.from
        .listMakers(model)
        .map((maker) => toRename(step.openChanges(maker, model).ofModel))
        .find((renamed) => renamed !== undefined),
    findMember: (kind, model, name) =>
      toRename(step.openChanges(module, model).findMember(kind, name)),
  };
}

function toRename(change: ApiChange | undefined): Renamed | undefined {
  if (change?.change !== "renamed" || change.target === null) return undefined;
  const { target, evidence } = change;
  return { name: target.name ?? target.model, evidence };
}

interface Side {
  /** At least one. */
  readonly entries: readonly number[];
  readonly comparedWith: ModuleDiff["compared_with"];
}

/** Under another name where the module is not there under its own, and exactly one has its contents. */
function findSide(snapshot: Snapshot, technicalName: string, filter: DetailFilter): Outcome<Side> {
  const own = findModuleEntries(snapshot, technicalName, filter);
  if (own.found) return { found: true, value: { entries: own.value, comparedWith: [] } };
  if (own.reason !== "module_not_at_version") return own;
  const { platform_version } = filter;
  const other = findOtherName(snapshot, technicalName, platform_version);
  if (other === undefined) return own;
  const anywhere = { platform_version, org: undefined, repo: undefined };
  const found = findModuleEntries(snapshot, other.name, anywhere);
  if (!found.found) return own;
  const comparedWith = [{ technical_name: other.name, platform_version, kind: other.kind }];
  return { found: true, value: { entries: found.value, comparedWith } };
}
