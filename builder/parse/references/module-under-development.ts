// A module that is being written, out of its files: what the platform would load of it, and what it refers to.
import type { DiagnosticCode } from "../../../data/diagnostic-codes.js";
import { MANIFEST_NAMES } from "../../../data/module/file-names.js";
import type {
  UnreadFile,
  ModuleUnderDevelopment,
  ParsedModules,
  WrittenFiles,
  WrittenReference,
} from "../../../data/module/module-under-development.js";
import { compareText, findToldVersion } from "../../../data/platform/platform-version.js";
import { isAlwaysThere } from "../../../data/platform/python-libraries.js";
import type { Parsed } from "../diagnostics.js";
import { toFileKind, type FileKind, isPythonFile, readMigrationPath } from "../file-kind.js";
import { parseFile, type ParsedFile } from "../file.js";
import { toPlainPath } from "../loaded-data.js";
import { findRefusal } from "../manifest-refusal.js";
import { composeModule, type ModuleFile } from "../module.js";
import { toDotted } from "../python/loaded/load-module.js";
import { decodePythonSource } from "../python/text/decode.js";
import type { SourceFile } from "../source-file.js";
import { listClassAttributes } from "./class-attributes.js";
import { listClassReferences } from "./class-references.js";
import { placeCodeReferences } from "./code/place-code-references.js";
import { readMadeRecords } from "./made-records.js";
import { listManifestReferences } from "./manifest-references.js";
import { listScriptReferences } from "./script-references.js";
import { listUndefinedNames } from "./undefined-names.js";
import { listUnloadedFiles } from "./unloaded-files.js";

type ParseFile = (bytes: Uint8Array, kind: FileKind) => Parsed<ParsedFile>;

interface ParsedFiles {
  /** At the platform version for which it is checked. */
  toModule(platformVersion: string): ModuleUnderDevelopment;
  readonly depends: readonly string[];
  /** The platform version with which its version begins. */
  readonly toldVersion: string | undefined;
}

const PACKAGE = "__init__.py";
const UNREAD: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  "python_recovered",
  "arch_unreadable",
  "file_too_large",
  "text_undecodable",
  "manifest_unreadable",
]);

/**
 * The modules at a platform version; never throws.
 * @param platformVersion by default the one on which their manifests agree
 * @param parse a file, which may have been parsed before
 */
export function parseWrittenModules(
  written: readonly WrittenFiles[],
  platformVersion?: string,
  parse: ParseFile = parseFile,
): ParsedModules {
  const parsed = written.map((one) => parseWrittenModule(one, parse));
  const told = [...new Set(parsed.flatMap(({ toldVersion }) => toldVersion ?? []))];
  const version = platformVersion ?? (told.length === 1 ? told[0] : undefined);
  return {
    platformVersion: version,
    toldVersions: told,
    modules:
      version === undefined
        ? []
        : parsed.map(({ toModule, depends }) => ({ module: toModule(version), depends })),
  };
}

function parseWrittenModule(written: WrittenFiles, parse: ParseFile): ParsedFiles {
  const { technicalName, files, asked } = written;
  const named = asked ?? new Set();
  const isAsked = (file: string): boolean => asked?.has(file) !== false;
  const manifestPath = MANIFEST_NAMES.find((name) => files.some(({ path }) => path === name));
  const hasFile = createFolderQuestion(written);
  const manifest = files.find(({ path }) => path === manifestPath);
  const manifestFile = manifestPath ?? "__manifest__.py";
  const read = files.flatMap((file): ModuleFile[] => {
    const kind = toFileKind(file.path, manifestFile);
    return kind === undefined ? [] : [{ path: file.path, parsed: parse(file.bytes, kind) }];
  });
  const demo = new Set(
    read.flatMap(({ parsed: { value } }) =>
      value.kind === "manifest" ? value.manifest.demo.map(toPlainPath) : [],
    ),
  );
  const whole = addNamed(read, { named, demo, manifestFile });
  const unloaded = manifest === undefined ? [] : listUnloadedFiles(whole, technicalName, files);
  const isRun = (file: string): boolean => !unloaded.some((one) => one.file === file);
  const composed = composeModule(whole, files, {
    manifestPath: manifestFile,
    technicalName,
    isWritten: true,
  });
  const { loaded, manifest: declared, parts } = composed.value;
  const data = new Set([...declared.data.map(toPlainPath), ...demo, ...named]);
  const isThere = (path: string): boolean => hasFile(path) || isAttached(path, written);
  const made = readMadeRecords({
    technicalName,
    hasFile: (path) => manifest === undefined || isThere(path),
    hasManifest: manifest !== undefined,
    files,
    read,
    data,
    demo,
    isAsked,
  });
  const sound = new Set(
    read.flatMap(({ path, parsed: { value, diagnostics } }) =>
      value.kind === "python" && diagnostics.length === 0 && isRun(path) ? path : [],
    ),
  );
  const references: WrittenReference[] = [
    ...(manifest === undefined || !isAsked(manifest.path)
      ? []
      : listManifestReferences(manifest, { technicalName, hasFile: isThere })),
    ...listClassReferences(loaded.classes.filter(({ file }) => isAsked(file))),
    ...read
      .flatMap(({ path: file, parsed: { value } }) =>
        value.kind === "python" && isAsked(file) && isRun(file)
          ? placeCodeReferences(value.references, { file, technicalName }, loaded.classes)
          : [],
      )
      .filter((reference) => !isOfFolder(reference, technicalName, hasFile)),
    ...made.references,
    ...files
      .filter(({ path }) => isAsked(path))
      .flatMap((file) => [...listLibraries(file), ...listScriptReferences(file)]),
    ...files
      .filter(({ path }) => isAsked(path) && sound.has(path))
      .flatMap((file) => [...listUndefinedNames(file), ...listClassAttributes(file)]),
  ];
  const isLoaded = (file: string): boolean =>
    !file.startsWith("static/") && (!file.endsWith(".csv") || data.has(file));
  const unread: UnreadFile[] = composed.diagnostics
    .filter(({ code }) => UNREAD.has(code))
    .filter(({ path }) => (path === manifestFile ? manifest !== undefined : isLoaded(path)))
    .map(({ path: file, line, detail }) => ({ file, line, detail }));
  unread.push(...made.unread);
  references.sort((left, right) => compareText(left.file, right.file) || left.line - right.line);
  const { facts } = declared;
  return {
    toModule(platformVersion) {
      const refusal =
        manifest && findRefusal({ facts, technicalName, manifest: manifestFile }, platformVersion);
      const refused = refusal && { file: manifestFile, line: refusal.line, detail: refusal.reason };
      const isRead = refusal === undefined || refusal.isRead;
      const others = isRead ? unread : unread.filter(({ file }) => file !== manifestFile);
      return {
        technicalName,
        loaded,
        scripts: parts.scripts,
        packages: facts.pip ?? [],
        category: facts.category ?? undefined,
        hasManifest: manifest !== undefined,
        records: made.records,
        unlisted: made.unlisted,
        added: made.added,
        unloaded,
        refusal: isRead ? refused : undefined,
        unread: [...others, ...(isRead || refused === undefined ? [] : [refused])],
        references,
      };
    },
    depends: manifest === undefined ? [] : (facts.depends ?? ["base"]),
    toldVersion: findToldVersion(facts.manifest_version ?? null),
  };
}

/** Whether a folder of its own is imported: for Python one without files is a package, too. */
function isOfFolder(
  reference: WrittenReference,
  technicalName: string,
  hasFile: (path: string) => boolean,
): boolean {
  if (reference.kind !== "import" || reference.module !== technicalName) return false;
  const path = [...reference.path, ...(reference.name === null ? [] : [reference.name])];
  return path.length > 0 && hasFile(path.join("/"));
}

/** Whether the folder of a module has a file or a folder. */
function createFolderQuestion({ files, others }: WrittenFiles): (path: string) => boolean {
  const paths = new Set([...files.map(({ path }) => path), ...others]);
  const folders = new Set([...paths].flatMap(listParents));
  return (path) =>
    paths.has(path) || folders.has(path) || listParents(path).some((parent) => paths.has(parent));
}

function listParents(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
}

/** Whether a record of an attachment provides a file by its address. */
function isAttached(path: string, { technicalName, files }: WrittenFiles): boolean {
  const addresses = ["", "/"].map((root) => Buffer.from(`>${root}${technicalName}/${path}<`));
  return files.some(
    ({ path: file, bytes }) =>
      file.endsWith(".xml") && addresses.some((one) => Buffer.from(bytes).includes(one)),
  );
}

interface Additions {
  readonly named: ReadonlySet<string>;
  readonly demo: ReadonlySet<string>;
  readonly manifestFile: string;
}

/**
 * The files of a module as if its package imported, and its manifest listed, those that count. What demo data is about may
 * come with it alone.
 */
function addNamed(
  files: readonly ModuleFile[],
  { named, demo, manifestFile }: Additions,
): readonly ModuleFile[] {
  const forDemo = files.map(({ path }) => path).filter((path) => path.startsWith("demo/"));
  const code = [...named, ...(demo.size > 0 ? forDemo : [])].filter(
    (path) => path.endsWith(".py") && path !== PACKAGE,
  );
  const data = [...demo, ...named].filter((path) => path.endsWith(".xml"));
  const empty = new Uint8Array();
  const known = new Set(files.map(({ path }) => path));
  const all = [
    ...files,
    ...(known.has(PACKAGE) ? [] : [{ path: PACKAGE, parsed: parseFile(empty, "python") }]),
    ...(known.has(manifestFile)
      ? []
      : [{ path: manifestFile, parsed: parseFile(empty, "manifest") }]),
  ];
  return all.map(({ path, parsed }): ModuleFile => {
    const { value } = parsed;
    if (value.kind === "manifest") {
      const listed = [...value.manifest.data, ...data];
      const manifest = { ...value.manifest, data: [...new Set(listed)] };
      return { path, parsed: { ...parsed, value: { ...value, manifest } } };
    }
    if (value.kind !== "python" || path !== PACKAGE) return { path, parsed };
    const imports = code.map((file) => ({ from: toDotted(file), names: [], start: Infinity }));
    const extended = [...value.imports, ...imports];
    return { path, parsed: { ...parsed, value: { ...value, imports: extended } } };
  });
}

const TEXTS = /("""|''')[^]*?\1/g;
const IMPORT = /^(?:from[ \t]+(\w+)[\w.]*[ \t]+import\b|import[ \t]+([\w., \t]+))/gm;

/** Libraries that a file imports wherever it is loaded: at the beginning of a line, under no condition. */
function listLibraries({ path: file, bytes }: SourceFile): readonly WrittenReference[] {
  if (!isPythonFile(file) && readMigrationPath(file) === undefined) return [];
  const text = decodePythonSource(bytes).text.replaceAll(TEXTS, (one) => one.replaceAll(/./g, " "));
  return Array.from(text.matchAll(IMPORT), ({ 1: from, 2: list = "", index }) => {
    const line = text.slice(0, index).split("\n").length;
    const names = from === undefined ? list.split(",") : [from];
    return names
      .map((one) => /^\s*(\w+)/.exec(one)?.[1] ?? "")
      .filter((name) => name !== "" && !isAlwaysThere(name))
      .map((name): WrittenReference => ({ kind: "library", name, file, line }));
  }).flat();
}
