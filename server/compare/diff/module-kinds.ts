// Compared parts of a module, by kind: its manifest, declared dependencies, models with their
// fields, methods and table objects, views, scripts and templates. Each kind is a list of a side's
// things by name, with their facts; two sets of them are compared: what came, went, stayed or has
// another name.
import { nameArguments } from "../../../data/module/field-arguments.js";
import { toGroups } from "../../../data/grouped.js";
import type { LoadedTableObject } from "../../../data/module/loaded-module.js";
import type { ModelRecord, ModuleRecord, ViewRecord } from "../../../data/module/records.js";
import { TOLD } from "../../../data/module/told-facts.js";
import { compareText } from "../../../data/platform/platform-version.js";
import { listKeys } from "../../../data/shape.js";
import type { Steps } from "../../../data/yield.js";
import type { Completeness } from "../../contract/shape/completeness.js";
import {
  DIFF_KINDS,
  type DiffSide,
  type ModelDiff,
  type ModuleDiff,
  type SetDiff,
} from "../../contract/shape/diff.js";
import { identifyModule } from "../../lookup/module/purl.js";
import type { MemberKind } from "../../registry/api/api-side.js";
import type { Renamed } from "../../registry/api/rename/pair-names.js";
import { type Facts, diffFacts, pairThings, toStoredForm } from "../things.js";
import { type BrowserSide, listScripts, listTemplates } from "./browser-kinds.js";

export interface ModuleSide extends BrowserSide {
  readonly record: ModuleRecord;
  /** Constraints and indexes of tables, by model; of several with one name the last. */
  readonly tableObjects: ReadonlyMap<string, readonly LoadedTableObject[]>;
}

/** Renames between both records. */
export interface KnownRenames {
  readonly findModel: FindRename;
  /** @param model its name in the earlier record */
  findMember(kind: MemberKind, model: string, name: string): Renamed | undefined;
}

/** Things on one side only, under any name; one name a step. */
export function* diffSides(
  from: ModuleSide,
  to: ModuleSide,
  renames: KnownRenames,
): Steps<Omit<ModuleDiff, "compared_with" | keyof Completeness>> {
  const { technical_name } = to.record;
  const views = { from: listViews(from.record, technical_name), to: listViews(to.record) };
  const renamedViews = pairViews(views);
  return {
    technical_name,
    from: toSide(from.record),
    to: toSide(to.record),
    manifest: diffFacts(readManifest(from.record), readManifest(to.record)),
    dependencies: yield* mapKinds(DIFF_KINDS.dependencies, function* (kind) {
      const names = { from: listDependencies(from, kind), to: listDependencies(to, kind) };
      const { added, removed } = yield* diffSets(names);
      return { added, removed };
    }),
    models: yield* diffModels({ from: listModels(from), to: listModels(to) }, renames),
    views: yield* diffSets(
      { from: toFacts(views.from, readView), to: toFacts(views.to, readView) },
      (id) => renamedViews.get(id),
    ),
    javascript: yield* mapKinds(DIFF_KINDS.javascript, (kind) =>
      diffSets(listScripts(kind, from, to)),
    ),
    templates: yield* diffSets({ from: listTemplates(from), to: listTemplates(to) }),
  };
}

function* mapKinds<Kind extends string, T>(
  kinds: Readonly<Record<Kind, unknown>>,
  diff: (kind: Kind) => Steps<T>,
): Steps<Readonly<Record<Kind, T>>> {
  const all: [Kind, T][] = [];
  for (const kind of listKeys(kinds)) all.push([kind, yield* diff(kind)]);
  return Object.fromEntries(all) as Record<Kind, T>;
}

const toFacts = <T>(things: ReadonlyMap<string, T>, read: (thing: T) => Facts) =>
  new Map(Array.from(things, ([name, thing]) => [name, read(thing)]));

function listDependencies(
  { record }: ModuleSide,
  kind: keyof typeof DIFF_KINDS.dependencies,
): ReadonlyMap<string, Facts> {
  return new Map(record.declared_dependencies[kind].map((name) => [name, {}]));
}

function toSide(record: ModuleRecord): DiffSide {
  const { technical_name, platform_version, organization, repository } = record;
  const { installable, version, manifest_version, update_date } = record;
  const at = { technical_name, platform_version, organization, repository, installable };
  return { ...at, version, manifest_version, update_date, purl: identifyModule(record).purl };
}

function readManifest(record: ModuleRecord): Facts {
  const known = { ...record, ...identifyModule(record) };
  return Object.fromEntries(
    TOLD.diff.map((name) => [name, known[name] === "" ? null : known[name]]),
  );
}

/**
 * Definitions of a model in a module, in any number of classes: a row for each kind of a model's
 * parts.
 */
const IN_MODELS: Readonly<
  Record<
    keyof typeof DIFF_KINDS.of_models,
    {
      readonly list: (model: Model) => readonly (readonly [string, Facts])[];
      /** Kind under which API changes rename it. */
      readonly member?: MemberKind;
    }
  >
> = {
  fields: {
    member: "field",
    list: ({ parts }) =>
      parts.flatMap(({ fields }) =>
        fields.map((field) => [
          field.name,
          {
            field_type: field.field_type,
            relation: field.relation,
            ...addPrefix("attrs", nameArguments(field)),
          },
        ]),
      ),
  },
  methods: {
    member: "method",
    list: ({ parts }) =>
      parts.flatMap(({ methods }) =>
        methods.map(({ name, signature, decorators }) => [name, { signature, decorators }]),
      ),
  },
  table_objects: {
    list: ({ tableObjects }) =>
      tableObjects.map((one) => [one.name, { ...toStoredForm(one), message: one.message }]),
  },
};

interface Model {
  readonly parts: readonly ModelRecord[];
  readonly tableObjects: readonly LoadedTableObject[];
}

function listModels({ record, tableObjects }: ModuleSide): ReadonlyMap<string, Model> {
  const byName = toGroups(record.models, ({ model_name: name }) => name);
  return new Map(
    Array.from(byName, ([name, parts]) => [
      name,
      { parts, tableObjects: tableObjects.get(name) ?? [] },
    ]),
  );
}

function readModel({ parts }: Model): Facts {
  const { inherits = {}, ...attributes } = Object.assign(
    {},
    ...parts.map((part) => part.attrs),
  ) as NonNullable<ModelRecord["attrs"]>;
  return {
    ...attributes,
    ...addPrefix("inherits", inherits),
    inherit_from: [...new Set(parts.flatMap((part) => part.inherit_from))].toSorted(),
    is_new_model: parts.some((part) => part.is_new_model),
  };
}

function addPrefix(prefix: string, facts: Facts): Facts {
  return Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [`${prefix}.${key}`, value]),
  );
}

/** Models that have another name are compared too. */
function* diffModels(
  { from, to }: Things<Model>,
  { findModel, findMember }: KnownRenames,
): Steps<ModuleDiff["models"]> {
  const named = { from: toFacts(from, () => NO_FACTS), to: toFacts(to, () => NO_FACTS) };
  const names = yield* diffSets(named, findModel);
  const laterNames = new Map(names.renamed.map((pair) => [pair.from, pair.to]));
  const changed: ModelDiff[] = [];
  for (const [model_name, before] of from) {
    const after = to.get(laterNames.get(model_name) ?? model_name);
    if (after === undefined) continue;
    const changes = diffFacts(readModel(before), readModel(after));
    const parts = yield* mapKinds(DIFF_KINDS.of_models, (kind) => {
      const { list, member } = IN_MODELS[kind];
      return diffSets(
        { from: new Map(list(before)), to: new Map(list(after)) },
        (name) => member && findMember(member, model_name, name),
      );
    });
    const isSame = changes.length === 0 && Object.values(parts).every(isEmpty);
    if (!isSame) changed.push({ model_name, changes, ...parts });
  }
  const isMade = ({ parts }: Model): boolean => parts.some(({ is_new_model: isNew }) => isNew);
  const of_others = [
    ...names.added.filter((name) => !isMade(to.get(name) ?? NO_MODEL)),
    ...names.removed.filter((name) => !isMade(from.get(name) ?? NO_MODEL)),
  ];
  return { ...names, changed, of_others };
}

const NO_MODEL: Model = { parts: [], tableObjects: [] };

const NO_FACTS: Facts = {};

function isEmpty(diff: SetDiff): boolean {
  return Object.values(diff).every((list: readonly unknown[]) => list.length === 0);
}

/** By id; ids of its own views as they are under another name. */
function listViews(
  { technical_name, views }: ModuleRecord,
  name = technical_name,
): ReadonlyMap<string, ViewRecord> {
  const rename = (id: string): string =>
    id.startsWith(`${technical_name}.`) ? name + id.slice(technical_name.length) : id;
  return new Map(
    views.map(({ xml_id, inherit_xml_id, ...view }) => {
      const parent = inherit_xml_id === null ? null : rename(inherit_xml_id);
      return [rename(xml_id), { ...view, xml_id: rename(xml_id), inherit_xml_id: parent }];
    }),
  );
}

function readView({ name, model, inherit_xml_id, view_type }: ViewRecord): Facts {
  return { name: name || null, model: model || null, inherit_xml_id, view_type };
}

/** A view of the same name, model, parent and type, where one alone went and one alone came. */
function pairViews({ from, to }: Things<ViewRecord>): ReadonlyMap<string, Renamed> {
  const [gone, came] = [listOnly(from, to), listOnly(to, from)];
  const isOne = (key: string): boolean =>
    gone.get(key)?.length === 1 && came.get(key)?.length === 1;
  return new Map(
    [...gone].flatMap(([key, [one]]): readonly [string, Renamed][] => {
      const [other] = came.get(key) ?? [];
      if (!isOne(key) || one === undefined || other === undefined) return [];
      const evidence = [{ kind: "view_name" as const, value: one.name }];
      return [[one.xml_id, { name: other.xml_id, evidence }]];
    }),
  );
}

/** Things whose name the other side lacks, keyed by facts that survive a new id. */
function listOnly(
  views: ReadonlyMap<string, ViewRecord>,
  others: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, readonly ViewRecord[]> {
  const own = [...views].filter(([id, { name }]) => name !== "" && !others.has(id));
  return toGroups(
    own.map(([, view]) => view),
    ({ name, model, inherit_xml_id, view_type }) =>
      JSON.stringify([name, model, inherit_xml_id, view_type]),
  );
}

/** Present name of a thing, with evidence; `undefined` without. */
export type FindRename = (name: string) => Renamed | undefined;

interface Things<T> {
  readonly from: ReadonlyMap<string, T>;
  readonly to: ReadonlyMap<string, T>;
}

/** A rename of what is gone counts where what it is called now is there, new or not; a step looks at one. */
export function* diffSets(
  { from, to }: Things<Facts>,
  findRename: FindRename = () => undefined,
): Steps<SetDiff> {
  const diff = { added: [], removed: [], renamed: [], changed: [] } as {
    -readonly [Kind in keyof SetDiff]: SetDiff[Kind][number][];
  };
  const came = new Set<string>();
  for (const { before, after } of yield* pairThings(from.keys(), to.keys(), [(name) => name])) {
    yield;
    if (before === undefined) came.add(after ?? "");
    else if (after !== undefined) {
      const changes = diffFacts(from.get(before) ?? {}, to.get(before) ?? {});
      if (changes.length > 0) diff.changed.push({ name: before, changes });
    } else {
      const now = findRename(before);
      if (now === undefined || !to.has(now.name)) diff.removed.push(before);
      else {
        const reason = now.evidence.map(({ kind, value }) => `${kind}: ${value}`).join(", ");
        diff.renamed.push({ from: before, to: now.name, reason, evidence: now.evidence });
      }
    }
  }
  for (const { to: name } of diff.renamed) came.delete(name);
  return {
    added: [...came].toSorted(compareText),
    removed: diff.removed.toSorted(compareText),
    renamed: diff.renamed.toSorted((one, other) => compareText(one.from, other.from)),
    changed: diff.changed.toSorted((one, other) => compareText(one.name, other.name)),
  };
}
