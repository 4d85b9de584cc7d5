// A git program of its own process group. simple-git serves where a small answer is read at once;
// this is for what it cannot do: end git together with the helpers that git starts (they outlive
// git while they wait for a server), and hand on long output while it comes.
import { spawn } from "node:child_process";
import { Readable } from "node:stream";
import { forgetGroup, killGroup, rememberGroup } from "./process-groups.js";

interface GitRun {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Working folder of git. Default: that of this program. */
  readonly folder?: string;
  /**
   * True to make git the leader of a process group, which ends as one. Commands that only read
   * start no others and stay in the caller's group. Default: yes.
   */
  readonly ownGroup?: boolean;
  /** Standard input of git. Default: empty. */
  readonly input?: string;
  /** Ends git and everything that it started. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the output piece by piece; what it throws ends git and is thrown on. */
  readonly onOutput?: (bytes: Buffer) => void;
  /** Called with what git writes to its descriptor 3, where its environment says that it traces there. */
  readonly onTrace?: (text: string) => void;
}

/** Bytes kept from the end of standard error. */
const ERROR_LIMIT = 32 * 1024;

/** Time to end after a polite signal; then it is killed. */
const GRACE_MS = 5000;

/**
 * Runs git to its end.
 * @throws the signal's reason once no process is left; an Error with what git said when it fails
 */
export async function runGitProcess(run: GitRun): Promise<void> {
  run.signal?.throwIfAborted();
  // A signal of its own: many at once listening to one would look like a leak.
  const signal = run.signal === undefined ? undefined : AbortSignal.any([run.signal]);
  const child = spawn("git", [...run.command], {
    env: run.environment,
    detached: run.ownGroup ?? true,
    stdio: ["pipe", "pipe", "pipe", run.onTrace === undefined ? "ignore" : "pipe"],
    ...(run.folder === undefined ? {} : { cwd: run.folder }),
    windowsHide: true,
  });
  rememberGroup(child);
  let force: NodeJS.Timeout | undefined;
  const stop = (): void => {
    killGroup(child, "SIGTERM");
    force ??= setTimeout(killGroup, GRACE_MS, child, "SIGKILL").unref();
  };
  signal?.addEventListener("abort", stop, { once: true });
  try {
    await waitFor(child, run, stop);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener("abort", stop);
    clearTimeout(force);
    forgetGroup(child);
  }
}

async function waitFor(
  child: ReturnType<typeof spawn>,
  { input, onOutput, onTrace, signal }: GitRun,
  stop: () => void,
): Promise<void> {
  let said = "";
  let defect: unknown;
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-ERROR_LIMIT);
  });
  const [, , , trace] = child.stdio;
  if (onTrace !== undefined && trace instanceof Readable) {
    trace.setEncoding("utf8").on("data", onTrace);
  }
  child.stdout?.on("data", (bytes: Buffer) => {
    try {
      if (defect === undefined) onOutput?.(bytes);
    } catch (error) {
      defect = error;
      stop();
    }
  });
  // Git may end before it has read everything; its exit code says whether that is a failure.
  child.stdin?.on("error", () => undefined).end(input);
  const end = await new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.once("error", reject).once("close", (code, killer) => resolve(killer ?? code));
  });
  if (defect !== undefined) throw defect;
  if (signal?.aborted === true || end !== 0)
    throw new Error(said.trim() || `git ended with ${end}`);
}
