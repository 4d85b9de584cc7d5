// Labels by which people find menus, actions, jobs, reports, mail templates and groups: for each id
// its labels, with the entries whose data files give them. Scripts, templates of the browser and
// bundles of assets are found likewise, by names of their own.
import type { LoadedDataFile, LoadedTemplate } from "./loaded-module.js";
import type { ModuleParts } from "./module-parts.js";
import type { RegistryKeyRecord } from "./script-parts.js";
import { toFullXmlId } from "./xml-id.js";
import { GIVEN, isGivenList } from "./given-value.js";

export const LABELLED_KINDS = [
  "menu",
  "action",
  "report",
  "mail_template",
  "javascript",
  "template",
  "bundle",
  "scheduled_action",
  "group",
] as const;

export type LabelledKind = (typeof LABELLED_KINDS)[number];

export const isLabelledKind = (kind: string): kind is LabelledKind =>
  LABELLED_KINDS.some((one) => one === kind);

const KINDS_OF_MODELS: ReadonlyMap<string, LabelledKind> = new Map([
  ["ir.ui.menu", "menu"],
  ["ir.actions.act_window", "action"],
  ["ir.actions.act_url", "action"],
  ["ir.actions.client", "action"],
  ["ir.actions.server", "action"],
  ["ir.actions.report", "report"],
  ["mail.template", "mail_template"],
  ["ir.cron", "scheduled_action"],
  ["res.groups", "group"],
]);

/** A record that has a label. */
export interface LabelledRecord {
  readonly kind: LabelledKind;
  /** In full. */
  readonly xmlId: string;
  /** In one line. */
  readonly label: string;
}

/** Between the parts of a key, of which none has one. */
const SEPARATOR = "\t";

/** Id as the keys of a record begin with it. */
export function toLabelledId(xmlId: string): string {
  return xmlId + SEPARATOR;
}

/** Part of every key of a kind, and of no other. */
export const toKindMark = (kind: LabelledKind): string => SEPARATOR + kind + SEPARATOR;

/** Each once; ids that could be taken for a key are left out. */
export function listLabelKeys(records: readonly LabelledRecord[]): readonly string[] {
  return [...new Set(records.filter(({ xmlId }) => !xmlId.includes(SEPARATOR)).map(toLabelKey))];
}

export function toLabelKey({ kind, xmlId, label }: LabelledRecord): string {
  return xmlId + toKindMark(kind) + (label === xmlId ? "" : label);
}

/** `undefined` for what is no such key. */
export function readLabelKey(key: string): LabelledRecord | undefined {
  const [xmlId = "", named, label] = key.split(SEPARATOR);
  const kind = LABELLED_KINDS.find((one) => one === named);
  return kind === undefined || label === undefined
    ? undefined
    : { kind, xmlId, label: label || xmlId };
}

/** The name by which a class or what is patched is found: the last of `instance.web.form.FieldChar`. */
export function toScriptName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** `fields/many2one`: the name by which a key of a registry is found. */
export function toRegistryName({
  category,
  key,
}: Pick<RegistryKeyRecord, "category" | "key">): string {
  return `${category}/${key}`;
}

/**
 * Names by which people find a script: classes, exported functions, patched objects, keys of
 * registries.
 */
export function listScriptNames(scripts: ModuleParts["scripts"]): ReadonlySet<string> {
  const names = scripts.flatMap(({ classes, exports, functions, patches, registry }) => {
    const exported = new Set(exports);
    return [
      ...[...classes, ...patches].map(({ name }) => toScriptName(name)),
      ...functions.map(({ name }) => name).filter((name) => exported.has(name)),
      ...registry.filter(({ use }) => use !== "get").map(toRegistryName),
    ];
  });
  return new Set(names.filter((name) => name !== "default"));
}

/** A template, or the one that it changes, by its module and what it is called there, as `t-inherit` has it. */
export function toTemplateId(
  technicalName: string,
  { name, inherit, mode }: Pick<LoadedTemplate, "name" | "inherit" | "mode">,
): string | undefined {
  if (mode === "extension" && inherit !== null) return toFullXmlId(technicalName, inherit);
  const own = `${technicalName}.`;
  return name === null || name.startsWith(own) ? (name ?? undefined) : own + name;
}

/** A menu without a label has that of its action, where that stands in the same module. */
export function listLabelled(
  technicalName: string,
  data: readonly LoadedDataFile[],
): readonly LabelledRecord[] {
  const toId = (id: string): string => toFullXmlId(technicalName, id.trim());
  const records = data.flatMap((file) => file.records).filter(({ tag }) => tag !== "delete");
  const labels = new Map<string, string>();
  for (const { xml_id, model, values } of records) {
    const name = KINDS_OF_MODELS.has(model) && values.get("name");
    if (typeof name === "string") labels.set(toId(xml_id), name);
  }
  return records.flatMap(({ xml_id, model, values }) => {
    const kind = KINDS_OF_MODELS.get(model);
    const xmlId = toId(xml_id);
    const action = kind === "menu" ? values.get("action") : undefined;
    const started = isGivenList(action) && action[0] === GIVEN.reference && toId(String(action[1]));
    const named = labels.get(xmlId) ?? (started === false ? undefined : labels.get(started));
    const label = named?.replaceAll(/\s+/g, " ").trim() ?? "";
    return kind === undefined || label === "" ? [] : [{ kind, xmlId, label }];
  });
}
