// The lines and the file of OpenUpgrade's analysis, as people know them from `upgrade_analysis.txt`.
import type {
  FieldChange,
  UpgradeModel,
  UpgradeRecord,
} from "../../contract/shape/migration/upgrade.js";
import type { ToldChange } from "./compare-fields.js";
import type { ToldRow } from "../things.js";

export function toModelLine(row: ToldRow<UpgradeModel>): string {
  const { change, model, module } = row;
  const type = row.model_type === null ? "" : ` [${row.model_type}]`;
  if (change === "moved_to") return `model ${model} (moved to ${module})${type}`;
  if (change === "moved_from") return `model ${model} (moved from ${module})${type}`;
  return `${change === "added" ? "new" : "obsolete"} model ${model}${type}`;
}

export function toFieldLine({ module, model, field, type, row, before }: ToldChange): string {
  const typed =
    field === "_order" || field === "_inherits" ? field : `${field} (${type ?? "False"})`;
  const subject = `${module.padEnd(12)} / ${model.padEnd(24)} / ${typed.padEnd(30)}`;
  if (row.kind === "moved_to") return `${subject}: module is now '${row.module}' ('${module}')`;
  return `${subject}: ${toChangeText(row, before?.attributes.table)}`;
}

const CHANGE_TEXTS: Partial<Readonly<Record<FieldChange["kind"], string>>> = {
  stored: "is now stored",
  not_stored: "not stored anymore",
  function: "now a function",
  not_function: "not a function anymore",
  related: "now related",
  not_related: "not related anymore",
  required: "now required",
};

function toChangeText(change: ToldRow<FieldChange>, table = ""): string {
  const { kind, old, new: now, module, attributes = {} } = change;
  if (kind === "added" || kind === "removed") {
    const said = Object.entries(attributes).map(([name, value]) =>
      name === value ? name : `${name}: ${value}`,
    );
    const word = kind === "added" ? "NEW" : "DEL";
    return said.length === 0 ? word : `${word} ${said.join(", ")}`;
  }
  if (kind === "moved_from") return `previously in module ${module}`;
  const isColumn = kind === "column1" || kind === "column2";
  const after = isColumn ? ` [${table}]` : kind === "relation" ? " [nothing to do]" : "";
  return CHANGE_TEXTS[kind] ?? `${kind} is now '${now}' ('${old}')${after}`;
}

export function toRecordLine(row: ToldRow<UpgradeRecord>): string {
  const { definition } = row;
  const word = { added: "NEW ", removed: "DEL ", changed: "" }[row.change];
  const notes = [
    row.moved_to && `[moved to ${row.moved_to} module]`,
    row.moved_from && `[moved from ${row.moved_from} module]`,
    row.renamed_to && `[renamed to ${row.renamed_to} module]`,
    row.renamed_from && `[renamed from ${row.renamed_from} module]`,
    row.domain_deleted && "(deleted domain)",
    definition && `(changed definition: is now '${definition.new}' ('${definition.old}'))`,
    row.noupdate && "(noupdate)",
    row.noupdate_switched && "(noupdate switched)",
  ].filter((note) => note !== undefined && note !== false);
  return [`${word}${row.model}: ${row.xml_id}`, ...notes].join(" ");
}

export interface ModuleLines {
  readonly models: string[];
  readonly fields: string[];
  readonly records: string[];
}

/** The text of a module, with a line feed at its end. */
export function renderAnalysis(
  module: string,
  { models, fields, records }: ModuleLines = { models: [], fields: [], records: [] },
): string {
  const sections = [
    ["Models", models],
    ["Fields", fields.toSorted()],
    ["XML records", records],
  ] as const;
  const lines = sections.flatMap(([title, rows]) => [
    `---${title} in module '${module}'---`,
    ...rows,
  ]);
  const isSame = sections.every(([, rows]) => rows.length === 0);
  return `${[...lines, ...(isSame ? ["---nothing has changed in this module--"] : [])].join("\n")}\n`;
}
