// The program of a reader process: one task at a time, all of git and of the parsers. What it reads was
// written by others, so that it holds nothing worth having and may be killed at any moment.
import { serialize } from "node:v8";
import { OperatorError } from "../../../data/operator-error.js";
import { listAbsent, listBranches, withObjectSession } from "../../source/git/git.js";
import { optimizeLate } from "../optimize-late.js";
import type {
  ReadableRepository,
  ReaderFault,
  ReaderMessage,
  ReaderTask,
  TaskMessage,
} from "./tasks.js";

class AnswerTooLarge extends Error {}

optimizeLate();
process.on("message", (message: TaskMessage) => {
  void runTask(message).then((reply) => {
    process.send?.(reply);
    // Preloads the task that usually comes next.
    if (message.task.task === "list") void import("./parse-contents.js");
  });
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

/** Repository that was read last, by a git that waits for more. */
let opened: ReturnType<typeof withObjectSession<ReadableRepository>> | undefined;

function open(repository: ReadableRepository): ReadableRepository {
  if (opened?.gitDirectory !== repository.gitDirectory) {
    opened?.objects.end();
    opened = withObjectSession(repository);
  }
  return { ...repository, objects: opened.objects };
}

async function answer(asked: ReaderTask, limitBytes: number): Promise<readonly Uint8Array[]> {
  const pieces = createPieces(limitBytes);
  if (asked.task === "written") {
    const { parseWritten } = await import("./parse-written.js");
    pieces.add(parseWritten(asked));
    return pieces.all;
  }
  const task = { ...asked, repository: open(asked.repository) };
  // Loads the code of a task on demand: parsers take longer to load than most repositories take to
  // list.
  switch (task.task) {
    case "branches":
      pieces.add(await listBranches(task.repository));
      break;
    case "requests": {
      const { repository, heads, tips = [] } = task;
      const { findRequests, listRequestHeads } =
        await import("../../source/commits/port-requests.js");
      pieces.add(
        heads === undefined
          ? await listRequestHeads(repository)
          : await findRequests(repository, heads, tips),
      );
      break;
    }
    case "absent":
      pieces.add(await listAbsent(task.repository, task.objectIds));
      break;
    case "list": {
      const { listBranchModules } = await import("./list-branch-modules.js");
      pieces.add(await listBranchModules(task));
      break;
    }
    case "parse": {
      const { parseContents } = await import("./parse-contents.js");
      await parseContents(task, pieces.add);
      break;
    }
    case "join": {
      const { joinCommits } = await import("./join-commits.js");
      pieces.add(await joinCommits(task));
    }
  }
  return pieces.all;
}

function createPieces(limitBytes: number): {
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

const DEFECT = { isDefect: true, code: "", cause: undefined };

function toFault(error: unknown): ReaderFault {
  if (!(error instanceof Error)) return { ...DEFECT, message: String(error) };
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  if (!(error instanceof OperatorError)) return { ...DEFECT, message: `${error.stack}`, cause };
  const { code, message } = error;
  return { isDefect: false, code, message, cause };
}
