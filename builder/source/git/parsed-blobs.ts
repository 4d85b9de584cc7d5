// Which contents of a commit somebody will parse: all that a clone without history needs of it.
import { isParsedFile } from "../../parse/file-kind.js";
import { findModuleFolders, isPlainFile } from "../addons.js";
import { overLimit } from "../limits.js";
import { createLines } from "../commits/text-lines.js";
import { readOutput, type Repository } from "./git.js";
import type { TreeRow } from "./trees.js";

/** What `git ls-tree` writes of a file: its mode, id and path. */
const LINE = /^(\d{6}) blob ([0-9a-f]+)\t(.*)$/;

/** Of one commit, as limits count them: several times what Odoo has, little enough to be held in memory. */
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
  return async (clone, commits) => {
    const ids = new Set<string>();
    for (const commit of commits) {
      for (const { folder, rows } of findModuleFolders(
        await readRows(clone, commit, addons),
        addons,
      )) {
        for (const row of rows.filter(isPlainFile)) {
          const path = folder === "" ? row.path : row.path.slice(folder.length + 1);
          if (isParsedFile(path)) ids.add(row.objectId);
        }
      }
    }
    return [...ids];
  };
}

/** The files in some folders of a commit, whose sizes are not known. */
async function readRows(
  clone: Repository,
  commit: string,
  addons: readonly string[],
): Promise<readonly TreeRow[]> {
  const rows: TreeRow[] = [];
  let paths = 0;
  const lines = createLines((line) => {
    paths += 1 + Math.floor(line.length / CHARS_OF_A_PATH);
    if (paths > MOST_PATHS) throw overLimit(clone.label, "paths", MOST_PATHS);
    const [, mode = "", objectId = "", path] = LINE.exec(line) ?? [];
    if (path !== undefined) rows.push({ mode, objectId, path, sizeBytes: undefined });
  });
  const folders = addons.includes(".") ? [] : addons;
  const command = ["ls-tree", "-r", "--full-tree", commit, "--", ...folders];
  await readOutput(clone, command, lines.add);
  lines.end();
  return rows;
}
