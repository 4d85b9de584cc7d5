// What manifest, dependencies, models and views of a module gained, lost and changed from one record to another.
import type { Steps } from "../../../data/yield.js";
import { addToGroup, toGroups } from "../../../data/grouped.js";
import type {
  DiffSide,
  ModelDiff,
  ModuleDiff,
  NameDiff,
  SetDiff,
} from "../../contract/shape/diff.js";
import type {
  FieldRecord,
  MethodRecord,
  ModelRecord,
  ModuleRecord,
  ViewRecord,
} from "../../../data/module/records.js";
import { TOLD } from "../../../data/module/told-facts.js";
import type { LoadedTableObject } from "../../../data/module/loaded-module.js";
import { identifyModule } from "../../lookup/module/purl.js";
import type { MemberKind } from "../api/api-side.js";
import type { Renamed, Renames } from "../api/rename/pair-names.js";
import { diffBrowser, NO_BROWSER, type Sides } from "./diff-browser.js";
import {
  diffFacts,
  diffNames,
  diffSets,
  type Facts,
  type FindRename,
  type Things,
} from "./set-diff.js";

/** What of a module has another name in the later record. */
export interface KnownRenames {
  readonly findModel: FindRename;
  /** @param model its name in the earlier record */
  findMember(kind: MemberKind, model: string, name: string): Renamed | undefined;
}

/** Constraints and indexes of the table of a model, by name. */
export type TableObjects = ReadonlyMap<string, LoadedTableObject>;

const NO_OBJECTS: TableObjects = new Map();

/**
 * What the one has that the other has not, whatever both are called; a step looks at one model, or for one name.
 * @param tables by model
 * @param browser what runs there
 */
export function* diffRecords(
  from: ModuleRecord,
  to: ModuleRecord,
  renames: KnownRenames,
  tables: Things<TableObjects> = { from: new Map(), to: new Map() },
  browser: Sides = { from: NO_BROWSER, to: NO_BROWSER },
): Steps<ModuleDiff> {
  const models = {
    from: mergeClasses(from.models, tables.from),
    to: mergeClasses(to.models, tables.to),
  };
  const declared = { from: from.declared_dependencies, to: to.declared_dependencies };
  const diffDeclared = (kind: "platform" | "pip" | "bin"): NameDiff => {
    const lists = { from: toSet(declared.from[kind]), to: toSet(declared.to[kind]) };
    const { added, removed } = diffNames(lists);
    return { added, removed };
  };
  return {
    technical_name: to.technical_name,
    from: toSide(from),
    to: toSide(to),
    compared_with: [],
    manifest: diffFacts(readManifest(from), readManifest(to)),
    dependencies: {
      platform: diffDeclared("platform"),
      pip: diffDeclared("pip"),
      bin: diffDeclared("bin"),
    },
    models: yield* diffModels(models, renames),
    views: diffViews({ from: byId(listViewsAs(from, to.technical_name)), to: byId(to.views) }),
    ...diffBrowser(browser),
  };
}

/** Ids of its own views as they are under another name. */
function listViewsAs({ technical_name, views }: ModuleRecord, name: string): readonly ViewRecord[] {
  if (technical_name === name) return views;
  const rename = (id: string): string =>
    id.startsWith(`${technical_name}.`) ? name + id.slice(technical_name.length) : id;
  return views.map((view) => ({
    ...view,
    xml_id: rename(view.xml_id),
    inherit_xml_id: view.inherit_xml_id === null ? null : rename(view.inherit_xml_id),
  }));
}

function toSet(names: readonly string[]): ReadonlyMap<string, undefined> {
  return new Map(names.map((name) => [name, undefined]));
}

function toSide(record: ModuleRecord): DiffSide {
  const { technical_name, platform_version, organization, repository } = record;
  const { installable, version, update_date } = record;
  const at = { technical_name, platform_version, organization, repository };
  const { purl } = identifyModule(record);
  return { ...at, installable, version, update_date, purl };
}

function readManifest(record: ModuleRecord): Facts {
  const known = { ...record, ...identifyModule(record) };
  return Object.fromEntries(
    TOLD.diff.map((name) => [name, known[name] === "" ? null : known[name]]),
  );
}

/** What a module makes of a model, in however many classes. */
interface Model {
  readonly facts: Facts;
  readonly fields: ReadonlyMap<string, FieldRecord>;
  readonly methods: ReadonlyMap<string, MethodRecord>;
  readonly tableObjects: TableObjects;
}

function mergeClasses(
  classes: readonly ModelRecord[],
  tables: ReadonlyMap<string, TableObjects>,
): ReadonlyMap<string, Model> {
  const byName = toGroups(classes, ({ model_name: name }) => name);
  return new Map(
    [...byName].map(([name, parts]) => {
      const tableObjects = tables.get(name) ?? NO_OBJECTS;
      return [name, { ...mergeParts(parts), tableObjects }];
    }),
  );
}

function mergeParts(parts: readonly ModelRecord[]): Omit<Model, "tableObjects"> {
  const { inherits = {}, ...attributes } = Object.assign(
    {},
    ...parts.map((part) => part.attrs),
  ) as NonNullable<ModelRecord["attrs"]>;
  return {
    facts: {
      ...attributes,
      ...addPrefix("inherits", inherits),
      inherit_from: [...new Set(parts.flatMap((part) => part.inherit_from))].toSorted(),
      is_new_model: parts.some((part) => part.is_new_model),
    },
    fields: new Map(parts.flatMap(({ fields }) => fields).map((field) => [field.name, field])),
    methods: new Map(parts.flatMap(({ methods }) => methods).map((one) => [one.name, one])),
  };
}

function addPrefix(prefix: string, facts: Facts): Facts {
  return Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [`${prefix}.${key}`, value]),
  );
}

/** Models that have another name are compared too. */
function* diffModels(
  models: Things<Model>,
  { findModel, findMember }: KnownRenames,
): Steps<ModuleDiff["models"]> {
  const names = diffNames(models, yield* findRenames(models, findModel));
  const laterNames = new Map(names.renamed.map((pair) => [pair.from, pair.to]));
  const changed: ModelDiff[] = [];
  for (const [model_name, before] of models.from) {
    const after = models.to.get(laterNames.get(model_name) ?? model_name);
    if (after === undefined) continue;
    const changes = diffFacts(before.facts, after.facts);
    const bothFields = { from: before.fields, to: after.fields };
    const fields = diffSets(
      bothFields,
      readField,
      yield* findRenames(bothFields, (name) => findMember("field", model_name, name)),
    );
    const bothMethods = { from: before.methods, to: after.methods };
    const methods = diffSets(
      bothMethods,
      readMethod,
      yield* findRenames(bothMethods, (name) => findMember("method", model_name, name)),
    );
    const table_objects = diffSets(
      { from: before.tableObjects, to: after.tableObjects },
      readTableObject,
    );
    const sets = { fields, methods, table_objects };
    const isSame = changes.length === 0 && Object.values(sets).every(isEmpty);
    if (!isSame) changed.push({ model_name, changes, ...sets });
  }
  return { ...names, changed };
}

/** Of what is gone; to find one may take as long as to compare a model. */
function* findRenames({ from, to }: Things<unknown>, find: FindRename): Steps<FindRename> {
  const found = new Map<string, Renamed | undefined>();
  for (const name of from.keys()) {
    if (!to.has(name)) found.set(name, find(name));
    yield;
  }
  return (name) => found.get(name);
}

function isEmpty(diff: SetDiff): boolean {
  return Object.values(diff).every((list: readonly unknown[]) => list.length === 0);
}

function readField({ field_type, relation, attrs }: FieldRecord): Facts {
  return { field_type, relation, ...addPrefix("attrs", attrs ?? {}) };
}

function readMethod({ signature, decorators }: MethodRecord): Facts {
  return { signature, decorators };
}

function readTableObject({ kind, definition, message }: LoadedTableObject): Facts {
  return { kind, definition, message };
}

function readView({ name, model, inherit_xml_id, view_type }: ViewRecord): Facts {
  return { name: name || null, model: model || null, inherit_xml_id, view_type };
}

function byId(views: readonly ViewRecord[]): ReadonlyMap<string, ViewRecord> {
  return new Map(views.map((view) => [view.xml_id, view]));
}

function diffViews(views: Things<ViewRecord>): SetDiff {
  const renames = pairViews(views);
  return diffSets(views, readView, (id) => renames.get(id));
}

/** A view of the same name, model, parent and type, where one alone went and one alone came. */
function pairViews({ from, to }: Things<ViewRecord>): Renames {
  const came = groupOthers(to, from);
  return new Map(
    [...groupOthers(from, to)].flatMap(([key, [one, ...more]]): readonly [string, Renamed][] => {
      const [other, ...others] = came.get(key) ?? [];
      if (one === undefined || other === undefined || more.length + others.length > 0) return [];
      const evidence = [{ kind: "view_name" as const, value: one.name }];
      return [[one.xml_id, { name: other.xml_id, evidence }]];
    }),
  );
}

/** Those with a name that the others do not have, by what stays when the id does not. */
function groupOthers(
  views: ReadonlyMap<string, ViewRecord>,
  others: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, readonly ViewRecord[]> {
  const groups = new Map<string, ViewRecord[]>();
  for (const [id, view] of views) {
    const { name, model, inherit_xml_id, view_type } = view;
    if (name === "" || others.has(id)) continue;
    addToGroup(groups, JSON.stringify([name, model, inherit_xml_id, view_type]), view);
  }
  return groups;
}
