// Changes of two systems as rows of the answer, by the module that they are told of, with where things are defined.
import { addToGroup } from "../../../data/grouped.js";
import { compareText } from "../../../data/platform/platform-version.js";
import type {
  UpgradeCover,
  UpgradeDefinition,
  UpgradeField,
  UpgradeModel,
  UpgradeRecord,
} from "../../contract/shape/migration/upgrade.js";
import {
  UPGRADE_CODES,
  type UpgradeClass,
  type UpgradeCode,
} from "../../contract/shape/migration/upgrade-codes.js";
import type { RecordValue } from "../../registry/data/field-value.js";
import type { Cover, CoverSubject } from "./scripts/cover.js";
import { classifyField, classifyModel, classifyRecord } from "./classify.js";
import type { ToldChange } from "./compare-fields.js";
import type { FoundRenames } from "./find-renames.js";
import { compareIds } from "./compare-ids.js";
import { toFieldLine, toModelLine, toRecordLine } from "./openupgrade-text.js";
import type { RecordedId } from "./record-ids.js";
import { compareModels } from "./record-models.js";
import { listKeys, locateModel, type UpgradeSide } from "./side.js";
import type { UpgradeNames } from "./upgrade-names.js";

/** By module. */
type Told<Row> = ReadonlyMap<string, readonly Row[]>;

interface TellContext {
  readonly before: UpgradeSide;
  readonly after: UpgradeSide;
  readonly names: UpgradeNames;
  readonly cover: Cover;
  readonly renames: FoundRenames;
}

interface Meaning {
  readonly class: UpgradeClass;
  readonly code: UpgradeCode;
  readonly covered_by?: readonly UpgradeCover[];
}

function toMeaning(code: UpgradeCode, cover: Cover, subject: CoverSubject): Meaning {
  const covered = cover.find(code, subject);
  return {
    class: UPGRADE_CODES[code].class,
    code,
    ...(covered.length > 0 && { covered_by: covered }),
  };
}

export function tellModels({
  before,
  after,
  names,
  cover,
  renames,
}: TellContext): Told<UpgradeModel> {
  const told = new Map<string, UpgradeModel[]>();
  for (const { section, row } of compareModels(before.models, after.models, names)) {
    const definitions = {
      from:
        row.change === "added" && !row.renamed_from
          ? []
          : locateModel(before, row.renamed_from ?? row.model),
      to:
        row.change === "removed" && !row.renamed_to
          ? []
          : locateModel(after, row.renamed_to ?? row.model),
    };
    addToGroup(told, section, {
      ...row,
      ...renames(row.change, row.model, null),
      ...toMeaning(classifyModel(row), cover, toTable(before, row.renamed_from ?? row.model)),
      definitions,
      line: toModelLine(row),
    });
  }
  return told;
}

/** Changes of one field that a module tells of are one row; rows in the order of their first lines. */
export function tellFields(
  all: readonly ToldChange[],
  { before, after, names, cover, renames }: TellContext,
): Told<UpgradeField> {
  const rows = new Map<string, ToldChange[]>();
  for (const one of all) {
    addToGroup(rows, [one.section, one.model, one.field, one.type].join(" "), one);
  }
  const told = new Map<string, UpgradeField[]>();
  for (const changes of rows.values()) {
    const [first] = changes as [ToldChange];
    const { section, model, field, type } = first;
    const context = {
      hasModel: before.models.has(model) && after.models.has(names.toModel(model)),
      losesKeys: () => losesKeys(before, after, { model, later: names.toModel(model), field }),
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
  }
  for (const [module, fields] of told) {
    const sorted = fields.toSorted((left, right) =>
      compareText(left.lines[0] ?? "", right.lines[0] ?? ""),
    );
    told.set(module, sorted);
  }
  return told;
}

/** A model and its table, which may have a name of its own. */
function toTable({ models }: UpgradeSide, model: string): CoverSubject {
  return { model, table: models.get(model)?.table };
}

/** As all modules of a system make it. */
function losesKeys(
  before: UpgradeSide,
  after: UpgradeSide,
  {
    model,
    later,
    field,
  }: { readonly model: string; readonly later: string; readonly field: string },
): boolean | undefined {
  const old = listKeys(before, model, field);
  const now = new Set(listKeys(after, later, field));
  if (old === undefined || now.size === 0) return undefined;
  return old.some((key) => !now.has(key));
}

export function tellRecords({ before, after, names, cover }: TellContext): Told<UpgradeRecord> {
  const losesDomain = (old: RecordedId, now: RecordedId): boolean => {
    if (old.model !== WINDOW_ACTION) return false;
    const was = findDomain(before, old) ?? null;
    return was !== null && was !== "[]" && findDomain(after, now) === null;
  };
  const told = new Map<string, UpgradeRecord[]>();
  for (const { section, row, from, to } of compareIds(before.ids, after.ids, names, losesDomain)) {
    const definitions = { from: listPlaces(from), to: listPlaces(to) };
    addToGroup(told, section, {
      ...row,
      ...toMeaning(classifyRecord(row), cover, { xmlId: row.xml_id }),
      definitions,
      line: toRecordLine(row),
    });
  }
  return told;
}

const WINDOW_ACTION = "ir.actions.act_window";
const DOMAIN: ReadonlySet<string> = new Set(["domain"]);
const NO_VALUES = { values: new Map<string, RecordValue>(), unknown: [] };

/** `null` for one that is not given, `undefined` for one that is not known. */
function findDomain({ registry }: UpgradeSide, { xmlId }: RecordedId): RecordValue | undefined {
  const { writes, readFields } = registry.getRecords();
  const written = writes.listOfModel(WINDOW_ACTION).find((one) => one.xmlId === xmlId);
  const { values, unknown } = written ? readFields(written, DOMAIN) : NO_VALUES;
  return unknown.length > 0 ? undefined : (values.get("domain") ?? null);
}

function listPlaces(one: RecordedId | undefined): readonly UpgradeDefinition[] {
  return one === undefined
    ? []
    : one.places.map(({ file, line }) => ({ module: one.module, file, line }));
}
