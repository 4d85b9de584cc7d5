// Definitions of all modules at one platform version: the modules that have a model, a field or a
// method, their dependencies, and what models inherit. Read from the snapshot on demand.
import { addToGroup, toGroups } from "../../../data/grouped.js";
import type {
  ImportedName,
  LoadedClass,
  LoadedField,
  LoadedMethod,
} from "../../../data/module/loaded-module.js";
import type { ModuleParts } from "../../../data/module/module-parts.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { ClassHead } from "../../../data/snapshot/loaded/class-reader.js";
import { findString } from "../../../data/snapshot/table/string-table.js";
import { reach } from "../../../data/walk-graph.js";
import { getDefaultChoice } from "../../lookup/dependency/choose-provider.js";
import { BASE, getProviders, listDepends } from "../../lookup/dependency/dependency-graph.js";
import { getTechnicalName, isInstallable } from "../../lookup/entries.js";
import { deriveEach, deriveOnce, keepRecent, memoizeEach, once } from "../../lookup/memo.js";
import { getDecoded } from "../loaded/loaded-system.js";

export type MemberKind = "field" | "method";

/** A definition with the file of its class. */
export interface Defined<T> {
  readonly definition: T;
  readonly file: string;
}

/** Definitions by name; mostly one of each, else in load order. */
export type Members<T> = ReadonlyMap<string, readonly Defined<T>[]>;

/** Definitions of a model in a module. */
export interface OwnModel {
  /** The class that makes the model; `undefined` where the module extends one of others. */
  readonly maker: LoadedClass | undefined;
  readonly fields: Members<LoadedField>;
  readonly methods: Members<LoadedMethod>;
  /** Models that it inherits from, without itself. */
  readonly parents: readonly string[];
  /** Models that it delegates to. */
  readonly delegates: readonly string[];
}

export interface ApiSide {
  readonly snapshot: Snapshot;
  readonly platformVersion: string;
  /** Names of those that can be installed, sorted. */
  listModules(): readonly string[];
  /** The entry of a module that can be installed; of several providers the one that a plan takes. */
  findEntry(module: string): number | undefined;
  /** The module itself, and all that it needs. */
  listNeeded(module: string): ReadonlySet<string>;
  /** Modules that any of these needs, with these. */
  listAllNeeded(modules: readonly string[]): Iterable<string>;
  /** Modules that need any of these, and these, in the order of `listModules`. */
  listDependents(modules: readonly string[]): readonly string[];
  /** Names of the models that a module has classes of. */
  listModels(module: string): readonly string[];
  findOwn(module: string, model: string): OwnModel | undefined;
  /** Parts of a module beside models and views; `undefined` for one that cannot be installed. */
  findParts(module: string): ModuleParts | undefined;
  /** Modules with a class of the model. */
  listTouching(model: string): readonly string[];
  /** Modules with a class that makes the model. */
  listMakers(model: string): readonly string[];
  /** Modules that have a field, or a method, in a class of the model. */
  listDefiners(kind: MemberKind, model: string, name: string): readonly string[];
}

/** Limit of cached models; beyond it they are dropped. */
const MOST_HELD_MODELS = 2000;

/** Modules whose parts are held: one module is asked for several times in a row. */
const MOST_HELD_PARTS = 4;

export function createApiSide(snapshot: Snapshot, platformVersion: string): ApiSide {
  const { definitions, loaded, entries } = snapshot;
  const { readClass } = getDecoded(snapshot);
  const version = snapshot.versions.indexOf(platformVersion);
  const byName = new Map<string, number>();
  const held = new Map<string, OwnModel | undefined>();
  const keepParts = keepRecent<ModuleParts, number>(MOST_HELD_PARTS);
  const { chooseFrom } = getDefaultChoice(snapshot, platformVersion);
  for (const [name, provided] of getProviders(snapshot, platformVersion)) {
    const entry = chooseFrom(provided);
    if (entry !== undefined && isInstallable(snapshot, entry)) byName.set(name, entry);
  }
  const listNext = memoizeEach((module: string): readonly string[] => {
    const entry = byName.get(module);
    return entry === undefined ? [] : listDepends(snapshot, entry);
  });

  const getDependents = once(() => {
    const dependents = new Map<string, string[]>();
    for (const module of byName.keys()) {
      for (const next of [...listNext(module), BASE]) addToGroup(dependents, next, module);
    }
    return dependents;
  });

  /** Classes of a module by model; `null` has the plain ones. */
  const getHeads = memoizeEach(
    (module: string): ReadonlyMap<string | null, readonly ClassHead[]> => {
      const entry = byName.get(module);
      const classes = entry === undefined ? [] : loaded.classes.list(entry);
      return toGroups(classes, ({ model }) => model);
    },
  );

  function readOwn(module: string, model: string): OwnModel | undefined {
    const own = (getHeads(module).get(model) ?? []).map(({ number }) => readClass(number));
    if (own.length === 0) return undefined;
    const bases = own.flatMap(({ bases: names }) =>
      names.flatMap((name) => findPlainClass(module, name)),
    );
    return toOwnModel(model, own, [...bases, ...own]);
  }

  /** A plain class of the same module, or of another one that the path names. */
  function findPlainClass(module: string, { from, name }: ImportedName): readonly LoadedClass[] {
    const [, addons, other = ""] = from.split(".");
    const owner = addons === "addons" && !from.startsWith(".") ? other : module;
    const found = getHeads(owner)
      .get(null)
      ?.findLast((head) => head.class_name === name);
    return found === undefined ? [] : [readClass(found.number)];
  }

  const toModules = (list: Iterable<number>): readonly string[] => {
    const names: string[] = [];
    for (const entry of list) {
      if (entries.version.get(entry) !== version) continue;
      const name = getTechnicalName(snapshot, entry);
      if (byName.get(name) === entry) names.push(name);
    }
    return names;
  };

  const getModelNumber = memoizeEach((model: string) => findString(definitions.models, model));

  const createDefiners = memoizeEach((kind: MemberKind) =>
    memoizeEach((model: string) => {
      const number = getModelNumber(model);
      return memoizeEach((name: string): readonly string[] =>
        number === undefined
          ? []
          : toModules(definitions[`${kind}s`].findEntries(number, name) ?? []),
      );
    }),
  );

  return {
    snapshot,
    platformVersion,
    listModules: () => [...byName.keys()],
    findEntry: (module) => byName.get(module),
    listNeeded: memoizeEach((module) => new Set(reach([module, BASE], listNext).keys())),
    listAllNeeded: (modules) =>
      modules.length === 0 ? [] : reach([...modules, BASE], listNext).keys(),
    listDependents(modules) {
      const needing = reach(modules, (name) => getDependents().get(name) ?? []);
      return [...byName.keys()].filter((name) => needing.has(name));
    },
    listModels: (module) => [...getHeads(module).keys()].filter((model) => model !== null),
    findOwn(module, model) {
      const key = `${module} ${model}`;
      if (held.has(key)) return held.get(key);
      if (held.size >= MOST_HELD_MODELS) held.clear();
      const own = readOwn(module, model);
      held.set(key, own);
      return own;
    },
    findParts(module) {
      const entry = byName.get(module);
      return entry === undefined ? undefined : keepParts(entry, () => snapshot.readParts(entry));
    },
    listTouching: memoizeEach((model) => toModules(loaded.classes.listEntries(model))),
    listMakers: memoizeEach((model) => {
      const number = getModelNumber(model);
      return number === undefined ? [] : toModules(definitions.listDefiningEntries(number));
    }),
    listDefiners: (kind, model, name) => createDefiners(kind)(model)(name),
  };
}

/** @param all those of the model, after the plain classes that they have as base */
function toOwnModel(
  model: string,
  own: readonly LoadedClass[],
  all: readonly LoadedClass[],
): OwnModel {
  const fields = new Map<string, Defined<LoadedField>[]>();
  const methods = new Map<string, Defined<LoadedMethod>[]>();
  for (const { file, ...definition } of all) {
    for (const field of definition.fields) {
      addToGroup(fields, field.name, { definition: field, file });
    }
    for (const method of definition.methods) {
      addToGroup(methods, method.name, { definition: method, file });
    }
  }
  const delegates = own.flatMap(({ inherits, fields: own_ }) => [
    ...inherits.keys(),
    ...own_.flatMap(({ values }) => {
      const comodel = values.get("comodel_name");
      return values.get("delegate") === true && typeof comodel === "string" ? [comodel] : [];
    }),
  ]);
  return {
    maker: own.find(({ inherit }) => !inherit.includes(model)),
    fields,
    methods,
    parents: own.flatMap(({ inherit }) => inherit).filter((name) => name !== model),
    delegates,
  };
}

/** Modules that define an inherited member. */
interface Inherited {
  /** The model itself, or one that it inherits from or delegates to. */
  readonly model: string;
  readonly modules: readonly string[];
}

interface MemberQuestion {
  readonly kind: MemberKind;
  readonly model: string;
  readonly name: string;
  /** Modules whose classes count. */
  readonly needed: ReadonlySet<string>;
  /** A module that defines nothing here, though what its classes inherit from counts. */
  readonly except?: string;
}

/** Owner of a member: the model itself first, then its ancestors. */
export function findInherited(side: ApiSide, question: MemberQuestion): Inherited | undefined {
  const { kind, model, name, needed, except } = question;
  const findIn = (one: string): Inherited | undefined => {
    const modules = side
      .listDefiners(kind, one, name)
      .filter((module) => needed.has(module) && module !== except);
    return modules.length === 0 ? undefined : { model: one, modules };
  };
  const own = findIn(model);
  if (own !== undefined) return own;
  for (const one of getAncestors(side, question)) {
    const inherited = findIn(one);
    if (inherited !== undefined) return inherited;
  }
  return undefined;
}

export function inheritsFrom(
  side: ApiSide,
  model: string,
  { ancestor, needed }: { readonly ancestor: string; readonly needed: ReadonlySet<string> },
): boolean {
  return getAncestors(side, { kind: "method", model, needed }).includes(ancestor);
}

type AncestorQuestion = Pick<MemberQuestion, "kind" | "model" | "needed">;

/** By the modules that count, which are of one side. */
const getLists = deriveOnce((_needed: ReadonlySet<string>) => new Map<string, readonly string[]>());

/** Ancestors without the model itself, `base` last; those for methods, or for fields. */
function getAncestors(side: ApiSide, question: AncestorQuestion): readonly string[] {
  const { kind, model, needed } = question;
  const lists = getLists(needed);
  const key = `${kind} ${model}`;
  const list = lists.get(key) ?? listAncestors(side, question);
  lists.set(key, list);
  return list;
}

function listAncestors(
  side: ApiSide,
  { kind, model, needed }: AncestorQuestion,
): readonly string[] {
  const found = reach([model], (one) => {
    const parents: string[] = [];
    for (const module of side.listTouching(one)) {
      if (needed.has(module)) parents.push(...getParents(side, `${module} ${one}`)[kind]);
    }
    return parents;
  });
  return [...new Set([...found.keys(), BASE])].slice(1);
}

const NO_PARENTS: Readonly<Record<MemberKind, readonly string[]>> = { field: [], method: [] };

/** By module and model; kept when the classes are no longer, since every module that needs these asks. */
const getParents = deriveEach((side: ApiSide, key: string): typeof NO_PARENTS => {
  const [module = "", model = ""] = key.split(" ");
  const { parents = [], delegates = [] } = side.findOwn(module, model) ?? {};
  if (parents.length + delegates.length === 0) return NO_PARENTS;
  return { field: [...parents, ...delegates], method: parents };
});
