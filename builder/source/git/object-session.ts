// One `git cat-file --batch` that stays for many questions. Each start of git costs its parent seven milliseconds,
// for which all of its memory is laid out once more, and a reader process asks some forty times for one repository.
import { spawn } from "node:child_process";
import { createObjectReader, type GitObject } from "./object-reader.js";

export interface ObjectSession {
  /**
   * Hands on objects in the order of their ids, those that are absent left out. One question waits for the other.
   * @throws Error with what git said when it ended, and what the callbacks throw; the next question starts git again
   */
  visit(
    objectIds: readonly string[],
    onObject: (object: GitObject) => void,
    onHeader: (sizeBytes: number) => void,
  ): Promise<void>;
  end(): void;
}

/** The question that is being answered. */
interface Asking {
  add(bytes: Buffer): void;
  fail(error: unknown): void;
}

/** Bytes kept of git's standard error, from its end. */
const ERROR_LIMIT = 32 * 1024;

interface ObjectSource {
  readonly gitDirectory: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Ends git. */
  readonly signal: AbortSignal | undefined;
}

/** Git is started by the first question. */
export function openObjectSession({
  gitDirectory,
  environment,
  signal,
}: ObjectSource): ObjectSession {
  let git: ReturnType<typeof spawn> | undefined;
  let asking: Asking | undefined;
  let last: Promise<void> = Promise.resolve();
  const end = (): void => {
    git?.kill("SIGKILL");
    git = undefined;
  };
  const start = (): ReturnType<typeof spawn> => {
    // Without `--buffer` each answer leaves git when it is whole.
    const child = spawn("git", ["--no-pager", "cat-file", "--batch"], {
      cwd: gitDirectory,
      env: environment,
      windowsHide: true,
      ...(signal === undefined ? {} : { signal: AbortSignal.any([signal]) }),
    });
    let said = "";
    const fail = (error: unknown): void => {
      if (git !== child) return;
      git = undefined;
      asking?.fail(error);
    };
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-ERROR_LIMIT);
    });
    child.stdout.on("data", (bytes: Buffer) => {
      if (git === child) asking?.add(bytes);
    });
    // Its exit code says why it takes no more.
    child.stdin.on("error", () => undefined);
    child.on("error", fail).on("close", (code, killer) => {
      fail(new Error(said.trim() || `git ended with ${killer ?? code}`));
    });
    return child;
  };
  const ask: ObjectSession["visit"] = (objectIds, onObject, onHeader) =>
    new Promise<void>((resolve, reject) => {
      git ??= start();
      const reader = createObjectReader(onObject, onHeader);
      asking = {
        add(bytes) {
          try {
            reader.add(bytes);
            if (reader.answers() === objectIds.length && reader.isAtEnd()) resolve();
          } catch (error) {
            // Later output answers nobody.
            end();
            reject(error as Error);
          }
        },
        fail: reject,
      };
      git.stdin?.write(objectIds.map((id) => `${id}\n`).join(""));
    }).finally(() => {
      asking = undefined;
    });
  return {
    visit(...question) {
      const answered = last.then(() => ask(...question));
      last = answered.catch(() => undefined);
      return answered;
    },
    end,
  };
}
