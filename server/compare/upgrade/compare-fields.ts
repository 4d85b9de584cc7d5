// What became of the fields that were recorded of two systems, as OpenUpgrade's analysis tells it (`compare_sets` of
// upgrade_analysis/compare.py).
import type { Steps } from "../../../data/yield.js";
import type { FieldChange } from "../../contract/shape/migration/upgrade.js";
import { takePairs, type ToldRow } from "./match.js";
import type { RecordedField } from "./record-fields.js";
import type { AttributeName, FieldAttributes } from "./recorded-field.js";
import type { UpgradeNames } from "./upgrade-names.js";

/** A change of a field, under the module that it is told of. */
export interface ToldChange {
  /** The module whose text has it. */
  readonly section: string;
  /** The module that the line names: the one before, where it has another name afterwards. */
  readonly module: string;
  readonly model: string;
  readonly field: string;
  readonly type: string | null;
  readonly change: ToldRow<FieldChange>;
  /** What a relation's columns are columns of. */
  readonly table?: string;
  /** What is recorded of it on both sides. */
  readonly before?: FieldAttributes;
  readonly after?: FieldAttributes;
  /** What is written of it on both sides. */
  readonly definitions: Partial<Record<"from" | "to", RecordedField["definitions"]>>;
}

/** What only is there or not has two kinds; of what has other values old and new are told. */
const FLAGS: ReadonlyMap<
  AttributeName,
  readonly [now: FieldChange["kind"], not: FieldChange["kind"] | null]
> = new Map([
  ["stored", ["stored", "not_stored"]],
  ["isfunction", ["function", "not_function"]],
  ["isrelated", ["related", "not_related"]],
  // What need not be given any more asks nothing of what is there.
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

/** What is said of a field that comes or goes. */
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

/** In the order in which the rules find them; a step looks at one field. */
export function* compareFields(
  from: readonly RecordedField[],
  to: readonly RecordedField[],
  names: UpgradeNames,
): Steps<readonly ToldChange[]> {
  const gone = new Set(from);
  const added = new Set(to);
  const told: ToldChange[] = [];
  for (const toKey of [toPlaceKey, toTypeKey]) {
    for (const [old, now] of yield* takePairs(gone, added, names, toKey)) {
      for (const change of compareMatched(old, now, names)) told.push(change);
      yield;
    }
  }
  return [
    ...told,
    ...Array.from(gone, (one) => tellUnmatched(one, "removed", names)).flat(),
    ...Array.from(added, (one) => tellUnmatched(one, "added", names)).flat(),
  ];
}

function toPlaceKey({ field, mode }: RecordedField, module: string, model: string): string {
  return `${model} ${field} ${mode} ${module}`;
}

function toTypeKey({ field, mode, attributes }: RecordedField, _module: string, model: string) {
  return `${model} ${field} ${mode} ${attributes.type ?? ""}`;
}

function compareMatched(
  old: RecordedField,
  now: RecordedField,
  names: UpgradeNames,
): readonly ToldChange[] {
  const { module, model, field, attributes: before } = old;
  const after = now.attributes;
  const section = names.toModule(module);
  // Nearly all are as they were.
  const isSame = (name: AttributeName): boolean => before[name] === after[name];
  if (section === now.module && COMPARED.every(isSame) && COLUMNS.every(isSame)) return NO_CHANGES;
  const subject = {
    section,
    module,
    model,
    field,
    type: before.type ?? null,
    before,
    after,
    definitions: { from: old.definitions, to: now.definitions },
  };
  const told: ToldChange[] = [];
  const tell = (change: ToldRow<FieldChange>): void => void told.push({ ...subject, change });
  // In its own module no more than a new name of that is said.
  if (subject.section !== now.module) {
    tell({ kind: "moved_to", module: now.module });
    told.push({
      ...subject,
      section: now.module,
      module: now.module,
      change: { kind: "moved_from", module },
    });
  }
  for (const name of COMPARED) {
    const [was, is] = [before[name], after[name]];
    if (was === is || (name === "relation" && isSameModel(was, is, names))) continue;
    const flags = FLAGS.get(name);
    const kind = flags?.[is === undefined ? 1 : 0];
    if (flags === undefined) tell({ kind: name as FieldChange["kind"], ...toPair(was, is) });
    else if (kind) tell({ kind });
  }
  if (before.table !== undefined && after.table !== undefined) {
    for (const kind of COLUMNS) {
      const [was, is] = [before[kind], after[kind]];
      if (was !== is) {
        told.push({ ...subject, change: { kind, ...toPair(was, is) }, table: before.table });
      }
    }
  }
  return told;
}

const NO_CHANGES: readonly ToldChange[] = [];

/** What a relation leads to where nobody makes its model, which a side that is not indexed in whole does not tell. */
const NO_MODEL = "_unknown";

function isSameModel(
  was: string | undefined,
  is: string | undefined,
  names: UpgradeNames,
): boolean {
  return was !== undefined && (was === NO_MODEL || is === NO_MODEL || names.toModel(was) === is);
}

/** As Python writes what has no value. */
const NOTHING = "False";

const toPair = (old = NOTHING, now = NOTHING): { old: string; new: string } => ({ old, new: now });

function tellUnmatched(
  { module, model, field, mode, attributes, definitions }: RecordedField,
  kind: "added" | "removed",
  names: UpgradeNames,
): readonly ToldChange[] {
  const isComputed = attributes.isfunction !== undefined || attributes.isrelated !== undefined;
  if (field === "_order" || (attributes.stored === undefined && isComputed)) return [];
  const shown = kind === "removed" ? SHOWN : isComputed ? SHOWN_OF_COMPUTED : SHOWN_OF_NEW;
  const all = { ...attributes, ...(mode === "modify" && { mode }) };
  const said = shown.flatMap((name) => {
    const value = (all as Readonly<Record<string, string | undefined>>)[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const change = { kind, attributes: Object.fromEntries(said) };
  const section = kind === "removed" ? names.toModule(module) : module;
  const recorded =
    kind === "removed"
      ? { before: attributes, definitions: { from: definitions } }
      : { after: attributes, definitions: { to: definitions } };
  return [{ section, module, model, field, type: attributes.type ?? null, change, ...recorded }];
}
