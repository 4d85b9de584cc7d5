// One file of a module: what its parser finds, by its content alone. So a content that many files have is parsed
// once, however they are called; which parser that is says file-kind.ts.
import type { LoadedTemplate } from "../../data/module/loaded-module.js";
import type { Diagnostic, Parsed } from "./diagnostics.js";
import type { FileKind } from "./file-kind.js";
import { parseManifest, type Manifest } from "./manifest.js";
import { parseMigrationFile, type MigrationFile } from "./python/migration/migration-file.js";
import { parsePythonFile, type PythonFile } from "./python/python-file.js";
import {
  parseReadme,
  README_LIMIT_BYTES,
  toManifestTexts,
  type ManifestTexts,
} from "./readme/readme.js";
import { findReplacements, type ReplacementSentence } from "./readme/replacements.js";
import { parseSection } from "./readme/sections.js";
import { parseTableFile, type TableRow } from "./table-file.js";
import { parseDataFile, type DataFile } from "./xml/data-file.js";
import { parseScriptFile, type FoundScript } from "./javascript/script-file.js";
import { parseTemplates } from "./xml/templates.js";

interface FoundByKind {
  readonly manifest: { readonly manifest: Manifest; readonly texts: ManifestTexts } & Told;
  readonly python: PythonFile;
  readonly migration: { readonly script: MigrationFile };
  readonly data: { readonly data: DataFile };
  readonly table: { readonly rows: readonly TableRow[] };
  readonly templates: { readonly templates: readonly LoadedTemplate[] };
  readonly script: { readonly scripts: readonly FoundScript[] };
  /** A text of the `readme/` folder beside the description. */
  readonly section: ReadText;
  readonly fragment: ReadText;
  readonly markdown: ReadText;
  readonly rst: ReadText;
}

interface ReadText extends Told {
  readonly text: string;
}

/** What a file says of modules that took the place of others. */
interface Told {
  readonly replacements: readonly ReplacementSentence[];
}

export type ParsedFile = {
  [K in FileKind]: { readonly kind: K } & FoundByKind[K];
}[FileKind];

/** What was found in a file that was read as `K`. */
export type FoundIn<K extends FileKind> = Extract<ParsedFile, { readonly kind: K }>;

/** Parses a file; never throws. The path of its diagnostics is `""`. */
export function parseFile(bytes: Uint8Array, kind: FileKind): Parsed<ParsedFile> {
  const file = { path: "", bytes };
  switch (kind) {
    case "manifest": {
      const { value: manifest, diagnostics } = parseManifest(file);
      const { description, facts } = manifest;
      const texts = toManifestTexts({ description: description ?? "", summary: facts.summary });
      return { value: { kind, manifest, texts, ...readTold(bytes) }, diagnostics };
    }
    case "python":
      return toKind(parsePythonFile(file), (found) => ({ kind, ...found }));
    case "migration":
      return toKind(parseMigrationFile(file), (script) => ({ kind, script }));
    case "data":
      return toKind(parseDataFile(file), (data) => ({ kind, data }));
    case "table":
      return toKind(parseTableFile(file), (rows) => ({ kind, rows }));
    case "templates":
      return toKind(parseTemplates(file), (templates) => ({ kind, templates }));
    case "script":
      return toKind(parseScriptFile(file), (scripts) => ({ kind, scripts }));
    case "section":
      return toKind(parseSection(bytes), (text) => ({ kind, text, ...readTold(bytes) }));
    case "markdown":
    case "rst":
    case "fragment":
      return {
        value: { kind, text: parseReadme(bytes, kind), ...readTold(bytes) },
        diagnostics: [],
      };
  }
}

function readTold(bytes: Uint8Array): Told {
  if (bytes.length > README_LIMIT_BYTES) return { replacements: [] };
  return { replacements: findReplacements(new TextDecoder().decode(bytes)) };
}

function toKind<T>(parsed: Parsed<T>, give: (value: T) => ParsedFile): Parsed<ParsedFile> {
  const diagnostics = parsed.diagnostics.map((each): Diagnostic => ({ ...each, path: "" }));
  return { value: give(parsed.value), diagnostics };
}
