// Changes of an upgrade as one list, for showing necessary work.
import type { UpgradeClass, UpgradeCode } from "../shape/migration/upgrade-codes.js";
import type {
  ComparedModule,
  FieldChange,
  ModuleUpgrade,
  UpgradeCover,
  UpgradeDefinition,
} from "../shape/migration/upgrade.js";

export interface ShownChange {
  readonly module: string;
  /** Known of judged modules. */
  readonly origin?: ModuleUpgrade["origin"];
  readonly from: string;
  readonly to: string;
  readonly class: UpgradeClass;
  readonly code: UpgradeCode;
  readonly table?: string | undefined;
  readonly kind?: FieldChange["kind"];
  readonly covered_by?: readonly UpgradeCover[] | undefined;
  /** Subject of a change; behind an arrow the new name, by evidence. */
  readonly subject: string;
  readonly places: {
    readonly from: readonly UpgradeDefinition[];
    readonly to: readonly UpgradeDefinition[];
  };
}

/** True for a renamed module under its former name: all of it stands under the new one. */
export const isFormerName = ({ state, renamed_to: later }: ComparedModule): boolean =>
  state === "renamed" && later !== undefined;

/** One for each change, that of the module itself and those of models first. */
export function listChanges(
  modules: readonly (ComparedModule & Pick<ShownChange, "origin">)[],
): readonly ShownChange[] {
  return modules.flatMap(({ module, from, to, models, fields, records, ...one }) => {
    const nowhere = { from: [], to: [] };
    const { meaning, renamed_from: [former] = [], renamed_to: later } = one;
    const subject =
      meaning?.code === "module_renamed" && former !== undefined
        ? joinNames(former, module)
        : joinNames(module, later);
    const own = meaning && [{ ...meaning, subject, definitions: nowhere }];
    const rows = [
      ...(own ?? []),
      ...models.map((row) => ({
        ...row,
        subject:
          row.renamed_from === undefined
            ? joinNames(row.model, row.renamed_to)
            : joinNames(row.renamed_from, row.model),
      })),
      ...fields.flatMap(({ model, field, changes, definitions }) =>
        changes.map((change) => ({
          ...change,
          subject: nameSubject(`${model} ${field}`, change),
          definitions,
        })),
      ),
      ...records.map((row) => ({ ...row, subject: row.xml_id })),
    ];
    return rows.map(({ definitions: places, ...row }) => ({
      ...row,
      module,
      ...(one.origin !== undefined && { origin: one.origin }),
      from,
      to,
      places,
    }));
  });
}

const joinNames = (name: string, later: string | undefined): string =>
  later === undefined ? name : `${name} → ${later}`;

/** Name of a lost thing, with its new name by evidence. */
function nameSubject(name: string, change: Pick<FieldChange, "class" | "renamed">): string {
  const { renamed } = change;
  return renamed !== undefined && isDangerous(change)
    ? `${name} → ${renamed.field ?? renamed.model}`
    : name;
}

function isDangerous({ class: kind }: Pick<ShownChange, "class">): boolean {
  return kind === "data_lost" || kind === "may_fail";
}

/** True for a loss or failure that no migration script names. */
export function isUncovered(change: ShownChange): boolean {
  return isDangerous(change) && change.covered_by === undefined;
}
