// The files that `module-lookup check` is given, as the modules that they are of.
import { readdirSync, readFileSync, statSync, type Dirent } from "node:fs";
import path from "node:path";
import { isParsedFile } from "../../builder/parse/file-kind.js";
import { MANIFEST_NAMES } from "../../data/module/file-names.js";
import type { WrittenFiles } from "../../data/module/module-under-development.js";
import { describeUnread } from "../../data/files/input-file.js";
import { ConfigError } from "../../data/operator-error.js";
import type { PlanOptions } from "../../server/contract/browser/plan-question.js";
import type { SilencedKinds } from "../../server/registry/check/development/silence.js";

/** The files of one module, and where they are. */
export interface ReadFiles extends WrittenFiles {
  readonly folder: string;
}

/** The question of the command, of a snapshot or a service. */
export interface CheckQuestion extends PlanOptions, SilencedKinds {
  readonly written: readonly ReadFiles[];
  /** By default that of the manifests. */
  readonly platformVersion: string | undefined;
  /** Modules that are installed, beside the dependencies of the written ones. */
  readonly modules: readonly string[];
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
    const files = isFolder ? listFiles(place) : [place];
    const toOwn = (file: string): string => toPosix(path.relative(folder, file));
    const checked = files.map(toOwn).filter(isChecked);
    if (isFolder && checked.length === 0) {
      throw refuse(`${word} has no module and no file that can be checked`);
    }
    ask(folder, checked);
  }
  return [...asked].map(([folder, files]) => readModule(folder, files));
}

function readModule(folder: string, asked: ReadonlySet<string> | undefined): ReadFiles {
  // A folder without a manifest may hold anything: nobody walks through it.
  const isModule = findManifest(folder) !== undefined;
  const entries = isModule ? listFolder(folder, 0) : listEntries(folder);
  const toOwn = (entry: Dirent): string => toPosix(path.relative(folder, toPath(entry)));
  const read = (isModule ? entries.filter((entry) => entry.isFile()) : [])
    .map(toOwn)
    .filter((file) => isChecked(file) && isRead(file));
  const paths = new Set([...read, ...(asked ?? [])]);
  return {
    technicalName: path.basename(folder),
    folder,
    asked,
    files: [...paths].map((file) => ({
      path: file,
      bytes: readOrRefuse(file, () => readFileSync(path.join(folder, file))),
    })),
    others: entries.map(toOwn).filter((file) => !paths.has(file)),
  };
}

const toPath = ({ parentPath, name }: Dirent): string => path.join(parentPath, name);

/** Scripts and templates of the browser are; what others are in a skipped folder is not. */
function isRead(file: string): boolean {
  const folders = file.split("/").slice(0, -1);
  return /^static\/(?:src|xml)\//.test(file)
    ? !folders.slice(1).some(isSkipped)
    : !folders.some(isSkipped);
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

/** Files that may be read. */
function listFiles(folder: string): readonly string[] {
  return listFolder(folder, 0, isSkipped)
    .filter((entry) => entry.isFile())
    .map(toPath);
}

/** Files and links, which are not followed. */
function listFolder(
  folder: string,
  depth: number,
  isLeftOut = (name: string): boolean => name === ".git" || name === "node_modules",
): readonly Dirent[] {
  if (depth > DEPTH_LIMIT_FOLDERS) return [];
  const files = listEntries(folder).flatMap((entry) => {
    if (!entry.isDirectory()) return [entry];
    return isLeftOut(entry.name)
      ? []
      : listFolder(path.join(folder, entry.name), depth + 1, isLeftOut);
  });
  if (files.length > FILES_LIMIT) {
    throw refuse(`${folder} holds more than ${FILES_LIMIT} files; name the modules in it`);
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
    throw refuse(describeUnread(what, error));
  }
}

function refuse(what: string): ConfigError {
  return new ConfigError({
    code: "check_invalid",
    message: `${what}; see "module-lookup check --help".`,
  });
}

function toPosix(file: string): string {
  return file.split(path.sep).join("/");
}
