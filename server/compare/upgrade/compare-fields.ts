// Changes of recorded fields between two systems, as OpenUpgrade's analysis reports them
// (`compare_sets` of upgrade_analysis/compare.py).
import type { Steps } from "../../../data/yield.js";
import { NO_MODEL } from "../../contract/shape/system/registry-model.js";
import type { FieldChange } from "../../contract/shape/migration/upgrade.js";
import { type PairKey, THINGS_A_STEP, type Told, pairThings } from "../things.js";
import type { AttributeName, RecordedField } from "./record-fields.js";
import type { UpgradeNames } from "../../registry/api/names.js";

export interface ToldChange extends Told<FieldChange, RecordedField> {
  /** The module that the line names: the one before, where it has another name afterwards. */
  readonly module: string;
  readonly model: string;
  readonly field: string;
  readonly type: string | null;
}

/** Words for a flag that appears or disappears; other values are shown old and new. */
const FLAGS: ReadonlyMap<
  AttributeName,
  readonly [now: FieldChange["kind"], not: FieldChange["kind"] | null]
> = new Map([
  ["stored", ["stored", "not_stored"]],
  ["isfunction", ["function", "not_function"]],
  ["isrelated", ["related", "not_related"]],
  // Dropping `required` needs no data change.
  ["required", ["required", null]],
]);

const COMPARED = [
  "relation",
  "type",
  "selection_keys",
  "_inherits",
  "stored",
  "isfunction",
  "isrelated",
  "required",
  "table",
  "_order",
] as const satisfies readonly AttributeName[];

const COLUMNS = ["column1", "column2"] as const;

/** Attributes shown for a new or lost field. */
const SHOWN = [
  "relation",
  "required",
  "selection_keys",
  "_inherits",
  "mode",
  "attachment",
] as const;
const SHOWN_OF_NEW = [...SHOWN, "hasdefault"] as const;
const SHOWN_OF_COMPUTED = [...SHOWN_OF_NEW, "isfunction", "isrelated", "stored"] as const;

/** In the order in which the rules find them. */
export function* compareFields(
  from: readonly RecordedField[],
  to: readonly RecordedField[],
  names: UpgradeNames,
): Steps<readonly ToldChange[]> {
  const toKey =
    (isOfModule: boolean): PairKey<RecordedField> =>
    ({ module, model, field, mode, attributes: { type = "" } }, isBefore) => {
      const subject = `${isBefore ? names.toModel(model) : model} ${field} ${mode}`;
      return `${subject} ${isOfModule ? (isBefore ? names.toModule(module) : module) : type}`;
    };
  const told: ToldChange[] = [];
  const pairs = yield* pairThings(from, to, [toKey(true), toKey(false)]);
  for (const [at, { before, after }] of pairs.entries()) {
    const changes =
      before && after ? compareMatched(before, after, names) : tellUnmatched(before, after, names);
    for (const change of changes) told.push(change);
    if (at % THINGS_A_STEP === 0) yield;
  }
  return told;
}

function compareMatched(
  old: RecordedField,
  now: RecordedField,
  names: UpgradeNames,
): readonly ToldChange[] {
  const { module, model, field, attributes: before } = old;
  const after = now.attributes;
  const section = names.toModule(module);
  const type = before.type ?? null;
  const subject = { section, module, model, field, type, before: old, after: now };
  const told: ToldChange[] = [];
  const tell = (row: ToldChange["row"]): void => void told.push({ ...subject, row });
  // In its own module no more than a new name of that is said.
  if (section !== now.module) {
    tell({ kind: "moved_to", module: now.module });
    const row = { kind: "moved_from" as const, module };
    told.push({ ...subject, section: now.module, module: now.module, row });
  }
  for (const name of COMPARED) {
    const [was, is] = [before[name], after[name]];
    if (was === is || (name === "relation" && isSameModel(old, now, names))) continue;
    if (name === "table" && isTableUnknown(old, now)) continue;
    const flags = FLAGS.get(name);
    const kind = flags?.[is === undefined ? 1 : 0];
    if (flags === undefined) tell({ kind: name as FieldChange["kind"], ...toPair(was, is) });
    else if (kind) tell({ kind });
  }
  if (before.table !== undefined && after.table !== undefined) {
    for (const kind of COLUMNS) {
      if (before[kind] !== after[kind]) tell({ kind, ...toPair(before[kind], after[kind]) });
    }
  }
  return told;
}

/** Whether two records of one module, model and field say the same. */
export const isSameField = (old: RecordedField, now: RecordedField): boolean =>
  old.module === now.module &&
  COMPARED.every((name) => old.attributes[name] === now.attributes[name]) &&
  COLUMNS.every((name) => old.attributes[name] === now.attributes[name]);

const NO_CHANGES: readonly ToldChange[] = [];

/** A relation that stays one has a comodel: where a side does not know it, nothing is said of it. */
function isSameModel(
  { attributes: before }: RecordedField,
  { attributes: after }: RecordedField,
  names: UpgradeNames,
): boolean {
  const [was, is] = [before.relation, after.relation];
  if (was === undefined || is === undefined) {
    return before.type === after.type && RELATIONS.has(before.type ?? "");
  }
  return was === NO_MODEL || is === NO_MODEL || names.toModel(was) === is;
}

/** A stored many2many of its own has a table: its name follows from its comodel, which a side may not know. */
function isTableUnknown(...sides: readonly [RecordedField, RecordedField]): boolean {
  return (
    sides.some(({ attributes }) => attributes.table === undefined) &&
    sides.every(
      ({ attributes: { type, stored, isrelated } }) =>
        type === "many2many" && stored !== undefined && isrelated === undefined,
    )
  );
}

const RELATIONS: ReadonlySet<string> = new Set(["many2one", "one2many", "many2many"]);

/** Python's text for no value. */
const NOTHING = "False";

const toPair = (old = NOTHING, now = NOTHING): { old: string; new: string } => ({ old, new: now });

function tellUnmatched(
  before: RecordedField | undefined,
  after: RecordedField | undefined,
  names: UpgradeNames,
): readonly ToldChange[] {
  const one = before ?? after;
  if (one === undefined) return NO_CHANGES;
  const { module, model, field, mode, attributes } = one;
  const isComputed = attributes.isfunction !== undefined || attributes.isrelated !== undefined;
  if (field === "_order" || (attributes.stored === undefined && isComputed)) return NO_CHANGES;
  const shown = before ? SHOWN : isComputed ? SHOWN_OF_COMPUTED : SHOWN_OF_NEW;
  const all = { ...attributes, ...(mode === "modify" && { mode }) };
  const said = shown.flatMap((name) => {
    const value = (all as Readonly<Record<string, string | undefined>>)[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const kind = before ? ("removed" as const) : ("added" as const);
  const row = { kind, attributes: Object.fromEntries(said) };
  const section = before ? names.toModule(module) : module;
  return [{ section, module, model, field, type: attributes.type ?? null, row, before, after }];
}
