// What became of external ids, as OpenUpgrade's analysis tells it (`compare_xml_sets` of upgrade_analysis/compare.py).
import { getModuleOfXmlId, toLocalId } from "../../../data/module/xml-id.js";
import { compareText } from "../../../data/platform/platform-version.js";
import type { Steps } from "../../../data/yield.js";
import type { UpgradeRecord } from "../../contract/shape/migration/upgrade.js";
import { takePairs, type ToldRow } from "./match.js";
import type { RecordedId } from "./record-ids.js";
import type { UpgradeNames } from "./upgrade-names.js";

/** A change under the module that it is told of. */
export interface ToldId {
  readonly section: string;
  readonly row: ToldRow<UpgradeRecord>;
  readonly from: RecordedId | undefined;
  readonly to: RecordedId | undefined;
}

interface IdQuestions {
  /** The id that a record has afterwards, where its module or its table has another name. */
  toLaterId(one: RecordedId): string;
  /** Whether a window action that had a domain has none afterwards. */
  losesDomain(old: RecordedId, now: RecordedId): boolean;
}

/** A step looks at one. */
export function* compareIds(
  from: readonly RecordedId[],
  to: readonly RecordedId[],
  names: UpgradeNames,
  { toLaterId, losesDomain }: IdQuestions,
): Steps<readonly ToldId[]> {
  const gone = new Set(from);
  const added = new Set(to);
  const told: ToldId[] = [];
  const toId = (one: RecordedId): string => (gone.has(one) ? toLaterId(one) : one.xmlId);

  const match = (toKey: (one: RecordedId, module: string, model: string) => string | undefined) =>
    takePairs(gone, added, names, toKey);

  const tell = (
    change: UpgradeRecord["change"],
    { of, with: other }: { of: RecordedId; with?: RecordedId },
    more: Partial<ToldRow<UpgradeRecord>> = {},
  ): void => {
    const isOld = change === "removed";
    const section = isOld ? names.toModule(of.module) : of.module;
    const row = { change, model: of.model, xml_id: of.xmlId, noupdate: of.noupdate, ...more };
    told.push({ section, row, from: isOld ? of : other, to: isOld ? other : of });
  };
  const findChanges = (old: RecordedId, now: RecordedId): Partial<ToldRow<UpgradeRecord>> => ({
    ...(old.noupdate !== now.noupdate && { noupdate_switched: true }),
    ...(old.definition &&
      old.definition !== now.definition && {
        definition: { old: old.definition, new: now.definition ?? "" },
      }),
    ...(losesDomain(old, now) && { domain_deleted: true }),
  });

  const same = yield* match((one, module, model) => `${model} ${module} ${toId(one)}`);
  for (const [old, now] of same) {
    const changes = findChanges(old, now);
    if (Object.keys(changes).length > 0) tell("changed", { of: now, with: old }, changes);
    yield;
  }
  // What changes a record of another module is no record of its own.
  for (const set of [gone, added]) {
    for (const one of set) if (one.module !== getModuleOfXmlId(one.xmlId)) set.delete(one);
  }
  const moved = yield* match((one, _module, model) => `${model} ${toId(one)}`);
  for (const [old, now] of moved) {
    tell("removed", { of: old, with: now }, { moved_to: now.module });
    tell("added", { of: now, with: old }, { ...findChanges(old, now), moved_from: old.module });
  }
  const renamed = yield* match(({ xmlId }, _module, model) =>
    model === "ir.ui.view" ? undefined : `${model} ${toLocalId(xmlId)}`,
  );
  for (const [old, now] of renamed) {
    tell("removed", { of: old, with: now }, { renamed_to: now.module });
    tell("added", { of: now, with: old }, { ...findChanges(old, now), renamed_from: old.module });
  }
  for (const one of gone) tell("removed", { of: one });
  for (const one of added) tell("added", { of: one });
  return told.toSorted(compareTold);
}

/** By model, what goes after the others, then by id. */
function compareTold({ row: left }: ToldId, { row: right }: ToldId): number {
  return (
    compareText(left.model, right.model) ||
    Number(left.change === "removed") - Number(right.change === "removed") ||
    compareText(left.xml_id, right.xml_id)
  );
}
