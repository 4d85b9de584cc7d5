// Drafts of `pre-migration.py` and `post-migration.py`: calls of openupgradelib for what is lost or may fail and no
// migration script names. What cannot be known of them (a value, which rows) is said in comments.
import { addToGroup } from "../../../../data/grouped.js";
import { compareText } from "../../../../data/platform/platform-version.js";
import type { ModuleUpgrade, UpgradeField } from "../../../contract/shape/migration/upgrade.js";
import type { UpgradeCode } from "../../../contract/shape/migration/upgrade-codes.js";

type Change = UpgradeField["changes"][number];

/** One file after the other, each below a comment with its path; nothing of a module that asks for nothing. */
export function renderScripts(modules: readonly ModuleUpgrade[]): string {
  const files = modules.map(renderModule).filter((text) => text !== "");
  return files.length === 0 ? "# Nothing asks for a migration script.\n" : files.join("\n\n");
}

/** Parts of a draft: lists of names above, calls in `migrate`. */
interface Draft {
  /** By the call that takes them, of columns by their table. */
  readonly specs: Map<string, Map<string, string[]>>;
  readonly remarks: string[];
}

const createDraft = (): Draft => ({ specs: new Map(), remarks: [] });

function renderModule(one: ModuleUpgrade): string {
  const pre = createDraft();
  const post = createDraft();
  for (const model of one.models) if (isOpen(model)) draftModel(model, pre);
  for (const row of one.fields) {
    const subject = `${row.model} ${row.field}`;
    for (const change of row.changes.filter(isOpen)) {
      FIELD_DRAFTS[change.code]?.({ table: toTable(row.model), subject, row, change, pre, post });
    }
  }
  for (const row of one.records) {
    if (isOpen(row)) RECORD_DRAFTS[row.code]?.({ row, module: one.module, pre, post });
  }
  const folder = `${one.renamed_to ?? one.module}/migrations/${one.to_version ?? one.to}`;
  return [
    renderFile(`${folder}/pre-migration.py`, pre),
    renderFile(`${folder}/post-migration.py`, post),
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}

/** Only what asks for a script, and has none. */
function isOpen({ class: kind, covered_by: cover }: Pick<Change, "class" | "covered_by">): boolean {
  return kind !== "orm" && kind !== "nothing" && cover === undefined;
}

/** @param table of columns */
function add({ specs }: Draft, call: string, line: string, table = ""): void {
  const tables = specs.get(call) ?? new Map<string, string[]>();
  specs.set(call, tables);
  if (tables.get(table)?.includes(line) !== true) addToGroup(tables, table, line);
}

const toTable = (model: string): string => model.replaceAll(".", "_");

function draftModel(
  { model, change, renamed_to, renamed_from, evidence, code }: ModuleUpgrade["models"][number],
  pre: Draft,
): void {
  const former = renamed_from ?? model;
  const later = change === "renamed" ? model : renamed_to;
  if (later === undefined) {
    if (code === "model_removed") add(pre, "rename_tables", pair(toTable(model), null));
    return;
  }
  const told = describeEvidence(evidence);
  add(pre, "rename_models", pair(former, later) + told);
  add(pre, "rename_tables", pair(toTable(former), toTable(later)) + told);
}

interface FieldDraft {
  readonly table: string;
  /** Model and field, for remarks. */
  readonly subject: string;
  readonly row: UpgradeField;
  readonly change: Change;
  readonly pre: Draft;
  readonly post: Draft;
}

type Drafts<Given> = Readonly<Partial<Record<UpgradeCode, (given: Given) => void>>>;

const keepColumn = ({ table, row: { model, field }, change, pre }: FieldDraft): void => {
  const { renamed } = change;
  if (renamed?.model !== model || renamed.field === null) {
    add(pre, "rename_columns", pair(field, null), table);
    return;
  }
  const names = [model, table, field, renamed.field].map(quote).join(", ");
  add(pre, "rename_fields", `(${names}),${describeEvidence(renamed.evidence)}`);
};

const renameRelation = ({ subject, change, pre }: FieldDraft): void => {
  const { kind, old, new: now = "another" } = change;
  pre.remarks.push(
    old === undefined
      ? `${subject}: rename_tables of its relation, before the ORM drops it.`
      : `${subject}: its ${kind} was ${old} and is ${now}; rename it.`,
  );
};

const fillColumn = ({ subject, pre }: FieldDraft): void => {
  pre.remarks.push(
    `${subject} is required: give rows without one a value; add_fields makes a column that is not there yet.`,
  );
};

const FIELD_DRAFTS: Drafts<FieldDraft> = {
  column_removed: keepColumn,
  no_longer_stored: keepColumn,
  type_changed({ table, subject, row: { field, type }, change, pre, post }) {
    add(pre, "rename_columns", pair(field, null), table);
    const now = change.new ?? type ?? "another type";
    post.remarks.push(`${subject} is now ${now}: fill it from the column that was kept.`);
  },
  selection_narrowed({ table, subject, row: { field }, change, pre, post }) {
    add(pre, "copy_columns", `(${quote(field)}, None, None),`, table);
    const lost = listLostKeys(change).map(quote).join(", ");
    post.remarks.push(
      `${subject} has lost ${lost === "" ? "keys" : lost}: map_values from the copy to keys that are there.`,
    );
  },
  relation_removed: renameRelation,
  relation_table_changed: renameRelation,
  required_without_default: fillColumn,
  now_required: fillColumn,
  comodel_changed({ subject, change, pre }) {
    const { old = "another", new: now = "another model" } = change;
    pre.remarks.push(`${subject} refers to ${now}, before to ${old}: translate its ids.`);
  },
  inherits_changed({ row: { model }, pre }) {
    pre.remarks.push(`${model} delegates to other models: each row needs a record there.`);
  },
};

interface RecordDraft {
  readonly row: ModuleUpgrade["records"][number];
  readonly module: string;
  readonly pre: Draft;
  readonly post: Draft;
}

const lookForRows = ({ row: { xml_id: id }, pre }: RecordDraft): void => {
  pre.remarks.push(`${id}: rows that break it stop the update.`);
};

const RECORD_DRAFTS: Drafts<RecordDraft> = {
  record_renamed({ row: { xml_id: id, change, renamed_to: later }, pre }) {
    if (change !== "removed" || later === undefined) return;
    add(pre, "rename_xmlids", pair(id, `${later}.${id.slice(id.indexOf(".") + 1)}`));
  },
  record_kept: ({ row: { xml_id: id }, post }) =>
    add(post, "delete_records_safely_by_xml_id", `${quote(id)},`),
  noupdate_switched({ row: { xml_id: id, noupdate }, module, post }) {
    const what = noupdate ? "leave it alone from now on" : "write it again";
    post.remarks.push(`${id}: updates ${what}; else set_xml_ids_noupdate_value of ${module}.`);
  },
  constraint_added: lookForRows,
  constraint_changed: lookForRows,
};

/** In the order in which they are to be called, with what they are given before their list, and its brackets. */
const CALLS: readonly (readonly [call: string, given: string, brackets: "[]" | "{}"])[] = [
  ["rename_models", "env.cr", "[]"],
  ["rename_tables", "env.cr", "[]"],
  ["rename_fields", "env", "[]"],
  ["rename_columns", "env.cr", "{}"],
  ["copy_columns", "env.cr", "{}"],
  ["rename_xmlids", "env.cr", "[]"],
  ["delete_records_safely_by_xml_id", "env", "[]"],
];

function renderFile(path: string, { specs, remarks }: Draft): string {
  const calls = CALLS.filter(([call]) => specs.has(call));
  if (calls.length + remarks.length === 0) return "";
  const lists = calls.map(([call, , [open, close]]) => {
    const lines = [...(specs.get(call) ?? [])].flatMap(([table, rows]) => {
      const sorted = rows.toSorted(compareText).map((line) => `    ${line}`);
      if (table === "") return sorted;
      return [`    ${quote(table)}: [`, ...sorted.map((line) => `    ${line}`), "    ],"];
    });
    return [`_${call} = ${open ?? ""}`, ...lines, close ?? ""].join("\n");
  });
  const body = [
    ...remarks.map((remark) => `    # ${oneLine(remark)}`),
    ...calls.map(([call, given]) => `    openupgrade.${call}(${given}, _${call})`),
    ...(calls.length === 0 ? ["    pass"] : []),
  ];
  return `# ${oneLine(path)}
# DRAFT made of what has changed in the source: nothing of it was run. Read, complete and try it on a copy.
from openupgradelib import openupgrade

${lists.map((list) => `${list}\n`).join("\n")}

@openupgrade.migrate()
def migrate(env, version):
${body.join("\n")}
`;
}

/** A tuple of two names; the library makes the second one where it is none. */
function pair(old: string, now: string | null): string {
  return `(${quote(old)}, ${now === null ? "None" : quote(now)}),`;
}

/** Comment at the end of the line. */
function describeEvidence(evidence: NonNullable<Change["renamed"]>["evidence"] = []): string {
  const kinds = evidence.map(({ kind, value }) => `${kind} ${value}`).join(", ");
  return kinds === "" ? "" : `  # by ${oneLine(kinds)}`;
}

/** Keys that only the old text of a list of them has. */
function listLostKeys({ old = "", new: now = "", attributes }: Change): readonly string[] {
  const kept = new Set(listTexts(now));
  const before = old === "" ? (attributes?.["selection_keys"] ?? "") : old;
  return listTexts(before).filter((key) => !kept.has(key));
}

/** The texts in a list as Python writes it. */
function listTexts(list: string): readonly string[] {
  return Array.from(list.matchAll(/'((?:[^'\\]|\\.)*)'/g), ([, text = ""]) => text);
}

/** A name of a repository as a text of Python. */
function quote(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, String.raw`\$&`).replaceAll(/[\n\r]/g, " ")}"`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}
