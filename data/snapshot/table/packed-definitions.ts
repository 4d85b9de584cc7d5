// Definitions of the entries of one technical name, and their writer, which joins those of all: the writing half of
// definitions.ts.
import type { ModuleRecord } from "../../module/records.js";
import { getModuleOfXmlId, toFullXmlId } from "../../module/xml-id.js";
import { post, postEntry, type PackedPostings, type Postings, postAll } from "./postings.js";
import { compareText } from "../../platform/platform-version.js";
import type { Section } from "../sections.js";
import { encodeColumn, toEnds, toLists } from "./columns.js";
import { numberSorted } from "./name-numbers.js";
import { encodeStringTable } from "./string-table.js";
import { encodeLists, encodePostings, encodeTextLists } from "./text-lists.js";

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
function getModel(models: Map<string, ModelPostings>, name: string): ModelPostings {
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

/** Collects where things are defined, for the sections of format.ts that say it. */
export class DefinitionWriter {
  readonly #models = new Map<string, ModelPostings>();
  readonly #views: Postings = new Map();

  /** @param start the first entry of the technical name, above those before */
  add(start: number, { models, views }: PackedDefinitions): void {
    for (const { name, ...packed } of models) {
      const postings = getModel(this.#models, name);
      for (const list of ["entries", "defining"] as const) {
        for (const entry of packed[list]) postings[list].push(start + entry);
      }
      postAll(postings.fields, packed.fields, start);
      postAll(postings.methods, packed.methods, start);
    }
    postAll(this.#views, views, start);
  }

  encode(): readonly Section[] {
    const sorted = [...this.#models].toSorted(([left], [right]) => compareText(left, right));
    const models = sorted.map(([, model]) => model);
    const members = numberSorted(
      models.flatMap(({ fields, methods }) => [...fields.keys(), ...methods.keys()]),
    );
    return [
      ...encodeTextLists(
        "models",
        sorted.map(([name]) => name),
        models.map(({ entries }) => entries),
      ),
      ...encodeLists("defining", toLists(models.map(({ defining }) => defining))),
      ["members", encodeStringTable([...members.keys()])],
      ...encodeMembers("fields", models, members),
      ...encodeMembers("methods", models, members),
      ...encodePostings("views", this.#views),
    ];
  }
}

function encodeMembers(
  kind: "fields" | "methods",
  models: readonly ModelPostings[],
  numbers: ReadonlyMap<string, number>,
): readonly Section[] {
  const rows = models.flatMap((model) =>
    Array.from(model[kind], ([name, entries]) => ({
      number: numbers.get(name) ?? 0,
      entries,
    })).toSorted((left, right) => left.number - right.number),
  );
  return [
    [`models.${kind}`, encodeColumn([0, ...toEnds(models.map((model) => model[kind].size))])],
    [`${kind}.name`, encodeColumn(rows.map(({ number }) => number))],
    ...encodeLists(kind, toLists(rows.map(({ entries }) => entries))),
  ];
}
