// Chooses the parser of a file by its path alone, without loading one.
import { MANIFEST_NAMES, NO_CODE_FOLDERS } from "../../data/module/file-names.js";
import type { MigrationScriptRecord, ImageRecord } from "../../data/module/module-parts.js";
import { isReadmeFile, toReadmeKind, type ReadmeKind } from "./readme/readme.js";
import { isSectionFile } from "./readme/sections.js";
import { isTableFile } from "./table-file.js";

/** Kind of a file; two kinds may find different things in the same content. */
export type FileKind =
  | "manifest"
  | "python"
  | "data"
  | "table"
  | "section"
  | "templates"
  | "script"
  | "migration"
  | ReadmeKind;

/**
 * Kind of a file; `undefined` if it is not read.
 * @param path relative to the module folder
 * @param manifestPath which file is the module's manifest
 */
export function toFileKind(path: string, manifestPath: string): FileKind | undefined {
  if (path === manifestPath) return "manifest";
  if (readMigrationPath(path) !== undefined) return "migration";
  if (isPythonFile(path)) return "python";
  if (isTemplateFile(path)) return "templates";
  if (isScriptFile(path)) return "script";
  if (isXmlDataFile(path)) return "data";
  if (isTableFile(path)) return "table";
  if (isSectionFile(path)) return "section";
  return isReadmeFile(path) ? toReadmeKind(path) : undefined;
}

/** True if a module's file is read at all. The path is relative to the module folder. */
export function isParsedFile(path: string): boolean {
  return MANIFESTS.has(path) || toFileKind(path, "__manifest__.py") !== undefined;
}

const MANIFESTS: ReadonlySet<string> = new Set(MANIFEST_NAMES);
const NO_CODE = new Set(["setup.py", ...MANIFESTS]);

/** Whether the file at a path relative to its module folder may define models or controllers. */
export function isPythonFile(path: string): boolean {
  const parts = path.split("/");
  const name = parts.pop() ?? "";
  return (
    name.toLowerCase().endsWith(".py") &&
    !NO_CODE.has(name) &&
    !parts.some((part) => NO_CODE_FOLDERS.has(part))
  );
}

/** Whether nothing but the path of a file of a module is wanted: a picture, or a script or style of a bundle. */
export function isPathAlone(path: string): boolean {
  return IMAGE.test(path) || (isAssetFile(path) && !isTemplateFile(path) && !isScriptFile(path));
}

/** Whether a file of a module, by its path relative to the module folder, may hold records. */
export function isXmlDataFile(path: string): boolean {
  return path.toLowerCase().endsWith(".xml") && !isInFolder(path, "static");
}

/** Whether a file counts only where the manifest names it, as a demonstration: tests load theirs themselves. */
export function isDataOfTests(path: string, kind: FileKind): boolean {
  return (kind === "data" || kind === "table") && isInFolder(path, "tests");
}

function isInFolder(path: string, folder: string): boolean {
  return path.split("/").slice(0, -1).includes(folder);
}

/** Files that an upgrade loads once, mostly pieces of records that other files have in full. */
const UPGRADE_FILE = /(?:^|\/)(?:migrations|upgrades)\//;

/** Whether a data file is one that a version's upgrade loads, by its path. */
export function isUpgradeFile(path: string): boolean {
  return UPGRADE_FILE.test(path);
}

/** OpenUpgrade's module `openupgrade_scripts` has those of other modules: `scripts/sale/17.0.1.2/pre-migration.py`. */
const MIGRATION_SCRIPT =
  /^(?:migrations|upgrades|scripts\/\w+(?=\/\d+\.0\.))\/([^/]+)\/(pre|post|end)-[^/]*\.py$/i;

/** The version and the phase of a script that the platform runs (`MigrationManager` of odoo/modules/migration.py). */
export function readMigrationPath(
  path: string,
): Pick<MigrationScriptRecord, "version" | "phase"> | undefined {
  const [, version, phase] = MIGRATION_SCRIPT.exec(path) ?? [];
  return version === undefined || phase === undefined
    ? undefined
    : { version, phase: phase.toLowerCase() as MigrationScriptRecord["phase"] };
}

/** Files that bundles of the browser are made of (`ASSET_EXTENSIONS` of the platform's `tools/constants.py`). */
const ASSET_FILE = /^static\/.+\.(?:js|css|scss|sass|less|xml)$/;

/** Whether a file of a module, by its path relative to the module folder, may be in a bundle. */
export function isAssetFile(path: string): boolean {
  return ASSET_FILE.test(path);
}

/** Whether a file of a module may hold templates of the browser. */
function isTemplateFile(path: string): boolean {
  return isAssetFile(path) && path.endsWith(".xml") && !path.startsWith("static/description/");
}

const SCRIPT_FILE = /^static\/src\/(?!(?:.*\/)?lib\/).+(?<!\.min)\.js$/;

/**
 * Whether a file of a module may be a module of scripts of its own, and none of a library that it brings. Tests are left
 * out: they are as much again, and nobody builds on them.
 */
function isScriptFile(path: string): boolean {
  return SCRIPT_FILE.test(path);
}

const IMAGE = /^static\/description\/([^/]+)\.(?:png|jpe?g|gif|svg|webp)$/i;

/** Icons, then the other pictures, in the order of their paths. */
export function toImages(paths: readonly string[]): readonly ImageRecord[] {
  const images = paths.flatMap((file): ImageRecord[] => {
    const name = IMAGE.exec(file)?.[1];
    if (name === undefined) return [];
    return [{ kind: /^icon(?:[_-]|$)/i.test(name) ? "icon" : "screenshot", file }];
  });
  return [
    ...images.filter(({ kind }) => kind === "icon"),
    ...images.filter(({ kind }) => kind !== "icon"),
  ];
}
