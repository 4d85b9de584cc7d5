// Contents of a commit that are parsed: all that a clone without history needs.
import { isParsedFile } from "../../parse/file-kind.js";
import { findModuleFolders, isPlainFile } from "../addons.js";
import { UNLIMITED_PATHS, type PathLimits } from "../limits.js";
import type { Repository } from "./git.js";
import { createTrees, readIds, type TreeRow } from "./trees.js";

/** Limits of the searched folders of one commit: several times what Odoo has, small enough for memory. */
const LIMITS: PathLimits = { ...UNLIMITED_PATHS, maxPaths: 300_000, excess: "parsed" };

/**
 * A function to the ids of the blobs of commits that are parsed.
 * @param addons the folders that are searched for modules
 * @throws SourceError when there is more than may be read
 */
export function listParsedBlobs(
  addons: readonly string[],
): (clone: Repository, commits: readonly string[]) => Promise<readonly string[]> {
  const tops = [...new Set(addons.map(toTop))];
  // The root has all others.
  const read = tops.includes("") ? [""] : tops;
  return async (clone, commits) => {
    const ids = new Set<string>();
    for (const commit of commits) {
      const tree = await readRows(clone, commit, read);
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

/** Files in some folders of a commit; a folder that is not there has none. */
async function readRows(
  clone: Repository,
  commit: string,
  folders: readonly string[],
): Promise<readonly TreeRow[]> {
  const ids = await readIds(
    clone,
    "tree",
    folders.map((folder) => `${commit}:${folder}`),
  );
  const found = folders.flatMap((folder, at) => {
    const id = ids[at];
    return id === undefined ? [] : [{ id, start: folder === "" ? "" : `${folder}/` }];
  });
  const trees = await createTrees(
    clone,
    found.map(({ id }) => id),
    LIMITS,
  );
  return found.flatMap(({ id, start }) =>
    trees.layOut(id).rows.map((row) => ({ ...row, path: start + row.path })),
  );
}
