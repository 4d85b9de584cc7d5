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
import type { RecordValue } from "../../registry/data/field-value.js";
import type { Cover, CoverSubject } from "./scripts/cover.js";
import { classifyField, classifyModel, classifyRecord } from "./classify.js";
import type { ToldChange } from "./compare-fields.js";
import type { FoundRenames } from "./find-renames.js";
import { compareIds } from "./compare-ids.js";
import { toFieldLine, toModelLine, toRecordLine } from "./openupgrade-text.js";
import type { RecordedId } from "./record-ids.js";
import { compareModels } from "./record-models.js";
import { listKeys, type UpgradeSide } from "./side.js";
import type { UpgradeNames } from "./upgrade-names.js";

/** By module; a step tells one row. */
type Told<Row> = Steps<ReadonlyMap<string, readonly Row[]>>;

interface TellContext {
  readonly before: UpgradeSide;
  readonly after: UpgradeSide;
  readonly names: UpgradeNames;
  readonly cover: Cover;
  readonly renames: FoundRenames;
}

function toMeaning(code: UpgradeCode, cover: Cover, subject: CoverSubject) {
  const covered = cover.find(code, subject);
  return {
    class: UPGRADE_CODES[code].class,
    code,
    ...(covered.length > 0 && { covered_by: covered }),
  };
}

export function* tellModels({
  before,
  after,
  names,
  cover,
  renames,
}: TellContext): Told<UpgradeModel> {
  const told = new Map<string, UpgradeModel[]>();
  for (const { section, row } of compareModels(before.models, after.models, names)) {
    const definitions = {
      from: before.models.get(row.renamed_from ?? row.model)?.definitions ?? [],
      to: after.models.get(row.renamed_to ?? row.model)?.definitions ?? [],
    };
    addToGroup(told, section, {
      ...row,
      ...renames(row.change, row.model, null),
      ...toMeaning(classifyModel(row), cover, toTable(before, row.renamed_from ?? row.model)),
      definitions,
      line: toModelLine(row),
    });
    yield;
  }
  return told;
}

/** Changes of one field that a module tells of are one row; rows in the order of their first lines. */
export function* tellFields(
  all: readonly ToldChange[],
  { before, after, names, cover, renames }: TellContext,
): Told<UpgradeField> {
  const rows = toGroups(all, (one) => [one.section, one.model, one.field, one.type].join(" "));
  const told = new Map<string, UpgradeField[]>();
  for (const changes of rows.values()) {
    const [first] = changes as [ToldChange];
    const { section, model, field, type } = first;
    const context = {
      hasModel: before.models.has(model) && after.models.has(names.toModel(model)),
      losesKeys(): boolean | undefined {
        const old = listKeys(before, model, field);
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
      lines: changes.map(toFieldLine).toSorted(compareText),
    });
    yield;
  }
  for (const fields of told.values()) {
    fields.sort((left, right) => compareText(left.lines[0] ?? "", right.lines[0] ?? ""));
  }
  return told;
}

/** A model and its table, which may have a name of its own. */
function toTable({ models }: UpgradeSide, model: string): CoverSubject {
  return { model, table: models.get(model)?.table };
}

export function* tellRecords({ before, after, names, cover }: TellContext): Told<UpgradeRecord> {
  const losesDomain = (old: RecordedId, now: RecordedId): boolean => {
    if (old.model !== WINDOW_ACTION) return false;
    const was = findDomain(before, old) ?? null;
    return was !== null && was !== "[]" && findDomain(after, now) === null;
  };
  const told = new Map<string, UpgradeRecord[]>();
  for (const { section, row, from, to } of yield* compareIds(
    before.ids,
    after.ids,
    names,
    losesDomain,
  )) {
    const definitions = { from: listPlaces(from), to: listPlaces(to) };
    addToGroup(told, section, {
      ...row,
      ...toMeaning(classifyRecord(row), cover, { xmlId: row.xml_id }),
      definitions,
      line: toRecordLine(row),
    });
    yield;
  }
  return told;
}

const WINDOW_ACTION = "ir.actions.act_window";
const DOMAIN: ReadonlySet<string> = new Set(["domain"]);
const NO_VALUES = { values: new Map<string, RecordValue>(), unknown: [] };

/** `null` for one that is not given, `undefined` for one that is not known. */
function findDomain({ registry }: UpgradeSide, { xmlId }: RecordedId): RecordValue | undefined {
  const { writes, readFields } = registry.getRecords();
  const written = writes.find(xmlId);
  const isAction = written?.model === WINDOW_ACTION;
  const { values, unknown } = isAction ? readFields(written, DOMAIN) : NO_VALUES;
  return unknown.length > 0 ? undefined : (values.get("domain") ?? null);
}

function listPlaces(one: RecordedId | undefined): readonly UpgradeDefinition[] {
  return one === undefined
    ? []
    : one.places.map(({ file, line }) => ({ module: one.module, file, line }));
}
