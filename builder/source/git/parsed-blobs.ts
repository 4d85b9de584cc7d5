// Contents of a commit that are parsed: all that a clone without history needs.
import { isParsedFile } from "../../parse/file-kind.js";
import { findModuleFolders, isPlainFile } from "../addons.js";
import { overLimit } from "../limits.js";
import type { Repository } from "./git.js";
import { visitFiles } from "./read-changes.js";
import type { TreeRow } from "./trees.js";

/** Paths in the searched folders of one commit: several times what Odoo has, small enough for memory. */
const MOST_PATHS = 300_000;
const CHARS_OF_A_PATH = 256;

/**
 * A function to the ids of the blobs of commits that are parsed.
 * @param addons the folders that are searched for modules
 * @throws SourceError when there is more than may be read
 */
export function listParsedBlobs(
  addons: readonly string[],
): (clone: Repository, commits: readonly string[]) => Promise<readonly string[]> {
  const tops = addons.map(toTop);
  // The root has all others.
  const folders = tops.includes("") ? [] : tops;
  return async (clone, commits) => {
    const ids = new Set<string>();
    for (const commit of commits) {
      const tree = await readRows(clone, commit, folders);
      for (const { folder, rows } of findModuleFolders(tree, addons).modules) {
        for (const row of rows.filter(isPlainFile)) {
          const path = folder === "" ? row.path : row.path.slice(folder.length + 1);
          if (isParsedFile(path)) ids.add(row.objectId);
        }
      }
    }
    return [...ids];
  };
}

/** The folder that holds all of a searched one, whatever its stars stand for; empty for the root. */
function toTop(searched: string): string {
  return searched.replace(/^\.$|(?:^|\/)[^/]*\*.*$/s, "");
}

/** The files in some folders of a commit, whose sizes are not known. */
async function readRows(
  clone: Repository,
  commit: string,
  folders: readonly string[],
): Promise<readonly TreeRow[]> {
  const rows: TreeRow[] = [];
  let paths = 0;
  const add = (path: string, objectId: string, mode: string): void => {
    paths += 1 + Math.floor(path.length / CHARS_OF_A_PATH);
    if (paths > MOST_PATHS) throw overLimit(clone.label, "parsed", MOST_PATHS);
    rows.push({ mode, objectId, path, sizeBytes: undefined });
  };
  await visitFiles(clone, commit, add, folders);
  return rows;
}
