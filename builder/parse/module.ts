// A whole module out of what its files hold, and in which order. Which parser reads a file is in file-kind.ts; none is
// loaded to put a module together.
import type { LoadedBrowser, LoadedModule, LoadedView } from "../../data/module/loaded-module.js";
import type { EntryContent } from "../../data/snapshot/module/entry-rows.js";
import { listWrongRules, readAccessFacts, type AccessFacts } from "./access-facts.js";
import type { Diagnostic, Parsed } from "./diagnostics.js";
import { MISSING_FACTS } from "../../data/module/facts.js";
import { compareText, findToldVersion } from "../../data/platform/platform-version.js";
import { getRules } from "../../data/platform/rules.js";
import type { ToldReplacement } from "../../data/module/replacement.js";
import { listDataParts, toRowRecords } from "./data-parts.js";
import type { Manifest } from "./manifest.js";
import type { ManifestClaims } from "./manifest-refusal.js";
import {
  isAssetFile,
  isDataOfTests,
  isUpgradeFile,
  readMigrationPath,
  type FileKind,
  toImages,
} from "./file-kind.js";
import type { FoundIn, ParsedFile } from "./file.js";
import { chooseDescription } from "./readme/readme.js";
import { listRenamedModules, listReplacements } from "./readme/told-replacements.js";
import { chooseSections } from "./readme/sections.js";
import { listLoadedData, toPlainPath } from "./loaded-data.js";
import { listModuleReferences } from "./references/module-references.js";
import { listLongChains } from "./long-chains.js";
import { placeScripts } from "./javascript/place-scripts.js";
import {
  findDerivedKinds,
  loadModule,
  nameByClass,
  toClassKey,
} from "./python/loaded/load-module.js";

/** A module as its files describe it, not yet linked to others. */
export interface ParsedModule extends EntryContent {
  readonly manifest: Manifest;
  readonly description: string;
  readonly replacements: readonly ToldReplacement[];
  readonly access: AccessFacts;
}

/** Facts of a module outside its files. */
export interface ModuleLocation {
  /** Name by which Python imports it. */
  readonly technicalName: string;
  readonly manifestPath: string;
  /** Whether it is being written: `check` itself finds what it refers to. */
  readonly isWritten?: true;
}

export interface ModuleFile {
  /** Relative to the module folder. */
  readonly path: string;
  readonly parsed: Parsed<ParsedFile>;
}

/** A file of a module; its bytes are not known where the repository is not to hold all files. */
type ListedFile = { readonly path: string; readonly sizeBytes?: number | undefined };

function listAssetFiles(listed: readonly ListedFile[]): Pick<LoadedBrowser, "files" | "sizes"> {
  const assets = listed
    .filter(({ path }) => isAssetFile(path))
    .toSorted((left, right) => compareText(left.path, right.path));
  const isKnown = listed.every(({ sizeBytes }) => sizeBytes !== undefined);
  return {
    files: assets.map(({ path }) => path),
    sizes: isKnown ? assets.map(({ sizeBytes = 0 }) => sizeBytes) : [],
  };
}

/**
 * Composes a module from its parsed files, in any order; diagnostics get the paths of the files.
 * @param listed all files that are read, or whose path alone counts
 */
export function composeModule(
  files: readonly ModuleFile[],
  listed: readonly ListedFile[],
  location: ModuleLocation,
): Parsed<ParsedModule, Diagnostic> {
  const { manifestPath, technicalName } = location;
  const named = listNamed(files);
  const sorted = files
    .filter(({ path, parsed: { value } }) => !isDataOfTests(path, value.kind) || named.has(path))
    .toSorted((left, right) => compareText(left.path, right.path));
  const diagnostics: Diagnostic[] = [];
  const takeAll = <K extends FileKind>(...kinds: readonly K[]): (FoundIn<K> & { path: string })[] =>
    sorted.flatMap(({ path, parsed }) => {
      if (!isOfKind(parsed.value, kinds)) return [];
      for (const { code, line, detail } of parsed.diagnostics)
        diagnostics.push({ code, path, line, detail });
      return [{ ...parsed.value, path }];
    });
  const [own] = takeAll("manifest");
  const { manifest, texts } = own ?? readNoManifest(manifestPath, diagnostics);
  const told = findToldVersion(manifest.facts.manifest_version);
  const isNamedByClass = told !== undefined && getRules(told).namesModelsByClass;
  const python = takeAll("python").map((file) =>
    isNamedByClass ? { ...file, classes: file.classes.map(nameByClass) } : file,
  );
  const data = takeAll("data");
  const found = new Map([
    ...takeAll("table").map(({ path, rows }) => [path, toRowRecords(rows, path)] as const),
    ...data.map((file) => [file.path, file.data.records] as const),
  ]);
  const description = chooseDescription(
    takeAll("fragment", "markdown", "rst").map(({ path, text }) => [path, text]),
    texts,
  );
  const loadedViews = listLoadedViews(data, manifest.data);
  // Files for upgrades mostly hold pieces of records that other files have in full.
  const parts = listDataParts([...found].filter(([path]) => !isUpgradeFile(path)));
  const migrations = takeAll("migration");
  const ofPython = loadModule(new Map(python.map((file) => [file.path, file])), technicalName);
  const loadedData = listLoadedData(found, manifest.data);
  const loaded: LoadedModule = {
    ...ofPython,
    views: loadedViews,
    data: loadedData,
    references: location.isWritten
      ? []
      : listModuleReferences(
          technicalName,
          { classes: ofPython.classes, data: loadedData, views: loadedViews },
          python,
        ),
    browser: {
      sequence: manifest.sequence,
      assets: manifest.assets.map(({ bundle, directive, path, target }) => ({
        bundle,
        directive,
        path,
        target,
      })),
      calls: listCalledBundles(loadedViews),
      ...listAssetFiles(listed),
      templates: new Map(takeAll("templates").map((file) => [file.path, file.templates])),
    },
  };
  diagnostics.push(...listWrongRules({ loaded, parts }));
  const isWhole = !diagnostics.some(({ code }) => UNREAD.has(code));
  const kinds = findDerivedKinds(loaded.classes);
  const value: ParsedModule = {
    access: readAccessFacts({ technicalName, loaded, parts, found, isWhole }),
    manifest,
    description,
    replacements: [
      ...listReplacements(
        sorted.flatMap(({ path, parsed: { value: one } }) =>
          "replacements" in one ? [{ path, replacements: one.replacements }] : [],
        ),
        technicalName,
      ),
      ...migrations.flatMap(({ path, script }) => listRenamedModules(path, script.steps)),
    ],
    models: python.flatMap(({ path, classes }) =>
      classes.flatMap(({ record: { line, fields, methods, attrs, ...model } }) => {
        const kind = attrs.kind ?? kinds.get(toClassKey(path, line));
        if (kind === undefined) return [];
        return { ...model, attrs: { ...attrs, kind }, file: path, line, fields, methods };
      }),
    ),
    views: data.flatMap(({ path, data: { views } }) => placeAll(views, path)),
    parts: {
      controllers: python.flatMap(({ path, controllers }) => placeAll(controllers, path)),
      ...parts,
      assets: [...placeAll(manifest.assets, manifestPath), ...parts.assets],
      scripts: takeAll("script").flatMap(({ path, scripts }) =>
        placeScripts(scripts, technicalName, path),
      ),
      readme: chooseSections(takeAll("section")),
      migrations: migrations.flatMap(({ path, script: { line, steps } }) => {
        const run = readMigrationPath(path);
        return run === undefined ? [] : [{ ...run, steps, file: path, line }];
      }),
      images: toImages(listed.map(({ path }) => path)),
    },
    loaded,
  };
  diagnostics.push(...listLongChains(value.models, loadedViews));
  return { value, diagnostics };
}

/** The files that the manifest says are loaded. */
function listNamed(files: readonly ModuleFile[]): ReadonlySet<string> {
  const manifests = files.flatMap(({ parsed: { value } }) =>
    value.kind === "manifest" ? value.manifest : [],
  );
  return new Set(manifests.flatMap(({ data, demo }) => [...data, ...demo].map(toPlainPath)));
}

/** Faults that leave a module's records uncertain. */
const UNREAD: ReadonlySet<string> = new Set(["xml_unreadable", "file_too_large"]);

/** Records of a file with its path. */
function placeAll<T extends { readonly line: number }>(records: readonly T[], file: string) {
  return records.map(({ line, ...record }) => ({ ...record, file, line }));
}

/**
 * Writes of views, in load order. For a file that is named several times the first and the last
 * time count: the steps between are repeated.
 */
function listLoadedViews(
  files: readonly (FoundIn<"data"> & { readonly path: string })[],
  data: readonly string[],
): readonly LoadedView[] {
  const views = new Map(
    files.map(({ path, data: { loadedViews } }) => [path, placeAll(loadedViews, path)]),
  );
  const paths = data.map(toPlainPath);
  const last = new Map(paths.map((path, index) => [path, index]));
  const seen = new Set<string>();
  return paths.flatMap((path, index) => {
    if (seen.has(path) && last.get(path) !== index) return [];
    seen.add(path);
    return views.get(path) ?? [];
  });
}

const CALL = /"t-call-assets":"([^"\\]+)"/g;

function listCalledBundles(views: readonly LoadedView[]): readonly string[] {
  const called = views.flatMap(({ arch = "" }) =>
    Array.from(arch.matchAll(CALL), ([, bundle = ""]) => bundle),
  );
  return [...new Set(called)].toSorted(compareText);
}

/** Facts of an empty manifest, for one that could not be read. */
function readNoManifest(path: string, diagnostics: Diagnostic[]): FoundIn<"manifest"> {
  diagnostics.push({ code: "manifest_unreadable", path, line: 1, detail: "no dictionary" });
  return NO_MANIFEST;
}

function isOfKind<K extends FileKind>(file: ParsedFile, kinds: readonly K[]): file is FoundIn<K> {
  return (kinds as readonly FileKind[]).includes(file.kind);
}

const NO_CLAIMS: ManifestClaims = {
  fault: null,
  version: null,
  letters: null,
  active: null,
  triggers: null,
};

const NO_MANIFEST: FoundIn<"manifest"> = {
  kind: "manifest",
  manifest: {
    facts: { ...MISSING_FACTS, depends: null, pip: [], bin: [], claims: NO_CLAIMS },
    description: null,
    assets: [],
    sequence: 100,
    data: [],
    demo: [],
  },
  texts: { description: "", summary: "" },
  replacements: [],
};
