// What the modules of a repository say of themselves: manifests and READMEs, by the build's parsers.
import { compareText } from "../../data/platform/platform-version.js";
import { parseManifest } from "../../builder/parse/manifest.js";
import { isReadmeFile, parseDescription } from "../../builder/parse/readme/readme.js";
import type { SourceFile } from "../../builder/parse/source-file.js";
import { findModuleFolders, isPlainFile, type ModuleFolder } from "../../builder/source/addons.js";
import type { Repository } from "../../builder/source/git/git.js";
import type { TreeRow } from "../../builder/source/git/trees.js";
import { visitBlobs } from "../../builder/source/git/visit-blobs.js";
import { cleanReadme, cleanText } from "../catalogs/clean.js";

/** What a module says of itself, without markup; each distinct set of texts once. */
export interface ModuleText {
  readonly technicalName: string;
  readonly name: string;
  readonly summary: string;
  readonly description: string;
}

/**
 * The distinct texts of the modules in some trees of a repository, in a fixed order.
 * @param addons folders to search
 * @throws SourceError when git cannot read the repository
 */
export async function readModuleTexts(
  repository: Repository,
  trees: readonly (readonly TreeRow[])[],
  addons: readonly string[],
): Promise<readonly ModuleText[]> {
  const folders = trees.flatMap((rows) => findModuleFolders(rows, addons));
  const wanted = folders.flatMap((folder) => folder.rows.filter((row) => isWanted(folder, row)));
  const contents = new Map<string, Uint8Array>();
  await visitBlobs(repository, wanted, (objectId, bytes) => contents.set(objectId, bytes));
  const texts = folders.map((folder): ModuleText => {
    const files = folder.rows
      .filter((row) => isWanted(folder, row))
      .map((row): SourceFile => ({
        path: relate(folder, row),
        bytes: contents.get(row.objectId) ?? new Uint8Array(),
      }));
    return toModuleText(folder, files);
  });
  const distinct = new Map(texts.map((text) => [JSON.stringify(text), text]));
  return [...distinct]
    .toSorted(([left], [right]) => compareText(left, right))
    .map(([, text]) => text);
}

/** Is a row one of those that a module's texts are in? */
function isWanted(folder: ModuleFolder, row: TreeRow): boolean {
  const path = relate(folder, row);
  return isPlainFile(row) && (path === folder.manifest || isReadmeFile(path));
}

/** A row's path below the folder. */
function relate({ folder }: ModuleFolder, { path }: TreeRow): string {
  return path.slice(folder === "" ? 0 : folder.length + 1);
}

function toModuleText(folder: ModuleFolder, files: readonly SourceFile[]): ModuleText {
  const manifestFile = files.find((file) => file.path === folder.manifest);
  const { value: manifest } = parseManifest(manifestFile?.bytes ?? new Uint8Array());
  const description = parseDescription(
    files.filter((file) => isReadmeFile(file.path)),
    { description: manifest.description ?? "", summary: "" },
  );
  return {
    technicalName: folder.folder.slice(folder.folder.lastIndexOf("/") + 1),
    name: cleanText(manifest.facts.name),
    summary: cleanReadme(manifest.facts.summary),
    description: cleanReadme(description),
  };
}
