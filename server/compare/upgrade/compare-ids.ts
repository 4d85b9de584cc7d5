// Changes of external ids, as OpenUpgrade's analysis reports them (`compare_xml_sets` of
// upgrade_analysis/compare.py).
import { getModuleOfXmlId, isIdOf, toLocalId } from "../../../data/module/xml-id.js";
import { compareText } from "../../../data/platform/platform-version.js";
import type { Steps } from "../../../data/yield.js";
import type { UpgradeRecord } from "../../contract/shape/migration/upgrade.js";
import { THINGS_A_STEP, type Told, type ToldRow, pairThings } from "../things.js";
import { isDefinition } from "./classify.js";
import { CONSTRAINT, type RecordedId } from "./record-ids.js";
import type { UpgradeSide } from "./side.js";
import type { UpgradeNames } from "../../registry/api/names.js";

export type ToldId = Told<UpgradeRecord, RecordedId>;

export function* compareIds(
  before: UpgradeSide,
  after: UpgradeSide,
  names: UpgradeNames,
): Steps<readonly ToldId[]> {
  const toId = (one: RecordedId, isBefore: boolean): string =>
    isBefore ? toLaterId(one, before, after, names) : one.xmlId;
  const toModel = ({ model }: RecordedId, isBefore: boolean): string =>
    isBefore ? names.toModel(model) : model;
  const pairs = yield* pairThings(before.ids, after.ids, [
    (one, isBefore) => {
      const module = isBefore ? names.toModule(one.module) : one.module;
      return `${toModel(one, isBefore)} ${module} ${toId(one, isBefore)}`;
    },
    (one, isBefore) =>
      isOwn(one) ? `${toModel(one, isBefore)} ${toId(one, isBefore)}` : undefined,
    (one, isBefore) => {
      const model = toModel(one, isBefore);
      return isOwn(one) && model !== VIEW ? `${model} ${toLocalId(one.xmlId)}` : undefined;
    },
  ]);
  const told: ToldId[] = [];
  for (const [at, { before: old, after: now, by }] of pairs.entries()) {
    const changes = old && now ? findChanges(old, now) : {};
    const tell = (
      change: UpgradeRecord["change"],
      { model, xmlId: xml_id, noupdate, module }: RecordedId,
      more: Partial<ToldRow<UpgradeRecord>> = {},
    ): void => {
      const section = change === "removed" ? names.toModule(module) : module;
      const row = { change, model, xml_id, noupdate, ...more };
      told.push({ section, row, before: old, after: now });
    };
    if (old && now && by === 0) {
      if (Object.keys(changes).length > 0) tell("changed", now, changes);
    } else if (old && now) {
      const [to, from] = MOVES[by - 1] ?? [];
      tell("removed", old, to && { [to]: now.module });
      tell("added", now, { ...changes, ...(from && { [from]: old.module }) });
    } else {
      if (old && isOwn(old)) tell("removed", old);
      if (now && isOwn(now)) tell("added", now);
    }
    if (at % THINGS_A_STEP === 0) yield;
  }
  return told.toSorted(compareTold);
}

/**
 * Modules with another name whose records have that in front afterwards: Odoo knows nothing of the old ones and makes new ones,
 * to which no row refers. Where they are definitions nothing does.
 */
export function listRemade(
  before: UpgradeSide,
  after: UpgradeSide,
  names: UpgradeNames,
): ReadonlySet<string> {
  const own = before.ids.filter(
    (one) =>
      names.toModule(one.module) !== one.module &&
      isOwn(one) &&
      !isDefinition(one.model) &&
      one.model !== CONSTRAINT,
  );
  const ids = new Map(own.map((one) => [one, toLaterId(one, before, after, names)]));
  const wanted = new Set(ids.values());
  const keepWanted = (all: readonly RecordedId[]) => all.filter(({ xmlId }) => wanted.has(xmlId));
  const former = new Set(keepWanted(before.ids).map(({ xmlId }) => xmlId));
  const later = new Set(keepWanted(after.ids).map(({ model, xmlId }) => `${model} ${xmlId}`));
  const isRemade = ([{ model }, id]: readonly [RecordedId, string]): boolean =>
    !former.has(id) && later.has(`${names.toModel(model)} ${id}`);
  return new Set([...ids].filter(isRemade).map(([{ module }]) => module));
}

/** A change of another module's record is no record of its own. */
export const isOwn = ({ module, xmlId }: RecordedId): boolean => isIdOf(module, xmlId);

const VIEW = "ir.ui.view";

/** Moves to another module, under the same id or under its own. */
const MOVES = [
  ["moved_to", "moved_from"],
  ["renamed_to", "renamed_from"],
] as const;

function findChanges(old: RecordedId, now: RecordedId): Partial<ToldRow<UpgradeRecord>> {
  return {
    ...(old.noupdate !== now.noupdate && { noupdate_switched: true }),
    ...(old.definition &&
      old.definition !== now.definition && {
        definition: { old: old.definition, new: now.definition ?? "" },
      }),
    ...(losesDomain(old, now) && { domain_deleted: true }),
  };
}

/** By model, what goes after the others, then by id. */
function compareTold({ row: left }: ToldId, { row: right }: ToldId): number {
  return (
    compareText(left.model, right.model) ||
    Number(left.change === "removed") - Number(right.change === "removed") ||
    compareText(left.xml_id, right.xml_id)
  );
}

/** Id with the later name of its module, or of a constraint's table. */
function toLaterId(
  { xmlId, constrained }: RecordedId,
  before: UpgradeSide,
  after: UpgradeSide,
  names: UpgradeNames,
): string {
  const module = getModuleOfXmlId(xmlId);
  const later = names.toModule(module);
  const id = later === module ? xmlId : later + xmlId.slice(module.length);
  const table = constrained === undefined ? undefined : before.models.get(constrained)?.table;
  const laterTable = after.models.get(names.toModel(constrained ?? ""))?.table;
  return table === undefined || laterTable === undefined || table === laterTable
    ? id
    : id.replace(`.constraint_${table}_`, `.constraint_${laterTable}_`);
}

/** Whether two records of one model, module and id say the same. */
export const isSameId = (old: RecordedId, now: RecordedId): boolean =>
  old.noupdate === now.noupdate && !losesDomain(old, now);

function losesDomain({ domain: was }: RecordedId, { domain: is }: RecordedId): boolean {
  return was !== undefined && was !== null && was !== "[]" && is === null;
}
