// Contents of a commit that are parsed: all that a clone without history needs.
import { isParsedFile } from "../../parse/file-kind.js";
import { findModuleFolders, isPlainFile } from "../addons.js";
import { toPathLimits } from "../limits.js";
import type { Repository } from "./git.js";
import { createTrees } from "./trees.js";

/** Limits of one commit: several times what Odoo has, small enough for memory. */
const LIMITS = toPathLimits({ maxPaths: 300_000 });

/**
 * A function to the ids of the blobs of commits that are parsed.
 * @param addons the folders that are searched for modules
 * @throws SourceError when there is more than may be read
 */
export function listParsedBlobs(
  addons: readonly string[],
): (clone: Repository, commits: readonly string[]) => Promise<readonly string[]> {
  return async (clone, commits) => {
    const ids = new Set<string>();
    for (const commit of commits) {
      const { rows: tree } = (await createTrees(clone, [commit], LIMITS)).layOut(commit);
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
