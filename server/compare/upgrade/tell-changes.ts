// Rows of the answer for changes of two systems, by module, with meanings and definitions.
import { addToGroup, toGroups } from "../../../data/grouped.js";
import { compareText } from "../../../data/platform/platform-version.js";
import type { Steps } from "../../../data/yield.js";
import type {
  UpgradeField,
  UpgradeModel,
  UpgradeRecord,
} from "../../contract/shape/migration/upgrade.js";
import { UPGRADE_CODES, type UpgradeCode } from "../../contract/shape/migration/upgrade-codes.js";
import { classifyField, classifyModel, classifyRecord } from "./classify.js";
import type { ToldChange } from "./compare-fields.js";
import type { ToldId } from "./compare-ids.js";
import { findBoth } from "./compare-systems.js";
import type { FoundRenames } from "./find-renames.js";
import type { FieldAttributes, RecordedField } from "./record-fields.js";
import type { RecordedId } from "./record-ids.js";
import type { ToldModel } from "./record-models.js";
import type { Cover, CoverSubject } from "./scripts.js";
import { listKeys, type UpgradeSide } from "./side.js";
import type { Told } from "../things.js";
import type { UpgradeNames } from "../../registry/api/names.js";

/** By module; a step tells one row. */
type ToldRows<Row> = Steps<ReadonlyMap<string, readonly Row[]>>;

interface TellContext {
  readonly before: UpgradeSide;
  readonly after: UpgradeSide;
  readonly names: UpgradeNames;
  readonly cover: Cover;
  readonly renames: FoundRenames;
  /** Whether a module is part of another one afterwards. */
  readonly isMerged: (module: string) => boolean;
}

/** Losses of a merged module stand under it: the other one loses nothing of its own. */
function toSection<Row extends object, T extends { readonly module: string }>(
  { section, row, before }: Told<Row, T>,
  { isMerged }: TellContext,
): string {
  const { change, kind } = row as { readonly change?: string; readonly kind?: string };
  const isNew = /^(?:added|moved_from)$/.test(change ?? kind ?? "");
  return before !== undefined && !isNew && isMerged(before.module) ? before.module : section;
}

export function toMeaning(code: UpgradeCode, cover: Cover, subject: CoverSubject) {
  const covered = cover.find(code, subject);
  const { class: kind } = UPGRADE_CODES[code];
  const table = code.startsWith("relation_") ? subject.relation : subject.table;
  return {
    class: kind,
    code,
    ...(table !== undefined && (kind === "data_lost" || kind === "may_fail") && { table }),
    ...(covered.length > 0 && { covered_by: covered }),
  };
}

function* tellEach<One, Row>(
  all: Iterable<One>,
  findSection: (one: One) => string,
  toChange: (one: One) => Row,
): ToldRows<Row> {
  const told = new Map<string, Row[]>();
  for (const one of all) {
    addToGroup(told, findSection(one), toChange(one));
    yield;
  }
  return told;
}

export const tellModels = (all: readonly ToldModel[], context: TellContext) =>
  tellEach(
    all,
    (one) => toSection(one, context),
    ({ row, before: was, after: is }): UpgradeModel => ({
      ...row,
      ...toMeaning(
        classifyModel(row),
        context.cover,
        toTable(context.before, row.renamed_from ?? row.model),
      ),
      definitions: { from: was?.definitions ?? [], to: is?.definitions ?? [] },
    }),
  );

export const tellRecords = (all: readonly ToldId[], context: TellContext) =>
  tellEach(
    all,
    (one) => toSection(one, context),
    ({ row, before, after }): UpgradeRecord => ({
      ...row,
      ...toMeaning(classifyRecord(row, toRecordContext(context, after)), context.cover, {
        xmlId: row.xml_id,
      }),
      definitions: { from: listLocations(before), to: listLocations(after) },
    }),
  );

function toRecordContext(
  { before: { models }, names }: TellContext,
  { constrained, isIndex = false }: Partial<RecordedId> = {},
) {
  const hasModel = constrained === undefined || models.has(names.toFormer(constrained));
  return { hasModel, isIndex };
}

function listLocations(one: RecordedId | undefined): UpgradeRecord["definitions"]["from"] {
  return one?.locations.map(({ file, line }) => ({ module: one.module, file, line })) ?? [];
}

/** Changes of one field that a module tells of are one row, by model and name. */
export function tellFields(all: readonly ToldChange[], context: TellContext) {
  const rows = toGroups(all, (one) =>
    [toSection(one, context), one.model, one.field, one.type].join(" "),
  );
  const sorted = [...(rows.values() as Iterable<readonly [ToldChange, ...ToldChange[]]>)].toSorted(
    ([left], [right]) =>
      compareText(left.model, right.model) || compareText(left.field, right.field),
  );
  const known = {
    before: listRelations(context.before),
    after: listRelations(context.after),
    keysBefore: listKeysBefore(context.before),
  };
  return tellEach(
    sorted,
    ([one]) => toSection(one, context),
    (changes) => toFieldRow(changes, context, known),
  );
}

interface KnownFields extends Readonly<Record<"before" | "after", ReadonlySet<string>>> {
  readonly keysBefore: ReadonlyMap<RecordedField, string>;
}

/** Keys of a selection before a module changes it. */
function listKeysBefore({ fields: { fields } }: UpgradeSide): ReadonlyMap<RecordedField, string> {
  const last = new Map<string, string>();
  return new Map(
    fields.flatMap((one): readonly (readonly [RecordedField, string])[] => {
      const { selection_keys: keys } = one.attributes;
      if (keys === undefined) return [];
      const name = `${one.model} ${one.field}`;
      const former = last.get(name) ?? "";
      last.set(name, keys);
      return [[one, former]];
    }),
  );
}

/** Tables of stored many2many fields with their columns: links of one field are those of every field with its table. */
function listRelations({ fields: { fields } }: UpgradeSide): ReadonlySet<string> {
  return new Set(fields.flatMap(({ attributes }) => toRelation(attributes) ?? []));
}

function toRelation({
  table,
  column1 = "",
  column2 = "",
  stored,
}: FieldAttributes): string | undefined {
  return table === undefined || stored === undefined
    ? undefined
    : [table, ...[column1, column2].toSorted(compareText)].join(" ");
}

function toFieldRow(
  changes: readonly [ToldChange, ...ToldChange[]],
  { before, after, names, cover, renames }: TellContext,
  known: KnownFields,
): UpgradeField {
  const [{ model, field, type }] = changes;
  const both = findBoth({ before, after }, names, model);
  const context = {
    // A side that does not make the model may have it nevertheless.
    hasModel: both.every(Boolean) || both.some((one) => one?.isMade === false),
  };
  // A key is lost where it was added: the keys of later modules have it too.
  const losesKeys = (one: ToldChange): boolean | undefined => {
    const old = listKeys(before, names.toFormer(model), field);
    const now = new Set(listKeys(after, names.toModel(model), field));
    if (old === undefined || now.size === 0) return undefined;
    const keys = one.before?.attributes.selection_keys ?? "";
    const former = (one.before && known.keysBefore.get(one.before)) ?? "";
    return old
      .filter((key) => !now.has(key))
      .map((key) => `'${key}'`)
      .some((key) => keys.includes(key) && !former.includes(key));
  };
  const isRelationKept = ({ before: was, after: is }: ToldChange): boolean => {
    const relation = toRelation((was ?? is)?.attributes ?? {});
    return relation !== undefined && known[was === undefined ? "before" : "after"].has(relation);
  };
  return {
    model,
    field,
    type,
    changes: changes.map((one) => ({
      ...one.row,
      ...renames(one.row.kind, model, field),
      ...toMeaning(
        classifyField(one, {
          ...context,
          losesKeys: () => losesKeys(one),
          isRelationKept: isRelationKept(one),
        }),
        cover,
        {
          ...toTable(before, model),
          field,
          relation: one.before?.attributes.table,
        },
      ),
    })),
    definitions: {
      from: changes.find((one) => one.before)?.before?.definitions ?? [],
      to: changes.find((one) => one.after)?.after?.definitions ?? [],
    },
  };
}

/** A model and its table, which may have a name of its own. */
function toTable({ models }: UpgradeSide, model: string): CoverSubject {
  return { model, table: models.get(model)?.table };
}
