// One reader process as its build sees it: started under limits that the system enforces, given one task
// at a time, ended together with all that it has started.
import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { forgetGroup, killGroup, rememberGroup } from "../../source/git/process-groups.js";
import type { ReaderMessage, TaskMessage } from "./tasks.js";

export interface ReaderProcess {
  readonly processId: number;
  /** Rejected with `ReaderEnded` when the process ends before it answers. */
  run(message: TaskMessage): Promise<ReaderMessage>;
  /** Ends it and the programs that it runs, at once. */
  kill(): void;
  /** Resolved when nothing of it is left. */
  readonly ended: Promise<void>;
}

/** The process ended before it answered. */
export class ReaderEnded extends Error {
  /** Its last output on standard error. */
  readonly said: string;

  constructor(how: string, said: string) {
    super(`the process that reads it ended with ${how}`);
    this.name = "ReaderEnded";
    this.said = said;
  }
}

const PROGRAM = fileURLToPath(new URL("./reader.js", import.meta.url));

/** Base memory of Node.js, above all the stacks of its threads. */
const OWN_MIB = 512;
const ERROR_LIMIT = 16 * 1024;

/**
 * Starts a process whose data may have so much memory, and each git that it runs as well: the kernel
 * refuses more (RLIMIT_DATA), and the heap of JavaScript ends before. RLIMIT_AS would not do: engines
 * reserve addresses by the gigabyte, and git maps packs of any size. Where there is no shell to set it,
 * the limit of the heap remains.
 */
export function startReaderProcess(memoryMib: number): ReaderProcess {
  const program = [process.execPath, `--max-old-space-size=${memoryMib}`, PROGRAM];
  const [command = "", ...words] =
    process.platform === "win32"
      ? program
      : ["/bin/sh", "-c", LIMITED, "sh", `${(memoryMib + OWN_MIB) * 1024}`, ...program];
  const child = spawn(command, words, {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "advanced",
    // A group of its own: it is ended as a whole, and a terminal's signal is the build's to handle.
    detached: true,
    windowsHide: true,
    env: Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]])),
  });
  rememberGroup(child);
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-ERROR_LIMIT);
  });
  const queue = createMessageQueue(child, () => said);
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => resolve()).once("error", () => resolve());
  }).finally(() => forgetGroup(child));
  // The first message says that it is ready.
  const ready = queue.next();
  ready.catch(() => undefined);
  return {
    processId: child.pid ?? -1,
    async run(message) {
      await ready;
      const answer = queue.next();
      child.send(message, (error) => {
        // The end of the process says why.
        if (error !== null) killGroup(child);
      });
      return answer;
    },
    kill: () => killGroup(child),
    ended,
  };
}

/** Variables for finding git; tokens and passwords of a build stay outside. */
const ENVIRONMENT: readonly string[] = ["PATH", "SystemRoot", "TEMP", "TMP", "TMPDIR"];

/** A system without this limit, or with a lower one, reads with what it has. */
const LIMITED = 'limit=$1; shift; ulimit -d "$limit" 2>/dev/null; exec "$@"';

interface Waiting {
  resolve(message: ReaderMessage): void;
  reject(error: Error): void;
}

/** Messages of a process one by one; each is waited for before it comes. */
function createMessageQueue(
  child: ChildProcess,
  getSaid: () => string,
): { next(): Promise<ReaderMessage> } {
  let waiting: Waiting | undefined;
  let end: Error | undefined;
  const finish = (how: string): void => {
    end ??= new ReaderEnded(how, getSaid());
    waiting?.reject(end);
  };
  child.on("message", (message) => {
    const taken = waiting;
    waiting = undefined;
    taken?.resolve(message as ReaderMessage);
  });
  child.once("error", (error) => finish(error.message));
  child.once("close", (code, signal) => finish(signal ?? `code ${code}`));
  return {
    next() {
      if (end !== undefined) return Promise.reject(end);
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
      });
    },
  };
}
