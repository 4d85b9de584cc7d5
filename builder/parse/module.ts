// A whole module out of its files: which files are read, by which parser, and in which order.
import type { ModelRecord } from "../../data/records.js";
import type { Diagnostic, Parsed } from "../diagnostics.js";
import { compareText } from "../../data/platform-version.js";
import { parseManifest, type Manifest } from "./manifest.js";
import { isModelFile, parseModels } from "./python/models.js";
import { isReadmeFile, parseDescription } from "./readme.js";
import type { SourceFile } from "./source-file.js";
import { isViewFile, parseViews, type ParsedView } from "./xml/views.js";

/** A module as its files describe it, not yet linked to others. */
export interface ParsedModule {
  readonly manifest: Manifest;
  readonly description: string;
  readonly models: readonly ModelRecord[];
  readonly views: readonly ParsedView[];
}

/** Is a file of a module read at all? By its path relative to the module folder. */
export function isParsedFile(path: string): boolean {
  return (
    path === "__manifest__.py" ||
    path === "__openerp__.py" ||
    isModelFile(path) ||
    isViewFile(path) ||
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
  const manifestFile = sorted.find((file) => file.path === manifestPath);
  const manifest = keep(
    parseManifest(manifestFile ?? { path: manifestPath, bytes: new Uint8Array() }),
  );
  const models = sorted
    .filter((file) => isModelFile(file.path))
    .flatMap((file) => keep(parseModels(file)));
  const views = sorted
    .filter((file) => isViewFile(file.path))
    .flatMap((file) => keep(parseViews(file)));
  const description = parseDescription(
    sorted.filter((file) => isReadmeFile(file.path)),
    { description: manifest.description ?? "", summary: manifest.summary ?? "" },
  );
  return { value: { manifest, description, models, views }, diagnostics };
}
