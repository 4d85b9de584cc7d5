// Where the entries of one technical name define what, as few flat lists: of thousands of modules they are unpacked
// for each snapshot. definition-writer.ts puts all together.
import type { ModuleRecord } from "../../records.js";
import { getModuleOfXmlId, toFullXmlId } from "../../xml-id.js";
import { NameNumbers } from "./name-numbers.js";
import { post, postEntry, type Postings } from "./postings.js";

/** Lists of entries one after another, each ascending: how long each is, and their entries. */
export interface PackedLists {
  readonly lengths: number[];
  readonly entries: number[];
}

/** Lists of fields, or of methods: whose, by its number in `models`, and of what name, in `members`. */
interface PackedMembers extends PackedLists {
  readonly owners: number[];
  readonly names: number[];
}

/** What the entries of one technical name define, by their number among these. */
export interface PackedDefinitions {
  readonly models: readonly string[];
  /** Of each model the entries with a class of it, and those in which one makes it anew. */
  readonly places: PackedLists;
  readonly defining: PackedLists;
  readonly members: readonly string[];
  readonly fields: PackedMembers;
  readonly methods: PackedMembers;
  /** Full ids of other modules' views, and a list for each. */
  readonly views: readonly string[];
  readonly viewPlaces: PackedLists;
}

type DefiningRecord = Pick<ModuleRecord, "technical_name" | "models" | "views">;

/** What an entry defines. */
export interface Defined {
  /** Classes of models, with the names of their members. */
  readonly models: readonly DefinedModel[];
  /** Full ids of other modules' views that it has, or inherits from. */
  readonly views: readonly string[];
  /** How many views it has. */
  readonly viewCount: number;
}

interface DefinedModel {
  readonly name: string;
  readonly isNew: boolean;
  readonly fields: readonly string[];
  readonly methods: readonly string[];
}

interface ModelPostings {
  readonly entries: number[];
  readonly defining: number[];
  readonly fields: Postings;
  readonly methods: Postings;
}

export function listDefined(record: DefiningRecord): Defined {
  return {
    models: record.models.map((model) => ({
      name: model.model_name,
      isNew: model.is_new_model,
      fields: model.fields.map(({ name }) => name),
      methods: model.methods.map(({ name }) => name),
    })),
    views: [...new Set(listForeignViews(record))],
    viewCount: record.views.length,
  };
}

/** @param all that entries of one technical name define */
export function packDefinitions(all: readonly Defined[]): PackedDefinitions {
  const models = new Map<string, ModelPostings>();
  const views: Postings = new Map();
  for (const [at, defined] of all.entries()) {
    for (const model of defined.models) {
      const postings = models.get(model.name) ?? startModel();
      models.set(model.name, postings);
      postEntry(postings.entries, at);
      if (model.isNew) postEntry(postings.defining, at);
      for (const kind of ["fields", "methods"] as const) {
        for (const name of model[kind]) post(postings[kind], name, at);
      }
    }
    for (const id of defined.views) post(views, id, at);
  }
  const members = new NameNumbers();
  const rows = [...models.values()];
  return {
    models: [...models.keys()],
    places: packLists(rows.map(({ entries }) => entries)),
    defining: packLists(rows.map(({ defining }) => defining)),
    fields: packMembers(
      rows.map(({ fields }) => fields),
      members,
    ),
    methods: packMembers(
      rows.map(({ methods }) => methods),
      members,
    ),
    members: members.names,
    views: [...views.keys()],
    viewPlaces: packLists([...views.values()]),
  };
}

function startModel(): ModelPostings {
  return { entries: [], defining: [], fields: new Map(), methods: new Map() };
}

function packLists(lists: readonly (readonly number[])[]): PackedLists {
  return { lengths: lists.map(({ length }) => length), entries: lists.flat() };
}

function packMembers(ofModels: readonly Postings[], members: NameNumbers): PackedMembers {
  const lists = ofModels.flatMap((postings) => [...postings.values()]);
  return {
    owners: ofModels.flatMap((postings, owner) => Array.from(postings, () => owner)),
    names: ofModels.flatMap((postings) => Array.from(postings.keys(), (name) => members.add(name))),
    ...packLists(lists),
  };
}

/** Ids of other modules' views that a module has, or inherits from. */
function listForeignViews({ technical_name, views }: DefiningRecord): readonly string[] {
  return views
    .flatMap(({ xml_id, inherit_xml_id }) => [xml_id, inherit_xml_id ?? xml_id])
    .map((id) => toFullXmlId(technical_name, id))
    .filter((id) => getModuleOfXmlId(id) !== technical_name);
}
