// A whole module out of its files: which files are read, by which parser, and in which order.
import type { ModuleParts } from "../../data/module-parts.js";
import type { ModelRecord } from "../../data/records.js";
import type { Diagnostic, Parsed } from "../diagnostics.js";
import { compareText } from "../../data/platform-version.js";
import { isAccessFile, parseAccessFile } from "./access-file.js";
import { parseManifest, type Manifest } from "./manifest.js";
import { isPythonFile, parsePythonFile } from "./python/python-file.js";
import { isReadmeFile, parseDescription } from "./readme.js";
import type { SourceFile } from "./source-file.js";
import { isXmlDataFile, parseDataFile } from "./xml/data-file.js";
import type { ParsedView } from "./xml/views.js";

/** A module as its files describe it, not yet linked to others. */
export interface ParsedModule {
  readonly manifest: Manifest;
  readonly description: string;
  readonly models: readonly ModelRecord[];
  readonly views: readonly ParsedView[];
  readonly parts: ModuleParts;
}

/** Is a file of a module read at all? By its path relative to the module folder. */
export function isParsedFile(path: string): boolean {
  return (
    path === "__manifest__.py" ||
    path === "__openerp__.py" ||
    isPythonFile(path) ||
    isXmlDataFile(path) ||
    isAccessFile(path) ||
    isReadmeFile(path)
  );
}

/**
 * Parses a module; never throws.
 * @param files those for which `isParsedFile` holds; read in path order
 * @param manifestPath which of them is the manifest
 */
export function parseModule(
  files: readonly SourceFile[],
  manifestPath: string,
): Parsed<ParsedModule> {
  const diagnostics: Diagnostic[] = [];
  const keep = <T>(parsed: Parsed<T>): T => {
    diagnostics.push(...parsed.diagnostics);
    return parsed.value;
  };
  const sorted = files.toSorted((left, right) => compareText(left.path, right.path));
  const parseAll = <T>(
    isWanted: (path: string) => boolean,
    parse: (file: SourceFile) => Parsed<T>,
  ) => sorted.filter((file) => isWanted(file.path)).map((file) => keep(parse(file)));
  const manifestFile = sorted.find((file) => file.path === manifestPath);
  const manifest = keep(
    parseManifest(manifestFile ?? { path: manifestPath, bytes: new Uint8Array() }),
  );
  const python = parseAll(isPythonFile, parsePythonFile);
  const data = parseAll(isXmlDataFile, parseDataFile);
  const access = parseAll(isAccessFile, parseAccessFile).flat();
  const description = parseDescription(
    sorted.filter((file) => isReadmeFile(file.path)),
    { description: manifest.description ?? "", summary: manifest.summary ?? "" },
  );
  const value: ParsedModule = {
    manifest,
    description,
    models: python.flatMap((file) => file.models),
    views: data.flatMap((file) => file.views),
    parts: {
      controllers: python.flatMap((file) => file.controllers),
      access: [...access, ...data.flatMap((file) => file.access)],
      rules: data.flatMap((file) => file.rules),
      crons: data.flatMap((file) => file.crons),
      menus: data.flatMap((file) => file.menus),
      actions: data.flatMap((file) => file.actions),
      assets: [...manifest.assets, ...data.flatMap((file) => file.assets)],
    },
  };
  return { value, diagnostics };
}
