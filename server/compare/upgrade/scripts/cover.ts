// Coverage of losses and failures by migration scripts. A step covers a change that it names; its
// correctness is unknown, so each is shown with its location. Code that uses the ORM covers the fields
// that it writes.
import { addToGroup } from "../../../../data/grouped.js";
import type { UpgradeCover } from "../../../contract/shape/migration/upgrade.js";
import type { UpgradeCode } from "../../../contract/shape/migration/upgrade-codes.js";
import type { RunScript } from "./run-scripts.js";

/** Names of a change's subject that a script would use. */
export interface CoverSubject {
  readonly model?: string | undefined;
  /** The table of its model. */
  readonly table?: string | undefined;
  readonly field?: string;
  /** Former table of a many2many. */
  readonly relation?: string | undefined;
  readonly xmlId?: string;
  readonly module?: string;
}

/** Steps by what they name. */
export interface Cover {
  /** In the order in which they run; none for a change that asks for nothing. */
  find(code: UpgradeCode, subject: CoverSubject): readonly UpgradeCover[];
}

/** A step, with what it names. */
interface Named {
  readonly thing: RunScript["steps"][number]["thing"];
  readonly table: string;
  readonly names: readonly string[];
  /** Whether a value is given to each of the names, and not to the last one from the others. */
  readonly givesEach: boolean;
  readonly cover: UpgradeCover;
}

const toTable = (name: string): string => name.replaceAll(".", "_");

export function createCover(scripts: readonly RunScript[]): Cover {
  const byName = new Map<string, Named[]>();
  for (const { source: module, file, phase, steps } of scripts) {
    for (const { thing, on, names, line, call } of steps) {
      const table = toTable(on ?? "");
      const cover = { module, file, line, phase, call };
      const named = { thing, table, names, givesEach: GIVING.has(call), cover };
      for (const name of new Set([table, ...names])) addToGroup(byName, name, named);
    }
  }
  const find = (name: string, covers: (step: Named) => boolean): readonly UpgradeCover[] =>
    (byName.get(name) ?? []).filter(covers).map(({ cover }) => cover);
  const findTable = (name: string): readonly UpgradeCover[] =>
    find(name, ({ thing }) => thing === "table" || thing === "statement");
  return {
    find: (
      code,
      { model = "", table = toTable(model), field = "", relation, xmlId = "", module = "" },
    ) => {
      const way = WAYS.get(code);
      if (way === undefined) return [];
      if (way === "record") {
        return [...find(xmlId, isRecord), ...find(toConstraint(xmlId), isOfTable)];
      }
      if (way === "module") return find(module, ({ thing }) => thing === "module");
      if (way === "model") {
        return [...find(model, ({ thing }) => thing === "model"), ...findTable(table)];
      }
      const isWritten = way === "written";
      const column = find(
        field,
        (step) => namesColumn(step, table, isWritten) && (!isWritten || endsAt(step, field)),
      );
      return way === "relation" && relation !== undefined
        ? [...column, ...findTable(relation)]
        : column;
    },
  };
}

/** Calls that give a value to each field, or column, that they name. */
const GIVING = new Set(["write", "create", "update", "=", "create_column", "convert_column"]);

/** Steps that give no value. */
const READING = new Set(["SELECT", "mapped"]);

const isRecord = ({ thing }: Named): boolean => thing === "record";

/** Constraints stand in scripts by the name that they have in the database, with their table. */
const isOfTable = ({ thing, table }: Named): boolean => table !== "" && thing !== "column";

/** `sale.constraint_sale_order_name_uniq` is the constraint `sale_order_name_uniq`. */
function toConstraint(xmlId: string): string {
  return /^\w+\.constraint_(\w+)$/.exec(xmlId)?.[1] ?? "";
}

/** Names by which a script covers a change; `written` needs a value, so reading is not enough. */
const WAYS: ReadonlyMap<
  UpgradeCode,
  "module" | "model" | "column" | "written" | "relation" | "record"
> = new Map([
  ["module_merged", "module"],
  ["module_renamed", "module"],
  ["model_removed", "model"],
  ["model_renamed", "model"],
  ["column_removed", "column"],
  ["no_longer_stored", "relation"],
  ["type_changed", "column"],
  ["selection_narrowed", "column"],
  ["required_without_default", "written"],
  ["now_required", "written"],
  ["comodel_changed", "written"],
  ["relation_removed", "relation"],
  ["relation_table_changed", "relation"],
  ["record_kept", "record"],
  ["record_renamed", "record"],
  ["noupdate_switched", "record"],
  ["constraint_added", "record"],
  ["constraint_changed", "record"],
] as const);

/** SQL names tables and columns alike: what it reads may be of any table that stands in the statement. */
function namesColumn(
  { thing, table: on, names, cover }: Named,
  table: string,
  isWritten: boolean,
): boolean {
  if (isWritten && READING.has(cover.call)) return false;
  if (thing === "column") return on === table;
  if (thing !== "statement") return false;
  return on === table || (!isWritten && names.includes(table));
}

/** A step that renames or copies gives a value to the last name; the ones before it are where that is from. */
function endsAt({ thing, names, givesEach }: Named, field: string): boolean {
  return thing !== "column" || givesEach || names.at(-1) === field;
}
