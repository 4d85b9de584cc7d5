// References to something in all modules of a platform version, each with its file and line. Their models are resolved in the
// system of all these modules; if a model is unknown, the reference is possible by its name alone.
import {
  REFERENCE_WAYS,
  type ModuleReference,
  type ReferredKind,
} from "../../../data/module/module-reference.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { REFERENCES_KEY, toReferences } from "../../../data/snapshot/loaded/keyed-rows.js";
import { toModelRecordId } from "../../../data/snapshot/loaded/subjects.js";
import { findString } from "../../../data/snapshot/table/string-table.js";
import { getModuleOfXmlId } from "../../../data/module/xml-id.js";
import type { Steps } from "../../../data/yield.js";
import type {
  FoundReference,
  ReferenceCounts,
  ReferenceTarget,
  ReferringModule,
} from "../../contract/shape/system/references.js";
import { createBoundedCache, getBudget, deriveOnce, memoizeEach } from "../../lookup/memo.js";
import {
  findEntriesByName,
  getCommit,
  getFolder,
  getPlatformVersion,
  getRepository,
  getTechnicalName,
} from "../../lookup/entries.js";
import { findLineTemplate } from "../../lookup/forge.js";
import { withinLimits } from "../../lookup/limits.js";
import { judgeReference } from "../check/check.js";
import type { Registry } from "../loaded/registry-cache.js";
import { getWorldRegistry } from "./world.js";

interface References {
  readonly target: ReferenceTarget;
  /** Whether the snapshot records references. */
  readonly recorded: boolean;
  /** Certain ones first, then by module, file and line. */
  readonly rows: readonly FoundReference[];
  readonly modules: readonly ReferringModule[];
}

/** Bytes of the answers that are kept, and of a row. */
const MOST_BYTES = 8 * 1024 * 1024;
const BYTES_PER_ROW = 200;

const getKept = deriveOnce((snapshot) =>
  createBoundedCache<References>({ budget: getBudget(snapshot), mostBytes: MOST_BYTES }),
);

/** A step for each reference. @param to as /v1/check takes it, or `model.method()` */
export function* findReferences(
  snapshot: Snapshot,
  version: string,
  to: string,
): Steps<References> {
  const key = `${version} ${to}`;
  const kept = getKept(snapshot).find(key);
  if (kept !== undefined) return kept;
  const registry = getWorldRegistry(snapshot, version);
  yield;
  const target = findTarget(registry, to);
  yield;
  const rows: FoundReference[] = [];
  const match = createMatch(registry, target);
  for (const entry of listCandidates(snapshot, version, target)) {
    const { organization, repository, git } = getRepository(snapshot, entry);
    const line_url = findLineTemplate({
      git,
      commit: getCommit(snapshot, entry),
      source_path: getFolder(snapshot, entry),
    });
    const technical_name = getTechnicalName(snapshot, entry);
    for (const reference of readReferences(snapshot, entry)) {
      const found = match(reference);
      yield;
      if (found === undefined) continue;
      const { way, file, line } = reference;
      rows.push({ technical_name, organization, repository, file, line, way, line_url, ...found });
    }
  }
  const distinct = new Map(rows.map((one) => [JSON.stringify(one), one]));
  const sorted = [...distinct.values()].toSorted(
    (left, right) => Number(right.certain) - Number(left.certain),
  );
  const recorded = snapshot.loaded.references !== undefined;
  const value = { target, recorded, rows: sorted, modules: countModules(sorted) };
  getKept(snapshot).hold(key, { value, bytes: BYTES_PER_ROW * rows.length });
  return value;
}

/** A name that does not exist gets the kinds that it may be of. */
function findTarget(registry: Registry, to: string): ReferenceTarget {
  const [, typed, called] = /^([\w.]+)[.#](\w+)\(\)$/.exec(to) ?? [];
  const ref = called === undefined ? to : `${typed}#${called}`;
  const { exists, kind, model: owner, name, near: names } = judgeReference(registry, ref);
  const mark = kind === "method" ? "#" : ".";
  const near = names.map((one) => (owner === null ? one : `${owner}${mark}${one}`));
  if (exists === true || ref.includes("#")) {
    const isRecord = kind === "view" || kind === "record";
    return { exists, kind: isRecord ? "record" : kind, model: isRecord ? null : owner, name, near };
  }
  const end = ref.lastIndexOf(".");
  const model = ref.slice(0, Math.max(end, 0));
  return { exists, kind: null, model, name: ref.slice(end + 1), near };
}

/** Texts that references to a target have for a name. */
function listWords({ kind, model, name }: ReferenceTarget): readonly string[] {
  if (kind === "model") return [name, toModelRecordId(name)];
  if (kind !== null) return [name];
  const whole = `${model}.${name}`;
  return [name, whole, toModelRecordId(whole)];
}

/** Entries that have a reference of the name, ascending. */
function listCandidates(
  snapshot: Snapshot,
  version: string,
  target: ReferenceTarget,
): readonly number[] {
  const { references } = snapshot.loaded;
  if (references === undefined) return [];
  const words = listWords(target);
  const found = words.flatMap((word) => {
    const number = findString(references.keys, word);
    const posted = number === undefined ? [] : [...references.lists.view(number)];
    // Ids of its own a module is not posted under.
    const own = word.includes(".")
      ? (findEntriesByName(snapshot, getModuleOfXmlId(word)) ?? [])
      : [];
    return [...posted, ...own];
  });
  return [...new Set(found)]
    .filter((entry) => getPlatformVersion(snapshot, entry) === version)
    .toSorted((left, right) => left - right);
}

/** A `t-call` in an arch. */
interface TemplateCall extends Pick<ModuleReference, "name" | "file" | "line"> {
  readonly entry: number;
}

/** Bytes of the calls that are kept, and of one. */
const MOST_CALL_BYTES = 2 * 1024 * 1024;
const BYTES_PER_CALL = 100;

const getCalls = deriveOnce((snapshot) => {
  const kept = createBoundedCache<readonly TemplateCall[], number>({
    budget: getBudget(snapshot),
    mostBytes: MOST_CALL_BYTES,
  });
  return (entry: number): readonly TemplateCall[] =>
    kept.get(entry, () => {
      const value = readReferences(snapshot, entry)
        .filter(({ way }) => way === "template_call")
        .map(({ name, file, line }) => ({ entry, name, file, line }));
      return { value, bytes: BYTES_PER_CALL * (1 + value.length) };
    });
});

interface CalledTemplate {
  readonly version: string;
  /** Full id. */
  readonly name: string;
  /** Whether calls of the module with an entry count. */
  readonly isIn: (entry: number) => boolean;
  /** Limit of modules with calls. */
  readonly most: number;
}

/** One module a step. @returns `undefined` above the limit */
export function* listTemplateCalls(
  snapshot: Snapshot,
  { version, name, isIn, most }: CalledTemplate,
): Steps<readonly TemplateCall[] | undefined> {
  const target = { exists: null, kind: "record", model: null, name, near: [] } as const;
  const entries = listCandidates(snapshot, version, target).filter(isIn);
  if (entries.length > most) return undefined;
  const calls: TemplateCall[] = [];
  for (const entry of entries) {
    calls.push(...getCalls(snapshot)(entry).filter((one) => one.name === name));
    yield;
  }
  return calls;
}

function readReferences({ loaded }: Snapshot, entry: number): readonly ModuleReference[] {
  const row = loaded.readData(entry).rows.get(REFERENCES_KEY);
  return row === undefined ? [] : toReferences(loaded.readRow(row));
}

const MEMBERS: ReadonlySet<ReferredKind> = new Set(["field", "method", "member"]);

/** @returns what tells of a reference to the target that it is one, or may be one */
function createMatch(
  registry: Registry,
  target: ReferenceTarget,
): (reference: ModuleReference) => Pick<FoundReference, "certain" | "model"> | undefined {
  const words = new Set(listWords(target));
  const findOwner = createOwners(registry);
  const hasMember = memoizeEach((owner: string) => judgeOwner(registry, target, owner));
  return (reference) => {
    if (!words.has(reference.name)) return undefined;
    const kind: ReferredKind = REFERENCE_WAYS[reference.way][0];
    if (!MEMBERS.has(kind)) {
      const isMeant = target.kind === null ? reference.name !== target.name : target.kind === kind;
      return isMeant ? { certain: true, model: null } : undefined;
    }
    const isKind =
      target.kind === null || (kind === "member" ? target.kind !== "model" : target.kind === kind);
    if (!isKind || target.kind === "record" || reference.name !== target.name) return undefined;
    const owner = findOwner(reference);
    const isOwn = owner === undefined ? null : hasMember(owner);
    return isOwn === false ? undefined : { certain: isOwn === true, model: owner ?? null };
  };
}

/** Whether the member of a model is that of the target; `null` where that is not known. */
function judgeOwner(registry: Registry, target: ReferenceTarget, owner: string): boolean | null {
  if (owner === target.model) return true;
  const model = registry.models.findModel(owner);
  if (model === undefined) return null;
  return withinLimits(() => {
    const { lineage } = model;
    const field = target.kind === "method" ? undefined : model.findField(target.name);
    const classes =
      field?.definitions.map(({ node }) => node) ??
      lineage.classes.filter(({ methods }) => methods.has(target.name));
    if (classes.some(({ source }) => source.definition.model === target.model)) return true;
    return classes.length === 0 && registry.known.names.length > 0 ? null : false;
  }, null);
}

/** Tells the model of the records that a reference is of. */
function createOwners(registry: Registry): (reference: ModuleReference) => string | undefined {
  const { models, system, createViews } = registry;
  const views = createViews();
  const findStart = memoizeEach((start: string): string | undefined => {
    if (start.startsWith("@")) {
      return withinLimits(() => views.find(start.slice(1))?.model ?? undefined, undefined);
    }
    if (!start.startsWith("model_")) return start === "" ? undefined : start;
    return system.snapshot.loaded.classes.listModelsWithId(start).find(system.hasModel);
  });
  const findNext = memoizeEach((step: string): string | undefined => {
    const [model = "", field = ""] = step.split(" ");
    return withinLimits(
      () => models.findModel(model)?.findField(field)?.comodel_name ?? undefined,
      undefined,
    );
  });
  return ({ model, via }) => {
    let owner = findStart(model);
    for (const field of via === "" ? [] : via.split(".")) {
      if (owner === undefined) return undefined;
      owner = findNext(`${owner} ${field}`);
    }
    return owner;
  };
}

export const countReferences = (modules: readonly ReferringModule[]): ReferenceCounts => ({
  modules: modules.length,
  certain_modules: modules.filter(({ references }) => references > 0).length,
  references: modules.reduce((sum, one) => sum + one.references, 0),
  possible: modules.reduce((sum, one) => sum + one.possible, 0),
});

function countModules(rows: readonly FoundReference[]): readonly ReferringModule[] {
  const modules = new Map<string, ReferringModule>();
  for (const { technical_name, organization, repository, certain } of rows) {
    const key = `${technical_name} ${organization}/${repository}`;
    const { references = 0, possible = 0 } = modules.get(key) ?? {};
    modules.set(key, {
      technical_name,
      organization,
      repository,
      references: references + Number(certain),
      possible: possible + Number(!certain),
    });
  }
  return [...modules.values()].toSorted((left, right) => right.references - left.references);
}
