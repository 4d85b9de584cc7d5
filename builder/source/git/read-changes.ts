// Changes of single commits, and trees of tips: blobs by path, for the wanted folders.
import { isNothing } from "../commits/log.js";
import { createLines } from "../commits/text-lines.js";
import { readOutput, type Repository } from "./git.js";
import { unquotePath } from "./git-path.js";

/** A file; ids of blobs, `undefined` for nothing. */
interface ChangedBlob {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Longer lines of git are cut: a path is shorter. */
const LINE_LIMIT_CHARS = 64 * 1024;

/**
 * Calls for each file that a commit changes, compared with its parent.
 * @throws SourceError when git cannot read the repository
 */
export async function visitChanges(
  repository: Repository,
  commits: readonly string[],
  onChange: (commit: string, change: ChangedBlob) => void,
): Promise<void> {
  if (commits.length === 0) return;
  let commit = "";
  const lines = createLines((line) => {
    if (!line.startsWith(":")) {
      commit = line;
      return;
    }
    const tab = line.indexOf("\t");
    const [, , before = "", after = ""] = line.slice(0, tab).split(" ");
    onChange(commit, {
      path: unquotePath(line.slice(tab + 1)),
      before: isNothing(before) ? undefined : before,
      after: isNothing(after) ? undefined : after,
    });
  }, LINE_LIMIT_CHARS);
  // Output: the id of each commit, then its files; no blob is read for it.
  const command = ["diff-tree", "--stdin", "--root", "-r", "--no-renames", "--raw", "--no-abbrev"];
  await readOutput(repository, command, lines.add, commits);
  lines.end();
}

/**
 * Calls for each file of a commit's tree.
 * @param folders to which it is limited; none for the whole tree
 * @throws SourceError when git cannot read the repository
 */
export async function visitFiles(
  repository: Repository,
  commit: string,
  onFile: (path: string, objectId: string, mode: string) => void,
  folders: readonly string[] = [],
): Promise<void> {
  const lines = createLines((line) => {
    const tab = line.indexOf("\t");
    const [mode = "", type, objectId = ""] = line.slice(0, tab).split(" ");
    if (type === "blob") onFile(unquotePath(line.slice(tab + 1)), objectId, mode);
  }, LINE_LIMIT_CHARS);
  const command = ["ls-tree", "-r", "--full-tree", commit, "--", ...folders];
  await readOutput(repository, command, lines.add);
  lines.end();
}
