// Where a model is: the modules that make it and those that extend it, with their fields and methods;
// and where one of its fields or methods is: the chain of modules that declare it.
import type { FieldRecord, MethodRecord, ModelRecord, ModuleRecord } from "../../data/records.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import { damagedSection } from "../../data/snapshot/errors.js";
import { findString } from "../../data/snapshot/string-table.js";
import {
  chooseChain,
  readPlaces,
  type DefinitionPlace,
  type DefinitionQuery,
  type DefinitionVersions,
  type Located,
} from "./definition-chain.js";
import { listNearTexts } from "./near-names.js";
import type { Outcome } from "./outcome.js";

export interface ModelPlaces extends DefinitionVersions {
  readonly model_name: string;
  /** Modules of the whole chain. */
  readonly counts: { readonly defining: number; readonly extending: number };
  readonly modules: readonly ModelPlace[];
}

export interface ModelPlace extends DefinitionPlace {
  readonly role: "defines" | "extends";
  /** Its classes of the model, in source order. */
  readonly classes: readonly ModelRecord[];
}

export interface MemberPlaces extends DefinitionVersions {
  readonly model_name: string;
  /** Of the field or method. */
  readonly name: string;
  readonly modules: readonly MemberPlace[];
}

export interface MemberPlace extends DefinitionPlace {
  /** In source order. */
  readonly declarations: readonly Declaration[];
}

export type Declaration = Pick<ModelRecord, "class_name" | "is_new_model"> & Facts;

type Facts = Omit<FieldRecord, "name"> | Omit<MethodRecord, "name">;

export type MemberKind = "fields" | "methods";

export interface MemberName {
  readonly model: string;
  readonly member: string;
}

export function findModel(
  snapshot: Snapshot,
  modelName: string,
  query: DefinitionQuery,
): Outcome<Located<ModelPlaces>> {
  const { definitions } = snapshot;
  const model = findString(definitions.models, modelName);
  if (model === undefined) return unknownModel(snapshot, modelName);
  const outcome = chooseChain(snapshot, modelName, [...definitions.listEntries(model)], query);
  if (!outcome.found) return outcome;
  const { versions, entries } = outcome.value;
  const makers = new Set(definitions.listDefiningEntries(model));
  const defining = entries.filter((entry) => makers.has(entry)).length;
  const modules = readPlaces(snapshot, entries, query, (record, entry) => ({
    role: makers.has(entry) ? ("defines" as const) : ("extends" as const),
    classes: requireRows(listClasses(record, modelName)),
  }));
  const counts = { defining, extending: entries.length - defining };
  const body = { model_name: modelName, ...versions, counts, modules };
  return { found: true, value: { body, total: entries.length } };
}

/** The chain of modules that declare a field or method of a model. */
export function findMember(
  snapshot: Snapshot,
  kind: MemberKind,
  { model: modelName, member }: MemberName,
  query: DefinitionQuery,
): Outcome<Located<MemberPlaces>> {
  const { definitions } = snapshot;
  const what = `${modelName}.${member}`;
  const model = findString(definitions.models, modelName);
  if (model === undefined) return unknownModel(snapshot, modelName);
  const places = definitions[kind].findEntries(model, member);
  if (places === undefined) {
    const suggestions = listNearTexts(definitions[kind].listNames(model), member);
    const reason = kind === "fields" ? "unknown_field" : "unknown_method";
    return { found: false, reason, what, suggestions };
  }
  const outcome = chooseChain(snapshot, what, [...places], query);
  if (!outcome.found) return outcome;
  const { versions, entries } = outcome.value;
  const modules = readPlaces(snapshot, entries, query, (record) => ({
    declarations: requireRows(listDeclarations(record, kind, { model: modelName, member })),
  }));
  const body = { model_name: modelName, name: member, ...versions, modules };
  return { found: true, value: { body, total: entries.length } };
}

function listClasses({ models }: ModuleRecord, modelName: string): readonly ModelRecord[] {
  return models.filter((model) => model.model_name === modelName);
}

function listDeclarations(
  record: ModuleRecord,
  kind: MemberKind,
  { model, member }: MemberName,
): readonly Declaration[] {
  return listClasses(record, model).flatMap(({ class_name, is_new_model, ...members }) =>
    members[kind]
      .filter(({ name }) => name === member)
      .map((one) => ({ class_name, is_new_model, ...pickFacts(one) })),
  );
}

/** All but the name, which is that of the answer. */
function pickFacts(member: FieldRecord | MethodRecord): Facts {
  if ("signature" in member) {
    const { decorators, signature, docstring } = member;
    return { decorators, signature, docstring };
  }
  const { field_type, relation, attrs } = member;
  return { field_type, relation, attrs };
}

/** An entry that is named for something has it. @throws SnapshotError when it has not */
export function requireRows<T>(rows: readonly T[]): readonly T[] {
  if (rows.length > 0) return rows;
  throw damagedSection("places.list", "entries with what they are listed for", "another entry");
}

function unknownModel(snapshot: Snapshot, what: string): Outcome<never> {
  const { models } = snapshot.definitions;
  const names = Array.from({ length: models.length }, (_, number) => models.get(number));
  const suggestions = listNearTexts(names, what);
  return { found: false, reason: "unknown_model", what, suggestions };
}
