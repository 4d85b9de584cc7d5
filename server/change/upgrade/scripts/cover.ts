// Which steps of migration scripts take care of what is lost or may fail. A step covers a change that it names; that it does
// what is right is not known, so each is told with its place. What code does through the ORM is not seen.
import { addToGroup } from "../../../../data/grouped.js";
import type { UpgradeCover } from "../../../contract/shape/migration/upgrade.js";
import type { UpgradeCode } from "../../../contract/shape/migration/upgrade-codes.js";
import type { RunScript } from "./run-scripts.js";

/** What a change is of, by the names that a script would use. */
export interface CoverSubject {
  readonly model?: string | undefined;
  /** The table of its model. */
  readonly table?: string | undefined;
  readonly field?: string;
  /** Of a many2many: the table that was. */
  readonly relation?: string | undefined;
  readonly xmlId?: string;
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
  readonly place: UpgradeCover;
}

const toTable = (name: string): string => name.replaceAll(".", "_");

export function createCover(scripts: readonly RunScript[]): Cover {
  const byName = new Map<string, Named[]>();
  for (const { module, file, phase, steps } of scripts) {
    for (const { thing, on, names, line, call } of steps) {
      const table = toTable(on ?? "");
      const named = { thing, table, names, place: { module, file, line, phase, call } };
      for (const name of new Set([table, ...names])) addToGroup(byName, name, named);
    }
  }
  const find = (name: string, covers: (step: Named) => boolean): readonly UpgradeCover[] =>
    (byName.get(name) ?? []).filter(covers).map(({ place }) => place);
  return {
    find: (code, { model = "", table = toTable(model), field = "", relation, xmlId = "" }) => {
      const findTable = (name: string) =>
        find(name, ({ thing }) => thing === "table" || thing === "statement");
      const findColumn = (isWritten: boolean) =>
        find(field, (step) => namesColumn(step, table, isWritten));
      switch (code) {
        case "model_removed":
        case "model_renamed":
          return [...find(model, ({ thing }) => thing === "model"), ...findTable(table)];
        case "column_removed":
        case "no_longer_stored":
        case "type_changed":
        case "selection_narrowed":
          return findColumn(false);
        // A value is wanted: that a statement reads it helps nothing.
        case "required_without_default":
        case "now_required":
        case "comodel_changed":
          return findColumn(true);
        case "relation_removed":
        case "relation_table_changed":
          return [...findColumn(false), ...(relation === undefined ? [] : findTable(relation))];
        case "record_kept":
        case "record_renamed":
        case "noupdate_switched":
        case "constraint_added":
        case "constraint_changed":
          return find(xmlId, ({ thing }) => thing === "record");
        default:
          return [];
      }
    },
  };
}

/** SQL names tables and columns alike: what it reads may be of any table that stands in the statement. */
function namesColumn(
  { thing, table: on, names }: Named,
  table: string,
  isWritten: boolean,
): boolean {
  if (thing === "column") return on === table;
  return thing === "statement" && (on === table || (!isWritten && names.includes(table)));
}
