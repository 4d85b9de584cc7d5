// One file of a module: what its parser finds, by its content alone. So a content that many files have is parsed
// once, however they are called; which parser that is says file-kind.ts.
import type { LoadedTemplate } from "../../data/module/loaded-module.js";
import type { Parsed } from "./diagnostics.js";
import type { FileKind } from "./file-kind.js";
import { MANIFEST_LIMIT_BYTES, parseManifest, type Manifest } from "./manifest.js";
import { parseMigrationFile, type MigrationFile } from "./python/migration/migration-file.js";
import { parsePythonFile, PYTHON_LIMIT_BYTES, type PythonFile } from "./python/python-file.js";
import {
  parseReadme,
  README_LIMIT_BYTES,
  toManifestTexts,
  type ManifestTexts,
  type ReadmeKind,
} from "./readme/readme.js";
import { findReplacements, type ReplacementSentence } from "./readme/replacements.js";
import { parseSection } from "./readme/sections.js";
import { parseTableFile, TABLE_LIMIT_BYTES, type TableRow } from "./table-file.js";
import { parseDataFile, XML_LIMIT_BYTES, type DataFile } from "./xml/data-file.js";
import { parseScriptFile, SCRIPT_LIMIT_BYTES, type FoundScript } from "./javascript/script-file.js";
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

/** Replacements that a file mentions. */
interface Told {
  readonly replacements: readonly ReplacementSentence[];
}

export type ParsedFile = {
  [K in FileKind]: { readonly kind: K } & FoundByKind[K];
}[FileKind];

/** Findings in a file that was read as `K`. */
export type FoundIn<K extends FileKind> = Extract<ParsedFile, { readonly kind: K }>;

interface Parser<T> {
  /** A larger file is read like an empty one. */
  readonly limitBytes: number;
  readonly parse: (bytes: Uint8Array) => Parsed<T>;
}

const PARSERS: { readonly [K in FileKind]: Parser<FoundByKind[K]> } = {
  manifest: { limitBytes: MANIFEST_LIMIT_BYTES, parse: parseManifestFile },
  python: { limitBytes: PYTHON_LIMIT_BYTES, parse: parsePythonFile },
  migration: { limitBytes: PYTHON_LIMIT_BYTES, parse: nameValue("script", parseMigrationFile) },
  data: { limitBytes: XML_LIMIT_BYTES, parse: nameValue("data", parseDataFile) },
  table: { limitBytes: TABLE_LIMIT_BYTES, parse: nameValue("rows", parseTableFile) },
  templates: { limitBytes: XML_LIMIT_BYTES, parse: nameValue("templates", parseTemplates) },
  script: { limitBytes: SCRIPT_LIMIT_BYTES, parse: nameValue("scripts", parseScriptFile) },
  section: { limitBytes: README_LIMIT_BYTES, parse: parseSectionFile },
  // One that is too large is no description, and nothing is said of it.
  fragment: readmeParser("fragment"),
  markdown: readmeParser("markdown"),
  rst: readmeParser("rst"),
};

/** Parses a file; never throws. */
export function parseFile<K extends FileKind>(bytes: Uint8Array, kind: K): Parsed<FoundIn<K>> {
  const { limitBytes, parse }: Parser<FoundByKind[K]> = PARSERS[kind];
  const isTooLarge = bytes.length > limitBytes;
  const { value, diagnostics } = parse(isTooLarge ? new Uint8Array() : bytes);
  const detail = `${bytes.length} bytes`;
  return {
    value: { kind, ...value } as unknown as FoundIn<K>,
    diagnostics: isTooLarge ? [{ code: "file_too_large", line: 1, detail }] : diagnostics,
  };
}

function nameValue<N extends string, T>(
  name: N,
  parse: (bytes: Uint8Array) => Parsed<T>,
): (bytes: Uint8Array) => Parsed<Readonly<Record<N, T>>> {
  return (bytes) => {
    const { value, diagnostics } = parse(bytes);
    return { value: { [name]: value } as Record<N, T>, diagnostics };
  };
}

function parseManifestFile(bytes: Uint8Array): Parsed<FoundByKind["manifest"]> {
  const { value: manifest, diagnostics } = parseManifest(bytes);
  const { description, facts } = manifest;
  const texts = toManifestTexts({ description: description ?? "", summary: facts.summary });
  return { value: { manifest, texts, ...readTold(bytes) }, diagnostics };
}

function parseSectionFile(bytes: Uint8Array): Parsed<ReadText> {
  const { value: text, diagnostics } = parseSection(bytes);
  return { value: { text, ...readTold(bytes) }, diagnostics };
}

function readmeParser(kind: ReadmeKind): Parser<ReadText> {
  const parse = (bytes: Uint8Array): Parsed<ReadText> => {
    return { value: { text: parseReadme(bytes, kind), ...readTold(bytes) }, diagnostics: [] };
  };
  return { limitBytes: Infinity, parse };
}

function readTold(bytes: Uint8Array): Told {
  if (bytes.length > README_LIMIT_BYTES) return { replacements: [] };
  return { replacements: findReplacements(new TextDecoder().decode(bytes)) };
}
