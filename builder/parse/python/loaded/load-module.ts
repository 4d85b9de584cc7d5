// Joins the Python files of a module, each of which was read alone: their classes in load order,
// names from other files, and the constants that other modules may use.

import { addToGroup } from "../../../../data/grouped.js";
import { reach } from "../../../../data/walk-graph.js";
import { compareText } from "../../../../data/platform/platform-version.js";
import { bindNames, isLiteral } from "../../../../data/module/imported-value.js";
import type {
  ImportedName,
  LiteralValue,
  LoadedClass,
  LoadedModule,
  ImportedValue,
  LoadedValues,
} from "../../../../data/module/loaded-module.js";
import { toImportedKind } from "../bases.js";
import type { AssignedMethod, PythonClass } from "../python-class.js";
import { findFile, findLoaded, resolveFrom, toOwnPath, type PackagePath } from "./load-order.js";
import type { FileImport, TopLevel } from "./top-level.js";

interface LoadedFile extends TopLevel {
  readonly classes: readonly PythonClass[];
}

type Files = ReadonlyMap<string, LoadedFile>;

/** A name of a file of the module. */
interface OwnName {
  readonly file: string;
  readonly name: string;
}

/** Files that a name is followed through to where it is bound. */
const FOLLOWED_LIMIT_FILES = 10;

/** @param files by path relative to the module's folder */
export function loadModule(
  files: Files,
  technicalName: string,
): Pick<LoadedModule, "classes" | "constants" | "names"> {
  const loaded = findLoaded(files, technicalName);
  const linker = createLinker(files, technicalName);
  const linked = addAssigned(
    loaded.classes.map(({ file, found: { assigned, ...found } }) => ({
      linked: linkClass(found, file, linker),
      assigned,
    })),
    linker,
  );
  const constants = new Map<string, ReadonlyMap<string, LiteralValue>>();
  for (const file of loaded.files) {
    const own = files.get(file)?.constants;
    if (own !== undefined && own.size > 0) constants.set(file, own);
  }
  return { classes: chooseClasses(linked, linker.toDotted), constants, names: listNames(files) };
}

/** A package's import of itself counts only through its files. */
function listNames(files: Files): LoadedModule["names"] {
  const sorted = [...files].toSorted(([one], [other]) => compareText(one, other));
  return new Map(
    sorted.map(([file, { names, imports }]) => {
      const isPackage = file.endsWith("__init__.py");
      const own = new Set(
        imports.flatMap((one) => (isPackage && one.from === "." ? one.names : [])),
      );
      return [file, own.size === 0 ? names : names.filter((name) => !own.has(name))];
    }),
  );
}

/** A class as 19.0 and later name its model. */
export function nameByClass(found: PythonClass): PythonClass {
  const { dotted: model, record, loaded } = found;
  if (model === undefined) return found;
  return {
    ...found,
    record: { ...record, model_name: model },
    loaded: loaded && { ...loaded, model },
  };
}

/** Names as a file has them → what they are in the system. */
interface Linker {
  link(imported: ImportedName, file: string): ImportedName;
  findConstant(imported: ImportedName, file: string): LiteralValue | undefined;
  toDotted(file: string): string;
}

function createLinker(files: Files, technicalName: string): Linker {
  const findSource = createSources();
  const findOwn = ({ from, name }: ImportedName, file: string): OwnName | undefined => {
    const path = toOwnPath(resolveFrom(from, { file, technicalName }), technicalName);
    return path === undefined
      ? undefined
      : follow({ path, name }, { files, technicalName, findSource });
  };
  const link = (
    imported: ImportedName,
    file: string,
    left = FOLLOWED_LIMIT_FILES,
  ): ImportedName => {
    const { from, name } = imported;
    if (from === "") return { from: toDotted(file), name };
    const own = findOwn(imported, file);
    if (own !== undefined) {
      const [bound = "", ...rest] = own.name.split(".");
      const other = files.get(own.file)?.renamed.get(bound);
      if (other === undefined || left === 0) return { from: toDotted(own.file), name: own.name };
      return link({ ...other, name: [other.name, ...rest].join(".") }, own.file, left - 1);
    }
    const path = resolveFrom(from, { file, technicalName });
    const below = toOwnPath(path, technicalName);
    return { from: below === undefined ? (path ?? []).join(".") : `.${below.join(".")}`, name };
  };
  return {
    toDotted,
    link,
    findConstant(imported, file) {
      const own = findOwn(imported, file);
      return own === undefined ? undefined : files.get(own.file)?.constants.get(own.name);
    },
  };
}

/** The last import of a file that binds a name. */
type FindSource = (found: LoadedFile, name: string) => FileImport | undefined;

/** Lists the names of each requested file once: many use them. */
function createSources(): FindSource {
  const known = new Map<LoadedFile, ReadonlyMap<string, FileImport>>();
  return (found, name) => {
    const own =
      known.get(found) ??
      new Map(found.imports.flatMap((one) => one.names.map((bound) => [bound, one] as const)));
    known.set(found, own);
    return own.get(name);
  };
}

/** The file that binds a name other than by importing it from a file of the module. */
function follow(
  wanted: { readonly path: PackagePath; readonly name: string },
  {
    files,
    technicalName,
    findSource,
  }: { readonly files: Files; readonly technicalName: string; readonly findSource: FindSource },
): OwnName | undefined {
  let { path } = wanted;
  const { name } = wanted;
  // An attribute of a class is imported with the class.
  const [bound = ""] = name.split(".");
  for (let left = FOLLOWED_LIMIT_FILES; left > 0; left -= 1) {
    const file = findFile(path, files);
    const found = file === undefined ? undefined : files.get(file);
    if (file === undefined || found === undefined) return undefined;
    const source = findSource(found, bound) ?? findStar(found, bound);
    const next =
      source === undefined
        ? undefined
        : toOwnPath(resolveFrom(source.from, { file, technicalName }), technicalName);
    if (next === undefined || findFile(next, files) === file) return { file, name };
    path = next;
  }
  return undefined;
}

/** The last import of all names of another file, where the file itself does not bind the name. */
function findStar({ names, imports, renamed }: LoadedFile, bound: string): FileImport | undefined {
  if (names.includes(bound) || renamed.has(bound)) return undefined;
  return imports.findLast((one) => one.names.length === 0 && one.from.startsWith("."));
}

/** `.models.sale` of `models/sale.py`; of the package itself `.`. */
export function toDotted(file: string): string {
  return `.${file.replace(/(?:^|\/)__init__\.py$|\.py$/, "").replaceAll("/", ".")}`;
}

function linkClass(found: Omit<LoadedClass, "file">, file: string, linker: Linker): LoadedClass {
  const linked = found.bases.map((base) => linker.link(base, file));
  const kinds = linked.map(toImportedKind);
  return {
    ...found,
    ...linkValues(found, file, linker),
    file,
    kind: found.kind ?? kinds.find((kind) => kind !== undefined) ?? null,
    bases: linked.filter((_, at) => kinds[at] === undefined),
    fields: found.fields.map((field) =>
      field.imported.size === 0 ? field : { ...field, ...linkValues(field, file, linker) },
    ),
  };
}

/** The classes with methods that their files give them behind their bodies: those of other classes. */
function addAssigned(
  classes: readonly {
    readonly linked: LoadedClass;
    readonly assigned: readonly AssignedMethod[];
  }[],
  linker: Linker,
): readonly LoadedClass[] {
  const all = classes.map(({ linked }) => linked);
  const byName = keyByName(all, linker.toDotted);
  return classes.map(({ linked, assigned }) => {
    const methods = assigned.flatMap(({ name, value, line }) => {
      const { from, name: path } = linker.link(value, linked.file);
      const [owner = "", member] = path.split(".");
      const source = byName.get(toKey({ from, name: owner }));
      const method = source?.methods.findLast((one) => one.name === member);
      return method === undefined ? [] : [{ ...method, name, line }];
    });
    return methods.length === 0 ? linked : { ...linked, methods: [...linked.methods, ...methods] };
  });
}

function keyByName(
  classes: readonly LoadedClass[],
  dotted: (file: string) => string,
): ReadonlyMap<string, LoadedClass> {
  return new Map(
    classes.map((one) => [toKey({ from: dotted(one.file), name: one.class_name }), one]),
  );
}

/** Constants of the module's own files are values. */
function linkValues(
  { values, imported, dynamic }: LoadedValues,
  file: string,
  linker: Linker,
): LoadedValues {
  if (imported.size === 0) return { values, imported, dynamic };
  const known = new Map(values);
  const others = new Map<string, ImportedValue>();
  const unknown = [...dynamic];
  for (const [argument, value] of imported) {
    const bound = bindNames(
      value,
      (name) => linker.findConstant(name, file) ?? linker.link(name, file),
    );
    if (bound === undefined) unknown.push(argument);
    else if (isLiteral(bound)) known.set(argument, bound);
    else others.set(argument, bound);
  }
  return { values: known, imported: others, dynamic: unknown };
}

/**
 * Classes that take part in models: by their own base, by a class that is their base, or, if that
 * is a class of another module, by their attributes. Also their base classes that are no models.
 */
function chooseClasses(
  classes: readonly LoadedClass[],
  dotted: (file: string) => string,
): readonly LoadedClass[] {
  const byName = keyByName(classes, dotted);
  const heirs = new Map<LoadedClass, LoadedClass[]>();
  const parents = new Map<LoadedClass, LoadedClass[]>();
  for (const one of classes) {
    const own = one.bases.flatMap((base) => byName.get(toKey(base)) ?? []);
    parents.set(one, own);
    for (const base of own) addToGroup(heirs, base, one);
  }
  const listHeirs = (one: LoadedClass) => heirs.get(one) ?? [];
  const ofOthers = reach(
    classes.filter(({ bases }) => bases.some(isForeign)),
    listHeirs,
  );
  const models = classes.filter((one) => one.kind !== null || (hasNames(one) && ofOthers.has(one)));
  const isModel = reach(models, listHeirs);
  const isNeeded = reach(isModel.keys(), (one) => parents.get(one) ?? []);
  return classes.flatMap((one) => {
    if (isModel.has(one)) return [one];
    return isNeeded.has(one) ? [{ ...one, model: null }] : [];
  });
}

/** Base classes of a class that are looked at; real ones have some ten. */
const MOST_BASES = 50;

/**
 * Kinds of classes that take part in models through a base: the platform's class at the end of
 * their bases, or the class of another module, by `toClassKey`.
 */
export function findDerivedKinds(classes: readonly LoadedClass[]): ReadonlyMap<string, string> {
  const byName = keyByName(classes, toDotted);
  const listBases = ({ bases }: LoadedClass) =>
    bases.flatMap((base) => byName.get(toKey(base)) ?? []);
  const derived = classes.filter(({ model }) => model !== null);
  return new Map(
    derived.flatMap((one) => {
      const found = [...reach([one], listBases, MOST_BASES).keys()];
      const kind =
        found.find((base) => base.kind !== null)?.kind ??
        found.flatMap(({ bases }) => bases).find(isModelOfOthers)?.name;
      return kind === undefined ? [] : [[toClassKey(one.file, one.line), kind] as const];
    }),
  );
}

export const toClassKey = (file: string, line: number): string => `${file} ${line}`;

/** Other classes that modules derive theirs from, such as components, have names as models have them, but none in small letters as up to 9.0. */
const isModelOfOthers = ({ from, name }: ImportedName): boolean =>
  /^(?:odoo|openerp)\.addons\./.test(from) &&
  (/\.(?:models?|wizards?|reports?)(?:\.|$)/.test(from) || /^[a-z]|Model$/.test(name));

const isForeign = ({ from }: ImportedName): boolean => !from.startsWith(".");

/** Whether a class says of which model it is. */
const hasNames = (one: LoadedClass): boolean => one.is_named || one.inherit.length > 0;

function toKey({ from, name }: ImportedName): string {
  return `${from} ${name}`;
}
