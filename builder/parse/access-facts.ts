// Access facts of a module: groups that it makes and names, models without an access line (only all
// modules together can answer these), and fields that the domains of its rules name. Pure.
import { listDomainFields } from "../../data/module/domain-fields.js";
import { toGroups } from "../../data/grouped.js";
import type { LoadedClass, LoadedModule, LoadedRecord } from "../../data/module/loaded-module.js";
import type { ModuleParts } from "../../data/module/module-parts.js";
import { AUTOMATIC_FIELDS } from "../../data/platform/automatic-fields.js";
import { toModelRecordId, toSubject } from "../../data/snapshot/loaded/subjects.js";
import { FULL_XML_ID, toFullXmlId } from "../../data/module/xml-id.js";
import type { Diagnostic } from "./diagnostics.js";

interface Place {
  /** Relative to the module's folder. */
  readonly file: string;
  readonly line: number;
}

export interface AccessFacts {
  /** Full ids of the groups that its data files make; `null` where a file could not be read. */
  readonly groups: readonly string[] | null;
  /** Full ids of groups that it names, each where it is named first. */
  readonly named: readonly (Place & { readonly group: string })[];
  /** Subjects of the models that it has access lines for; `null` where one does not tell its model. */
  readonly guarded: readonly string[] | null;
  readonly models: readonly MadeModel[];
}

/** A model with a table that one of its classes makes. */
interface MadeModel extends Place {
  readonly model: string;
  readonly isTransient: boolean;
}

interface ModuleRights {
  readonly technicalName: string;
  readonly loaded: Pick<LoadedModule, "classes" | "views" | "data">;
  readonly parts: Pick<ModuleParts, "access" | "rules" | "groups" | "menus">;
  /** Records of all files, by path, also of those that the manifest does not name. */
  readonly found: ReadonlyMap<string, readonly LoadedRecord[]>;
  /** Whether every data file could be read. */
  readonly isWhole: boolean;
}

/** With the names of groups that no module of the same platform version may turn out to make. */
export function readAccessFacts(module: ModuleRights): AccessFacts {
  const { technicalName, loaded, parts, found, isWhole } = module;
  const groups = [...found.values()].flatMap((records) =>
    records.flatMap(({ xml_id: id, model }) =>
      model === "res.groups" ? toFullXmlId(technicalName, id) : [],
    ),
  );
  const guarded = parts.access.map(({ model }) =>
    model === null || model.startsWith("search:") ? undefined : toSubject(model),
  );
  const isTold = isWhole && !guarded.includes(undefined);
  return {
    groups: isWhole ? [...new Set(groups)] : null,
    named: listNamedGroups(module),
    guarded: isTold ? [...new Set(guarded.flatMap((subject) => subject ?? []))] : null,
    models: loaded.classes.flatMap(toMadeModel),
  };
}

/** A class that does not name its model, or names one that it extends, makes none. */
function toMadeModel(one: LoadedClass): readonly MadeModel[] {
  const { model, is_named: isNamed, inherit, kind, values, file, line } = one;
  const isNone = values.get("_abstract") === true || values.get("_register") === false;
  if (model === null || !isNamed || inherit.includes(model) || isNone) return [];
  if (kind !== "Model" && kind !== "TransientModel") return [];
  const isTransient = kind === "TransientModel" || values.get("_transient") === true;
  return [{ model, isTransient, file, line }];
}

/** In an arch that is written as JSON. */
const GROUPS_OF_NODE = /"groups":"([^"\\]+)"/g;

function listNamedGroups({ technicalName, loaded, parts }: ModuleRights): AccessFacts["named"] {
  const named = new Map<string, Place>();
  const add = (written: string | null, { file, line }: Place): void => {
    const id = toFullXmlId(technicalName, (written ?? "").trim().replace(/^[!-]\s*/, ""));
    if (FULL_XML_ID.test(id) && !named.has(id)) named.set(id, { file, line });
  };
  const files = new Set(loaded.data.map(({ file }) => file));
  const rows = [
    ...parts.access.map((row) => ({ ...row, groups: [row.group] })),
    ...parts.rules,
    ...parts.menus,
    ...parts.groups.map((row) => ({ ...row, groups: row.implied })),
  ];
  for (const row of rows) {
    if (files.has(row.file)) for (const group of row.groups) add(group, row);
  }
  for (const { arch = "", groups = [], ...view } of loaded.views) {
    for (const group of groups) add(group, view);
    for (const [, list = ""] of arch.matchAll(GROUPS_OF_NODE)) {
      for (const group of list.split(",")) if (group.includes(".")) add(group, view);
    }
  }
  for (const { fields, file } of loaded.classes) {
    for (const { values, line } of fields) {
      const groups = values.get("groups");
      if (typeof groups !== "string") continue;
      for (const group of groups.split(",")) if (group.includes(".")) add(group, { file, line });
    }
  }
  return Array.from(named, ([group, place]) => ({ group, ...place }));
}

/**
 * Rules on fields that are not there, where the module alone tells it: the model is its own and has no parents, so that
 * no module below it can have given it a field.
 */
export function listWrongRules({
  loaded,
  parts,
}: Pick<ModuleRights, "loaded" | "parts">): readonly Diagnostic[] {
  const files = new Set(loaded.data.map(({ file }) => file));
  const ofSubject = toGroups(loaded.classes, ({ model }) => toModelRecordId(model ?? ""));
  // Listed once for all rules of a model; none where its classes may not be all.
  const known = new Map<string, ReadonlySet<string> | null>();
  const findFields = (subject: string): ReadonlySet<string> | null => {
    const before = known.get(subject);
    if (before !== undefined) return before;
    const classes = ofSubject.get(subject) ?? [];
    const names = classes.flatMap((one) => one.fields.map(({ name }) => name));
    const fields = isOwnAlone(classes) ? new Set(names) : null;
    known.set(subject, fields);
    return fields;
  };
  return parts.rules.flatMap(({ model, domain, file, line }) => {
    if (model === null || domain === null || !files.has(file)) return [];
    const fields = findFields(toSubject(model));
    if (fields === null) return [];
    const named = new Set(listDomainFields(domain).map(([field = ""]) => field));
    return [...named].flatMap((field) => {
      if (fields.has(field) || AUTOMATIC_FIELDS.has(field)) return [];
      const [owner] = ofSubject.get(toSubject(model)) ?? [];
      const detail = `${owner?.model ?? ""} has no field ${field}`;
      return [{ code: "rule_field_unknown" as const, path: file, line, detail }];
    });
  });
}

/** Whether the classes are all that a model is made of. */
function isOwnAlone(classes: readonly LoadedClass[]): boolean {
  return (
    classes.some(isMaker) &&
    classes.every((one) => isPlain(one) && (isMaker(one) || isExtension(one)))
  );
}

function isPlain({ kind, bases, inherits, fields, dynamic, imported }: LoadedClass): boolean {
  const isRead = dynamic.length === 0 && imported.size === 0;
  // The platform adds the field to `_inherits`.
  const delegates = fields.some(
    ({ values, dynamic: odd }) => values.get("delegate") === true || odd.includes("delegate"),
  );
  return kind !== null && bases.length === 0 && inherits.size === 0 && isRead && !delegates;
}

function isMaker({ is_named: isNamed, inherit }: LoadedClass): boolean {
  return isNamed && inherit.length === 0;
}

function isExtension({ model, inherit }: LoadedClass): boolean {
  return inherit.length === 1 && inherit[0] === model;
}
