// The program of a reader process: one task at a time, all of git and of the parsers. What it reads was
// written by others, so that it holds nothing worth having and may be killed at any moment.
import { addToGroup } from "../../../data/grouped.js";
import { deserialize, serialize } from "node:v8";
import { OperatorError } from "../../../data/operator-error.js";
import { packHistory } from "../../../data/snapshot/history/packed-history.js";
import { collectFacts, type JoinedCommits } from "../../lineage/facts.js";
import type { Diagnostic, Parsed } from "../../parse/diagnostics.js";
import { isParsedFile, parseFile, type FileKind, type ParsedFile } from "../../parse/file.js";
import { isImageFile } from "../../parse/readme/images.js";
import { NO_COMMITS, type BranchCommits } from "../../source/commits/branch-commits.js";
import { joinBranches } from "../../source/commits/join-branches.js";
import { COMMIT_LIMITS } from "../../source/commits/collect-commits.js";
import { listBranches, visitObjects } from "../../source/git/git.js";
import { listModules } from "../../source/list-modules.js";
import { readHistories } from "../../source/git/read-histories.js";
import type {
  JoinTask,
  ListedBranch,
  ListTask,
  ParseTask,
  ReaderFault,
  ReaderMessage,
  ReaderTask,
  TaskMessage,
} from "./tasks.js";

/** Its answer is larger than who asked can take. */
class AnswerTooLarge extends Error {}

process.on("message", (message: TaskMessage) => {
  void runTask(message).then((reply) => process.send?.(reply));
});
// The build has ended, however it did: nobody waits for this process or its git any more.
process.on("disconnect", () => {
  try {
    process.kill(-process.pid, "SIGKILL");
  } finally {
    process.exit(1);
  }
});
process.send?.({ state: "ready" } satisfies ReaderMessage);

async function runTask({ task, limitBytes }: TaskMessage): Promise<ReaderMessage> {
  try {
    return { state: "done", pieces: await answer(task, limitBytes) };
  } catch (error) {
    if (error instanceof AnswerTooLarge) return { state: "too_large" };
    return { state: "failed", fault: toFault(error) };
  }
}

async function answer(task: ReaderTask, limitBytes: number): Promise<readonly Uint8Array[]> {
  const pieces = openPieces(limitBytes);
  if (task.task === "branches") pieces.add(await listBranches(task.repository));
  else if (task.task === "list") pieces.add(await list(task));
  else if (task.task === "join") pieces.add(join(task));
  else await parse(task, pieces.add);
  return pieces.all;
}

function openPieces(limitBytes: number): {
  readonly all: readonly Uint8Array[];
  add(value: unknown): void;
} {
  const all: Uint8Array[] = [];
  let bytes = 0;
  return {
    all,
    add(value) {
      const piece = serialize(value);
      bytes += piece.length;
      if (bytes > limitBytes) throw new AnswerTooLarge();
      all.push(piece);
    },
  };
}

async function list(task: ListTask): Promise<readonly ListedBranch[]> {
  const { repository, branches } = task;
  // Starting git costs more than its work on a branch: each question is asked once for all.
  const listings = await listModules(task);
  const histories = await readHistories(
    repository,
    branches.flatMap((branch, at) => {
      const listing = listings[at];
      return listing === undefined ? [] : [{ branch, ...listing }];
    }),
    task.addons,
  );
  return listings.map(({ modules, diagnostics, pathCount }, at) => {
    const { modules: ofModules = [], commits = NO_COMMITS } = histories[at] ?? {};
    return {
      modules: modules.map((module) => ({
        ...module,
        files: module.files.filter(({ path }) => isParsedFile(path) || isImageFile(path)),
      })),
      diagnostics: [...diagnostics, ...describeCommits(commits)],
      pathCount,
      histories: ofModules,
      commits: serialize(commits),
    };
  });
}

function join({ branches: serialised }: JoinTask): JoinedCommits {
  const branches = serialised.map((branch) => ({
    ...branch,
    commits: deserialize(branch.commits) as BranchCommits,
  }));
  const { history, ids } = joinBranches(branches);
  return { history: packHistory(history, ids), lineage: collectFacts(branches) };
}

function describeCommits({ isTooLong }: BranchCommits): readonly Diagnostic[] {
  if (!isTooLong) return [];
  const { maxCommits, maxChanges } = COMMIT_LIMITS;
  const detail = `more than ${maxCommits} commits, or ${maxChanges} changed files and folders`;
  return [{ code: "history_too_long", path: ".", line: 1, detail }];
}

/** A content that the repository does not hold has no answer: `undefined`. */
async function parse(task: ParseTask, onParsed: (parsed: unknown) => void): Promise<void> {
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

function toFault(error: unknown): ReaderFault {
  const isOperators = error instanceof OperatorError;
  const cause = error instanceof Error ? error.cause : undefined;
  return {
    isDefect: !isOperators,
    code: isOperators ? error.code : "",
    message: isOperators
      ? error.message
      : error instanceof Error
        ? `${error.stack}`
        : String(error),
    expected: isOperators ? error.expected : undefined,
    got: isOperators ? error.got : undefined,
    cause: cause instanceof Error ? cause.message : undefined,
  };
}
