// Records that updates leave alone, and whose XML says something else than before: what OpenUpgrade's analysis writes as
// `noupdate_changes.xml`, for scripts to load (`_get_xml_diff` of upgrade_analysis/models/upgrade_analysis.py).
import { addToGroup } from "../../../data/grouped.js";
import type { GivenValue } from "../../../data/module/given-value.js";
import { compareText } from "../../../data/platform/platform-version.js";
import { getModuleOfXmlId, toLocalId } from "../../../data/module/xml-id.js";
import type { Steps } from "../../../data/yield.js";
import { takeLongSteps } from "../../lookup/limits.js";
import type { Registry } from "../../registry/loaded/registry-cache.js";
import {
  readValues,
  type RecordWrite,
  type WrittenRecord,
} from "../../registry/data/record-writes.js";
import { pairThings } from "../things.js";
import { openUpgrade, type UpgradeQuestion, type UpgradeSnapshots } from "./find-upgrade.js";
import { createModuleNames } from "../../registry/api/names.js";

/** New value of a field, or none (`undefined`). */
type ChangedValue = readonly [field: string, value: GivenValue | undefined];

export interface NoupdateChange {
  readonly module: string;
  /** Without its prefix where that is the module. */
  readonly id: string;
  readonly model: string;
  /** Lost or changed values first, each group sorted. */
  readonly values: readonly ChangedValue[];
}

/** By module, then by id. @throws TooComplex */
export function findNoupdateChanges(
  snapshots: UpgradeSnapshots,
  question: UpgradeQuestion,
): Promise<readonly NoupdateChange[]> {
  return takeLongSteps(listChanges(snapshots, question));
}

function* listChanges(
  snapshots: UpgradeSnapshots,
  question: UpgradeQuestion,
): Steps<readonly NoupdateChange[]> {
  const sides = yield* openUpgrade(snapshots, question);
  const [from, to] = [sides.from.open(), sides.to.open()];
  const versions = { from: from.system.platformVersion, to: to.system.platformVersion };
  const isThere = (name: string): boolean => to.system.find(name) !== undefined;
  const { toModule } = createModuleNames(to.system.snapshot, versions, isThere);
  const modules = new Set(from.system.modules.map(({ name }) => toModule(name)));
  const changes: NoupdateChange[] = [];
  const pairs = yield* pairThings(yield* listOwn(from), yield* listOwn(to), [
    ({ module, id }, isBefore) => `${isBefore ? toModule(module) : module} ${id}`,
  ]);
  for (const { before, after } of pairs) {
    yield;
    if (after?.writes[0]?.noupdate !== true || !modules.has(after.module)) continue;
    const { module, id, record } = after;
    if (before === undefined && getModuleOfXmlId(record.xmlId) === module) continue;
    const hasField = (name: string): boolean =>
      to.models.findStored(record.model)?.readStored(name) !== undefined;
    const values = compareValues(
      mergeValues(before?.writes ?? []),
      mergeValues(after.writes),
      hasField,
    );
    if (values.length > 0) changes.push({ module, id, model: record.model, values });
  }
  return changes.toSorted(
    (left, right) => compareText(left.module, right.module) || compareText(left.id, right.id),
  );
}

interface OwnWrites {
  readonly module: string;
  readonly id: string;
  readonly record: WrittenRecord;
  /** In XML, of the module. */
  readonly writes: readonly RecordWrite[];
}

/** Writes of each record by module; values of views are left out. */
function* listOwn(registry: Registry): Steps<readonly OwnWrites[]> {
  const { writes } = registry.getRecords();
  const models = writes.listModels().filter((model) => model !== "ir.ui.view");
  yield* writes.prepare(models);
  const own: OwnWrites[] = [];
  for (const model of models) {
    for (const record of writes.listOfModel(model)) {
      const byModule = new Map<string, RecordWrite[]>();
      for (const write of record.writes) {
        if (write.tag === "record") addToGroup(byModule, write.module, write);
      }
      for (const [module, moduleWrites] of byModule) {
        const isOwn = getModuleOfXmlId(record.xmlId) === module;
        const id = isOwn ? toLocalId(record.xmlId) : record.xmlId;
        own.push({ module, id, record, writes: moduleWrites });
      }
      yield;
    }
  }
  return own;
}

/** Later writes win. */
function mergeValues(writes: readonly RecordWrite[]): ReadonlyMap<string, GivenValue> {
  const given = writes.map(readValues).flatMap(({ names, values }) => {
    return names.map((name, at) => [name, values[at] ?? null] as const);
  });
  return new Map(given);
}

/** Lost or changed values, then new ones, each by name. */
function compareValues(
  before: ReadonlyMap<string, GivenValue>,
  after: ReadonlyMap<string, GivenValue>,
  hasField: (name: string) => boolean,
): readonly ChangedValue[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) =>
      after.has(name)
        ? JSON.stringify(after.get(name)) !== JSON.stringify(before.get(name))
        : hasField(name),
    )
    .toSorted(
      (left, right) =>
        Number(before.has(right)) - Number(before.has(left)) || compareText(left, right),
    )
    .map((name) => [name, after.get(name)]);
}
