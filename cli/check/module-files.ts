// The files that `module-lookup check` is given, as the modules that they are of.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { isParsedFile } from "../../builder/parse/file-kind.js";
import type { WrittenFiles } from "../../builder/parse/references/module-under-development.js";
import { MANIFEST_NAMES } from "../../data/module/file-names.js";
import { ConfigError } from "../../data/operator-error.js";

/** The files of one module, and which of them were asked about. */
export interface ReadFiles extends WrittenFiles {
  readonly folder: string;
  /** `undefined` for all. */
  readonly asked: ReadonlySet<string> | undefined;
}

/** Folders that are looked into for modules, and for files of one. */
const DEPTH_LIMIT_FOLDERS = 20;
const FILES_LIMIT = 20_000;
const SKIPPED: ReadonlySet<string> = new Set(["node_modules", "static", "tests", "i18n", "setup"]);

/**
 * A folder stands for the modules in it, or for all of its files; a file for itself, and what else its
 * module has counts as being there.
 * @throws ConfigError `check_invalid` for what cannot be read
 */
export function readWrittenFiles(words: readonly string[]): readonly ReadFiles[] {
  const asked = new Map<string, Set<string> | undefined>();
  const ask = (folder: string, files: readonly string[] | undefined): void => {
    const before = asked.get(folder);
    const isWhole = files === undefined || (asked.has(folder) && before === undefined);
    asked.set(folder, isWhole ? undefined : new Set([...(before ?? []), ...files]));
  };
  for (const word of words) {
    const place = path.resolve(word);
    const isFolder = readOrRefuse(word, () => statSync(place)).isDirectory();
    const modules = isFolder ? listModules(place, 0) : [];
    for (const folder of modules) ask(folder, undefined);
    if (modules.length > 0) continue;
    const start = isFolder ? place : path.dirname(place);
    const folder = findModule(start) ?? start;
    const files = isFolder ? listFiles(place, 0) : [place];
    const toOwn = (file: string): string => toPosix(path.relative(folder, file));
    const checked = files.map(toOwn).filter(isChecked);
    if (isFolder && checked.length === 0) {
      throw refuse(`${word} has no module and no file that can be checked`, word);
    }
    ask(folder, checked);
  }
  return [...asked].map(([folder, files]) => readModule(folder, files));
}

function readModule(folder: string, asked: ReadonlySet<string> | undefined): ReadFiles {
  const manifestPath = findManifest(folder);
  const listed =
    manifestPath === undefined
      ? []
      : [...listFiles(folder, 0), ...listStatic(folder)].map((file) =>
          toPosix(path.relative(folder, file)),
        );
  const paths = [...new Set([...listed.filter(isChecked), ...(asked ?? [])])];
  return {
    technicalName: path.basename(folder),
    folder,
    manifestPath,
    named: asked ?? new Set(),
    asked,
    hasFile: (file) => existsSync(path.join(folder, file)),
    files: paths.map((file) => ({
      path: file,
      bytes: readOrRefuse(file, () => readFileSync(path.join(folder, file))),
    })),
  };
}

/** Scripts and templates of the browser. */
function listStatic(folder: string): readonly string[] {
  return ["static/src", "static/xml"]
    .map((inner) => path.join(folder, inner))
    .filter((inner) => existsSync(inner))
    .flatMap((inner) => listFiles(inner, 0));
}

/** Python, XML and scripts, and the rows of data files. */
function isChecked(file: string): boolean {
  return /\.(?:py|xml|csv|js)$/i.test(file) && (isParsedFile(file) || file.endsWith(".csv"));
}

function listModules(folder: string, depth: number): readonly string[] {
  if (findManifest(folder) !== undefined) return [folder];
  if (depth > 3) return [];
  return listEntries(folder)
    .filter((entry) => entry.isDirectory() && !isSkipped(entry.name))
    .flatMap(({ name }) => listModules(path.join(folder, name), depth + 1));
}

/** The module around a folder. */
function findModule(folder: string): string | undefined {
  for (let at = folder; path.dirname(at) !== at; at = path.dirname(at)) {
    if (findManifest(at) !== undefined) return at;
  }
  return undefined;
}

function findManifest(folder: string): string | undefined {
  const names = new Set(listEntries(folder).map(({ name }) => name));
  return MANIFEST_NAMES.find((name) => names.has(name));
}

/** Links are not followed. */
function listFiles(folder: string, depth: number): readonly string[] {
  if (depth > DEPTH_LIMIT_FOLDERS) return [];
  const files = listEntries(folder).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isFile()) return [place];
    return entry.isDirectory() && !isSkipped(entry.name) ? listFiles(place, depth + 1) : [];
  });
  if (files.length > FILES_LIMIT) {
    throw refuse(`${folder} holds more than ${FILES_LIMIT} files; name the modules in it`, folder);
  }
  return files;
}

function isSkipped(name: string): boolean {
  return name.startsWith(".") || SKIPPED.has(name);
}

function listEntries(folder: string) {
  return readOrRefuse(folder, () => readdirSync(folder, { withFileTypes: true })).toSorted(
    (left, right) => (left.name < right.name ? -1 : 1),
  );
}

function readOrRefuse<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { code = "unreadable" } = error as NodeJS.ErrnoException;
    throw refuse(`${what} cannot be read (${code})`, what);
  }
}

function refuse(what: string, got: string): ConfigError {
  return new ConfigError({
    code: "check_invalid",
    message: `${what}; see "module-lookup check --help".`,
    expected: "Python and XML files, or folders of modules",
    got,
  });
}

function toPosix(file: string): string {
  return file.split(path.sep).join("/");
}
