// Definitions of the entries of one technical name; definition-writer.ts joins them.
import type { ModuleRecord } from "../../module/records.js";
import { getModuleOfXmlId, toFullXmlId } from "../../module/xml-id.js";
import { post, postEntry, type PackedPostings, type Postings } from "./postings.js";

/** Definitions of the entries of one technical name, by their number among these. */
export interface PackedDefinitions {
  readonly models: readonly PackedModel[];
  /** By full ids of other modules' views. */
  readonly views: PackedPostings;
}

interface PackedModel extends Pick<ModelPostings, "entries" | "defining"> {
  readonly name: string;
  readonly fields: PackedPostings;
  readonly methods: PackedPostings;
}

type DefiningRecord = Pick<ModuleRecord, "technical_name" | "models" | "views">;

/** Definitions of one entry. */
export interface Defined {
  /** Classes of models, with the names of their members. */
  readonly models: readonly DefinedModel[];
  /** Full ids of other modules' views that it has, or inherits from. */
  readonly views: readonly string[];
  readonly viewCount: number;
}

interface DefinedModel {
  readonly name: string;
  readonly isNew: boolean;
  readonly fields: readonly string[];
  readonly methods: readonly string[];
}

/** Entries with a class of a model, entries that make it, and entries with each of its members. */
export interface ModelPostings {
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
      const postings = getModel(models, model.name);
      postEntry(postings.entries, at);
      if (model.isNew) postEntry(postings.defining, at);
      for (const kind of ["fields", "methods"] as const) {
        for (const name of model[kind]) post(postings[kind], name, at);
      }
    }
    for (const id of defined.views) post(views, id, at);
  }
  return {
    models: Array.from(models, ([name, { fields, methods, ...lists }]) => ({
      name,
      ...lists,
      fields: [...fields],
      methods: [...methods],
    })),
    views: [...views],
  };
}

/** Postings of a model; empty ones are added for a new model. */
export function getModel(models: Map<string, ModelPostings>, name: string): ModelPostings {
  const known = models.get(name);
  if (known !== undefined) return known;
  const begun = { entries: [], defining: [], fields: new Map(), methods: new Map() };
  models.set(name, begun);
  return begun;
}

/** Ids of other modules' views that a module has, or inherits from. */
function listForeignViews({ technical_name, views }: DefiningRecord): readonly string[] {
  return views
    .flatMap(({ xml_id, inherit_xml_id }) => [xml_id, inherit_xml_id ?? xml_id])
    .map((id) => toFullXmlId(technical_name, id))
    .filter((id) => getModuleOfXmlId(id) !== technical_name);
}
