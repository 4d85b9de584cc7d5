// Load order of a package: the files that its import runs, and the order in which their classes are
// created.

import type { FileImport } from "./top-level.js";

/** A file as far as its imports matter. */
interface OrderedFile<T> {
  readonly imports: readonly FileImport[];
  /** Definitions by the UTF-16 index of their end; `null` if they do not run. */
  readonly classes: readonly { readonly end: number; readonly loaded: T | null }[];
}

/** Something that a file defines. */
interface Defined<T> {
  readonly file: string;
  readonly found: T;
}

interface Loaded<T> {
  readonly classes: readonly Defined<T>[];
  /** The files that were run, in the order in which that began. */
  readonly files: ReadonlySet<string>;
}

/** A place among the packages of a module, by names below its folder; the package itself has none. */
export type PackagePath = readonly string[];

/** Deeper paths are not followed; the deepest known has five names. */
const DEPTH_LIMIT_NAMES = 20;

interface Place {
  readonly file: string;
  readonly technicalName: string;
}

/** The dotted path of a Python module that a file imports, `undefined` above all packages. */
export function resolveFrom(
  from: string,
  { file, technicalName }: Place,
): readonly string[] | undefined {
  const dots = /^\.*/.exec(from)?.[0].length ?? 0;
  const rest = from
    .slice(dots)
    .split(".")
    .filter((name) => name !== "");
  if (dots === 0) return rest[0] === "openerp" ? ["odoo", ...rest.slice(1)] : rest;
  const folder = file.split("/").slice(0, -1);
  const base = ["odoo", "addons", technicalName, ...folder];
  return dots > base.length ? undefined : [...base.slice(0, base.length - dots + 1), ...rest];
}

/** The path below the module's own folder, `undefined` for one of others. */
export function toOwnPath(
  path: readonly string[] | undefined,
  technicalName: string,
): PackagePath | undefined {
  const isOwn = path?.[0] === "odoo" && path[1] === "addons" && path[2] === technicalName;
  return isOwn ? path.slice(3) : undefined;
}

/** The file that a path stands for; a package goes before a file of its name, as in Python. */
export function findFile(
  path: PackagePath,
  files: ReadonlyMap<string, unknown>,
): string | undefined {
  const inside = [...path, "__init__.py"].join("/");
  if (files.has(inside)) return inside;
  const beside = `${path.join("/")}.py`;
  return files.has(beside) ? beside : undefined;
}

/**
 * Everything defined when Python imports the package: a file runs once, at its first import, its
 * statements in order.
 */
export function findLoaded<T>(
  files: ReadonlyMap<string, OrderedFile<T>>,
  technicalName: string,
): Loaded<T> {
  const loaded: Defined<T>[] = [];
  const run = new Set<string>();
  const waiting: (string | Defined<T>)[] = ["__init__.py"];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== "string") {
      loaded.push(next);
      continue;
    }
    const file = files.get(next);
    if (file === undefined || run.has(next)) continue;
    run.add(next);
    const place = { file: next, technicalName };
    const steps = listSteps(file, place, (path) => findFile(path, files));
    for (const step of steps.toReversed()) waiting.push(step);
  }
  return { classes: loaded, files: run };
}

function listSteps<T>(
  { imports, classes }: OrderedFile<T>,
  place: Place,
  find: (path: PackagePath) => string | undefined,
): (string | Defined<T>)[] {
  // One class that ends where another one does stands in it, and is made before.
  const steps = [
    ...imports.map((one) => ({ at: one.start, one })),
    ...classes
      .toReversed()
      .flatMap(({ end, loaded }) => (loaded === null ? [] : [{ at: end, loaded }])),
  ].toSorted((left, right) => left.at - right.at);
  return steps.flatMap((step): readonly (string | Defined<T>)[] => {
    if (!("one" in step)) return [{ file: place.file, found: step.loaded }];
    return listImported(step.one, place).flatMap((path) => find(path) ?? []);
  });
}

/** Files that an import may run: the packages on its way, the named files, and their submodules. */
function listImported({ from, names }: FileImport, place: Place): readonly PackagePath[] {
  const own = toOwnPath(resolveFrom(from, place), place.technicalName);
  if (own === undefined || own.length > DEPTH_LIMIT_NAMES) return [];
  const onTheWay = own.map((_, position) => own.slice(0, position + 1));
  return [...onTheWay, ...names.map((name) => [...own, name])];
}
