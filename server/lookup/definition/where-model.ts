// Locates a model: the modules that make or extend it, with their fields and methods; or one of its
// fields or methods: the chain of modules that declare it.
import type {
  FieldLocations,
  MethodLocations,
  ModelLocations,
} from "../../contract/shape/where.js";
import type { ModelRecord, ModuleRecord } from "../../../data/module/records.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { Steps } from "../../../data/yield.js";
import { damagedSection } from "../../../data/snapshot/errors.js";
import { listPlatformMakers } from "../../../data/platform/model-makers.js";
import { findString } from "../../../data/snapshot/table/string-table.js";
import { getPlatformVersion } from "../entries.js";
import {
  chooseChain,
  findDoubt,
  readDefiners,
  type DefinitionQuery,
  type Located,
} from "./definition-chain.js";
import { isIndexed, lacksPlatform, orderEntries, type Subject } from "./load-positions.js";
import { findMainVersion } from "../find/living.js";
import { toCompleteness } from "../dependency/not-indexed.js";
import { listNearModels, listNearTexts } from "../search/near-names.js";
import type { Outcome } from "../../contract/outcome.js";

interface MemberName {
  readonly model: string;
  readonly member: string;
}

export function* findModel(
  snapshot: Snapshot,
  modelName: string,
  query: DefinitionQuery,
): Steps<Outcome<Located<ModelLocations>>> {
  const { definitions } = snapshot;
  const model = findString(definitions.models, modelName);
  if (model === undefined) {
    return findUnread(snapshot, modelName, [], query) ?? unknownModel(snapshot, modelName, query);
  }
  const subject = toSubject(snapshot, model);
  const { entries: all } = subject;
  const outcome = chooseChain(snapshot, { what: modelName, subject, entries: all }, query);
  if (!outcome.found) {
    if (outcome.reason !== "not_at_version") return outcome;
    return findUnread(snapshot, modelName, outcome.availableVersions, query) ?? outcome;
  }
  const { versions, entries, loadOrder, completeness } = outcome.value;
  const makers = new Set(subject.makers);
  const defining = entries.filter((entry) => makers.has(entry)).length;
  const modules = yield* readDefiners(snapshot, entries, query, (record, entry) => ({
    role: makers.has(entry) ? ("defines" as const) : ("extends" as const),
    classes: requireRows(listClasses(record, modelName)),
  }));
  const counts = { defining, extending: entries.length - defining };
  const body = {
    model_name: modelName,
    ...versions,
    ...completeness,
    platform_makers: subject.listUnread(versions.platform_version),
    counts,
    load_order: loadOrder,
    modules,
  };
  return { found: true, value: { body, total: entries.length } };
}

/**
 * A model of Odoo that no indexed module makes or changes: of whose modules the built-in tables tell.
 * @param indexed versions at which one does
 */
function findUnread(
  snapshot: Snapshot,
  modelName: string,
  indexed: readonly string[],
  { platform_version: asked, org, repo }: DefinitionQuery,
): Outcome<Located<ModelLocations>> | undefined {
  const possible = snapshot.versions.filter(
    (one) => listUnread(snapshot, modelName, one).length > 0,
  );
  const main = snapshot.versions.indexOf(findMainVersion(snapshot) ?? "");
  const usual = possible.findLast((one) => snapshot.versions.indexOf(one) <= main);
  const version = possible.find((one) => one === (asked ?? usual ?? possible.at(-1)));
  if (version === undefined || org !== undefined || repo !== undefined) return undefined;
  const makers = listUnread(snapshot, modelName, version);
  const body = {
    model_name: modelName,
    platform_version: version,
    platform_versions: snapshot.versions.filter(
      (one) => possible.includes(one) || indexed.includes(one),
    ),
    ...toCompleteness(makers.filter((one) => !isIndexed(snapshot, one, version))),
    not_indexed_needed: true,
    platform_makers: makers,
    counts: { defining: 0, extending: 0 },
    load_order: orderEntries(snapshot, [], version).loadOrder,
    modules: [],
  };
  return { found: true, value: { body, total: 0 } };
}

/** The chain of modules that declare a field of a model. */
export function findField(
  snapshot: Snapshot,
  name: MemberName,
  query: DefinitionQuery,
): Steps<Outcome<Located<FieldLocations>>> {
  return findMember(snapshot, "field", name, query, ({ field_type, relation, attrs }) => ({
    field_type,
    relation,
    attrs,
  }));
}

/** The chain of modules that have a method of a model. */
export function findMethod(
  snapshot: Snapshot,
  name: MemberName,
  query: DefinitionQuery,
): Steps<Outcome<Located<MethodLocations>>> {
  return findMember(snapshot, "method", name, query, ({ decorators, signature, docstring }) => ({
    decorators,
    signature,
    docstring,
  }));
}

/** @param pick what is given of a declaration, beside its class */
function* findMember<Kind extends "field" | "method", Declaration extends object>(
  snapshot: Snapshot,
  kind: Kind,
  { model: modelName, member }: MemberName,
  query: DefinitionQuery,
  pick: (declared: ModelRecord[`${Kind}s`][number]) => Declaration,
) {
  const members = `${kind}s` as const;
  const { definitions } = snapshot;
  const what = `${modelName}.${member}`;
  const model = findString(definitions.models, modelName);
  if (model === undefined) return unknownModel(snapshot, modelName, query);
  const subject = toSubject(snapshot, model);
  const found = definitions[members].findEntries(model, member);
  if (found === undefined) {
    const suggestions = listNearTexts(definitions[members].listNames(model), member);
    const reason = `unknown_${kind as "field" | "method"}` as const;
    const doubt = findDoubt(snapshot, subject, query);
    return { found: false, reason, what, suggestions, doubt } as const;
  }
  const outcome = chooseChain(snapshot, { what, subject, entries: [...found] }, query);
  if (!outcome.found) return outcome;
  const { versions, entries, loadOrder, completeness } = outcome.value;
  const listDeclarations = (record: ModuleRecord) =>
    listClasses(record, modelName).flatMap(({ class_name, is_new_model, file, ...own }) => {
      const declared: readonly ModelRecord[`${Kind}s`][number][] = own[members];
      return declared
        .filter(({ name }) => name === member)
        .map((one) => ({ class_name, is_new_model, file, line: one.line, ...pick(one) }));
    });
  const modules = yield* readDefiners(snapshot, entries, query, (record) => ({
    declarations: requireRows(listDeclarations(record)),
  }));
  const body = {
    kind,
    model_name: modelName,
    name: member,
    ...versions,
    ...completeness,
    platform_makers: subject.listUnread(versions.platform_version),
    load_order: loadOrder,
    modules,
  };
  return { found: true, value: { body, total: entries.length } } as const;
}

/** Modules of Odoo that make a model that no indexed module makes. */
const listUnread = (snapshot: Snapshot, model: string, version: string): readonly string[] =>
  listPlatformMakers(model, version, lacksPlatform(snapshot, version));

function listClasses({ models }: ModuleRecord, modelName: string): readonly ModelRecord[] {
  return models.filter((model) => model.model_name === modelName);
}

/** An entry that is named for something has it. @throws SnapshotError when it has not */
export function requireRows<T>(rows: readonly T[]): readonly T[] {
  if (rows.length > 0) return rows;
  throw damagedSection("models.list", "entries with what they are listed for", "another entry");
}

function unknownModel(snapshot: Snapshot, what: string, query: DefinitionQuery): Outcome<never> {
  const suggestions = listNearModels(snapshot, what);
  const doubt = findDoubt(snapshot, { makers: [], entries: [] }, query);
  return { found: false, reason: "unknown_model", what, suggestions, doubt };
}

function toSubject(snapshot: Snapshot, model: number): Required<Subject> {
  const { definitions } = snapshot;
  const makers = [...definitions.listDefiningEntries(model)];
  return {
    makers,
    entries: [...definitions.listEntries(model)],
    listUnread: (version) =>
      makers.some((entry) => getPlatformVersion(snapshot, entry) === version)
        ? []
        : listUnread(snapshot, definitions.models.get(model), version),
  };
}
