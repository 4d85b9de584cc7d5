// The changes of an upgrade as one list, for who shows what has to be done.
import type { UpgradeClass, UpgradeCode } from "../shape/migration/upgrade-codes.js";
import type {
  FieldChange,
  ModuleUpgrade,
  Upgrade,
  UpgradeCover,
  UpgradeDefinition,
} from "../shape/migration/upgrade.js";

export interface ShownChange {
  readonly module: string;
  readonly class: UpgradeClass;
  readonly code: UpgradeCode;
  readonly covered_by?: readonly UpgradeCover[] | undefined;
  /** What it is a change of; behind an arrow the other name that what goes has by evidence. */
  readonly subject: string;
  readonly places: {
    readonly from: readonly UpgradeDefinition[];
    readonly to: readonly UpgradeDefinition[];
  };
}

/** One for each change, that of the module itself and those of models first. */
export function listChanges(modules: readonly ModuleUpgrade[]): readonly ShownChange[] {
  return modules.flatMap(({ module, models, fields, records, ...one }) => [
    ...(one.meaning === undefined
      ? []
      : [
          {
            ...one.meaning,
            module,
            subject: joinNames(module, one.renamed_to),
            places: { from: [], to: [] },
          },
        ]),
    ...models.map((row) => ({
      ...row,
      module,
      subject:
        row.renamed_from === undefined
          ? joinNames(row.model, row.renamed_to)
          : joinNames(row.renamed_from, row.model),
      places: row.definitions,
    })),
    ...fields.flatMap(({ model, field, changes, definitions: places }) =>
      changes.map((change) => ({
        ...change,
        module,
        subject: nameSubject(`${model} ${field}`, change),
        places,
      })),
    ),
    ...records.map((row) => ({ ...row, module, subject: row.xml_id, places: row.definitions })),
  ]);
}

const joinNames = (name: string, later: string | undefined): string =>
  later === undefined ? name : `${name} → ${later}`;

/** What goes has, by evidence, another name: then that too. */
function nameSubject(name: string, change: Pick<FieldChange, "class" | "renamed">): string {
  const { renamed } = change;
  return renamed !== undefined && isDangerous(change)
    ? `${name} → ${renamed.field ?? renamed.model}`
    : name;
}

export function isDangerous({ class: kind }: Pick<ShownChange, "class">): boolean {
  return kind === "data_lost" || kind === "may_fail";
}

/** What is lost or may fail, and no migration script names. */
export function isUncovered(change: ShownChange): boolean {
  return isDangerous(change) && change.covered_by === undefined;
}

/** By the name that it has, or had. */
export function isAskedFor(
  { module, renamed_from: former = [] }: ModuleUpgrade,
  names: ReadonlySet<string>,
): boolean {
  return [module, ...former].some((name) => names.has(name));
}

/** Between two states of one platform version: modules of which something changes, or scripts run. */
export function listUpdated(modules: readonly ModuleUpgrade[]): readonly string[] {
  return modules
    .filter(
      (one) =>
        one.to_version !== null &&
        (listChanges([one]).length > 0 || one.scripts.length > 0 || isRaised(one)),
    )
    .map(({ module }) => module);
}

/** Those whose tables change though their version does not, so that no script can run and nobody is told to update. */
export function listUnraised(modules: readonly ModuleUpgrade[]): readonly string[] {
  return modules
    .filter(
      (one) =>
        one.from_version !== null &&
        !isRaised(one) &&
        listChanges([{ ...one, records: [] }]).some(({ class: kind }) => kind !== "nothing"),
    )
    .map(({ module }) => module);
}

function isRaised({ from_version: from, to_version: to }: ModuleUpgrade): boolean {
  return from !== to;
}

/** A way over several versions as an analysis of each step. */
export function splitSteps({ steps, ...upgrade }: Upgrade): readonly Upgrade[] {
  if (steps === undefined) return [upgrade];
  return steps.map((step) => ({
    ...upgrade,
    ...step,
    modules: upgrade.modules.filter(({ from }) => from === step.from.platform_version),
  }));
}
