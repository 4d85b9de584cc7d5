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
import { openUpgrade, type UpgradeQuestion, type UpgradeSnapshots } from "./find-upgrade.js";
import { createModuleNames } from "./upgrade-names.js";

/** What a record is to get: a value, or none any more (`undefined`). */
type ChangedValue = readonly [field: string, value: GivenValue | undefined];

export interface NoupdateChange {
  readonly module: string;
  /** Without its prefix where that is the module. */
  readonly id: string;
  readonly model: string;
  /** Those that are gone or changed first, each sorted. */
  readonly values: readonly ChangedValue[];
}

/** By module, then by id. @throws TooComplex */
export function findNoupdateChanges(
  snapshots: UpgradeSnapshots,
  question: UpgradeQuestion,
): Promise<readonly NoupdateChange[]> {
  const { from, to } = openUpgrade(snapshots, question);
  return takeLongSteps(listChanges(from.open(), to.open()));
}

function* listChanges(from: Registry, to: Registry): Steps<readonly NoupdateChange[]> {
  const versions = { from: from.system.platformVersion, to: to.system.platformVersion };
  const toModule = createModuleNames(
    to.system.snapshot,
    versions,
    (name) => to.system.find(name) !== undefined,
  );
  const former = new Map<string, readonly RecordWrite[]>();
  for (const { module, id, writes } of yield* listOwn(from)) {
    former.set(`${toModule(module)} ${id}`, writes);
  }
  const modules = new Set(from.system.modules.map(({ name }) => toModule(name)));
  const changes: NoupdateChange[] = [];
  for (const { module, id, record, writes } of yield* listOwn(to)) {
    const before = former.get(`${module} ${id}`);
    const isOfOther = getModuleOfXmlId(record.xmlId) !== module;
    if (writes[0]?.noupdate !== true || !modules.has(module)) continue;
    if (before === undefined && !isOfOther) continue;
    const hasField = (name: string): boolean =>
      to.models.findStored(record.model)?.readStored(name) !== undefined;
    const values = compareValues(mergeValues(before ?? []), mergeValues(writes), hasField);
    if (values.length > 0) changes.push({ module, id, model: record.model, values });
    yield;
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

/** Of each record under each module that writes it; views have no values here. */
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
      for (const [module, places] of byModule) {
        const isOwn = getModuleOfXmlId(record.xmlId) === module;
        const id = isOwn ? toLocalId(record.xmlId) : record.xmlId;
        own.push({ module, id, record, writes: places });
      }
      yield;
    }
  }
  return own;
}

/** What stands later wins. */
function mergeValues(writes: readonly RecordWrite[]): ReadonlyMap<string, GivenValue> {
  const given = writes.map(readValues).flatMap(({ names, values }) => {
    return names.map((name, at) => [name, values[at] ?? null] as const);
  });
  return new Map(given);
}

function compareValues(
  before: ReadonlyMap<string, GivenValue>,
  after: ReadonlyMap<string, GivenValue>,
  hasField: (name: string) => boolean,
): readonly ChangedValue[] {
  const old = [...before].toSorted(([left], [right]) => compareText(left, right));
  const added = [...after.keys()].filter((name) => !before.has(name)).toSorted(compareText);
  return [
    ...old.flatMap(([name, was]): ChangedValue[] => {
      const value = after.get(name);
      if (value === undefined) return hasField(name) ? [[name, undefined]] : [];
      return JSON.stringify(value) === JSON.stringify(was) ? [] : [[name, value]];
    }),
    ...added.map((name): ChangedValue => [name, after.get(name)]),
  ];
}
