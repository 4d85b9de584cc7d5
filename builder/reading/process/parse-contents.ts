// Task of a reader process: finds contents in the repository and parses them.
import { addToGroup } from "../../../data/grouped.js";
import type { Parsed } from "../../parse/diagnostics.js";
import type { FileKind } from "../../parse/file-kind.js";
import { parseFile, type ParsedFile } from "../../parse/file.js";
import { visitObjects } from "../../source/git/git.js";
import type { ParseTask } from "./tasks.js";

/** A content that the repository does not hold has no answer: `undefined`. */
export async function parseContents(
  task: ParseTask,
  onParsed: (parsed: unknown) => void,
): Promise<void> {
  const { repository, contents } = task;
  const wanted = new Map<string, (readonly [at: number, kind: FileKind])[]>();
  for (const [at, { objectId, kind }] of contents.entries()) {
    addToGroup(wanted, objectId, [at, kind]);
  }
  const parsed: (Parsed<ParsedFile> | undefined)[] = [];
  await visitObjects(repository, [...wanted.keys()], ({ objectId, type, bytes }) => {
    if (type !== "blob") return;
    for (const [at, kind] of wanted.get(objectId) ?? []) parsed[at] = parseFile(bytes, kind);
  });
  contents.forEach((_, at) => onParsed(parsed[at]));
}
