// Changes of two systems as rows of the answer, by the module that they are told of, with where things are defined.
import { addToGroup, toGroups } from "../../../data/grouped.js";
import { compareText } from "../../../data/platform/platform-version.js";
import type { Steps } from "../../../data/yield.js";
import type {
  UpgradeDefinition,
  UpgradeField,
  UpgradeModel,
  UpgradeRecord,
} from "../../contract/shape/migration/upgrade.js";
import { UPGRADE_CODES, type UpgradeCode } from "../../contract/shape/migration/upgrade-codes.js";
import type { Cover, CoverSubject } from "./scripts/cover.js";
import { classifyField, classifyModel, classifyRecord } from "./classify.js";
import type { ToldChange } from "./compare-fields.js";
import type { FoundRenames } from "./find-renames.js";
import type { ToldId } from "./compare-ids.js";
import { isKnown, type ModuleStates } from "./module-states.js";
import type { RecordedId } from "./record-ids.js";
import type { RecordedModel, ToldModel } from "./record-models.js";
import { listKeys, type UpgradeSide } from "./side.js";
import type { UpgradeNames } from "./upgrade-names.js";

/** By module; a step tells one row. */
type Told<Row> = Steps<ReadonlyMap<string, readonly Row[]>>;

interface TellContext {
  readonly before: UpgradeSide;
  readonly after: UpgradeSide;
  readonly names: UpgradeNames;
  readonly states: ModuleStates;
  readonly cover: Cover;
  readonly renames: FoundRenames;
}

export function toMeaning(code: UpgradeCode, cover: Cover, subject: CoverSubject) {
  const covered = cover.find(code, subject);
  return {
    class: UPGRADE_CODES[code].class,
    code,
    ...(covered.length > 0 && { covered_by: covered }),
  };
}

export function* tellModels(
  all: readonly ToldModel[],
  { before, after, names, cover }: TellContext,
): Told<UpgradeModel> {
  const told = new Map<string, UpgradeModel[]>();
  for (const { section, row } of all) {
    const former = row.renamed_from ?? row.model;
    addToGroup(told, section, {
      ...row,
      ...toMeaning(classifyModel(row), cover, toTable(before, former)),
      definitions: {
        from: before.models.get(former)?.definitions ?? [],
        to: after.models.get(row.renamed_to ?? names.toModel(row.model))?.definitions ?? [],
      },
    });
    yield;
  }
  return told;
}

/** Changes of one field that a module tells of are one row, by model and name. */
export function* tellFields(
  all: readonly ToldChange[],
  { before, after, names, states, cover, renames }: TellContext,
): Told<UpgradeField> {
  const rows = toGroups(all, (one) => [one.section, one.model, one.field, one.type].join(" "));
  const told = new Map<string, UpgradeField[]>();
  for (const changes of rows.values()) {
    const [first] = changes as [ToldChange];
    const { section, model, field, type } = first;
    const context = {
      hasModel: hasModel(
        before.models.get(model) ?? before.models.get(names.toFormer(model)),
        after.models.get(model) ?? after.models.get(names.toModel(model)),
        states,
      ),
      losesKeys(): boolean | undefined {
        const old = listKeys(before, names.toFormer(model), field);
        const now = new Set(listKeys(after, names.toModel(model), field));
        return old === undefined || now.size === 0 ? undefined : old.some((key) => !now.has(key));
      },
    };
    const subject = { ...toTable(before, model), field };
    addToGroup(told, section, {
      model,
      field,
      type,
      changes: changes.map((one) => ({
        ...one.change,
        ...renames(one.change.kind, model, field),
        ...toMeaning(classifyField(one, context), cover, {
          ...subject,
          relation: one.before?.table,
        }),
      })),
      definitions: {
        from: changes.find(({ definitions: { from } }) => from)?.definitions.from ?? [],
        to: changes.find(({ definitions: { to } }) => to)?.definitions.to ?? [],
      },
    });
    yield;
  }
  for (const fields of told.values()) {
    fields.sort(
      (left, right) => compareText(left.model, right.model) || compareText(left.field, right.field),
    );
  }
  return told;
}

/** Before and afterwards; that one goes or comes is known where what makes it is indexed on both sides. */
function hasModel(
  was: RecordedModel | undefined,
  is: RecordedModel | undefined,
  states: ModuleStates,
): boolean {
  if (was === undefined) {
    return is !== undefined && !(is.isMade && isKnown(states.findAfter(is.module)));
  }
  return is !== undefined || !was.isMade || !isKnown(states.findBefore(was.module));
}

/** A model and its table, which may have a name of its own. */
function toTable({ models }: UpgradeSide, model: string): CoverSubject {
  return { model, table: models.get(model)?.table };
}

export function* tellRecords(
  all: readonly ToldId[],
  { cover }: Pick<TellContext, "cover">,
): Told<UpgradeRecord> {
  const told = new Map<string, UpgradeRecord[]>();
  for (const { section, row, from, to } of all) {
    addToGroup(told, section, {
      ...row,
      ...toMeaning(classifyRecord(row), cover, { xmlId: row.xml_id }),
      definitions: { from: listPlaces(from), to: listPlaces(to) },
    });
    yield;
  }
  return told;
}

function listPlaces(one: RecordedId | undefined): readonly UpgradeDefinition[] {
  return one === undefined
    ? []
    : one.places.map(({ file, line }) => ({ module: one.module, file, line }));
}
