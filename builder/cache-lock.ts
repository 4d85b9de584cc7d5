// One build at a time in a cache: a lock file that says who holds it. A lock whose holder is gone
// (killed, or before a restart of the machine) is taken over.
import { randomUUID } from "node:crypto";
import {
  link,
  mkdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { ConfigError } from "../data/operator-error.js";
import { SourceError } from "./source/source-error.js";

/** Who holds a lock. What a system does not tell is `""`. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Changes at every start of the machine. */
  readonly boot: string;
  /** Process ids are unique within one: containers have their own. */
  readonly pidNamespace: string;
  /** When the process started: another process may get its id later. */
  readonly processStart: string;
}

/** Gives the cache free; further calls do nothing. */
export type ReleaseLock = () => Promise<void>;

/** The holder says so often that it is alive, for those who cannot see its process. */
const BEAT_MS = 30_000;

/** So long after its last sign of life a holder that cannot be seen is gone. */
export const EXPIRY_MS = 15 * 60_000;

/**
 * Locks a cache folder for this process; the folder is made when there is none.
 * @throws SourceError `cache_locked` with the id of the process that uses the cache; ConfigError
 * `cache_unwritable`
 */
export async function lockCache(cacheDirectory: string): Promise<ReleaseLock> {
  const file = path.join(cacheDirectory, "lock");
  const token = randomUUID();
  const text = JSON.stringify({ ...(await describeProcess(process.pid)), token });
  const own = `${file}.${token}`;
  try {
    await mkdir(cacheDirectory, { recursive: true });
    await writeFile(own, text);
  } catch (error) {
    throw unwritable(cacheDirectory, error);
  }
  try {
    // A link appears with its content, and only where no file is.
    if (!(await takeLink(own, file)) && !(await takeOver(own, file))) {
      throw locked(cacheDirectory, parseHolder((await readText(file)) ?? ""));
    }
  } finally {
    await rm(own, { force: true });
  }
  return keep(file, text);
}

/** Keeps a lock fresh until it is released or the process ends. */
function keep(file: string, text: string): ReleaseLock {
  const beat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, BEAT_MS).unref();
  const removeAtExit = (): void => {
    if (existsSync(file) && readFileSync(file, "utf8") === text) rmSync(file, { force: true });
  };
  process.once("exit", removeAtExit);
  let isKept = true;
  return async () => {
    if (!isKept) return;
    isKept = false;
    clearInterval(beat);
    process.removeListener("exit", removeAtExit);
    // Someone may have taken it over while this process was halted.
    if ((await readText(file)) === text) await rm(file, { force: true });
  };
}

async function takeLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw unwritable(path.dirname(to), error);
  }
}

/**
 * Puts `own` in the place of a lock whose holder is gone. Only one at a time looks and replaces: of
 * two, the later one would take the fresh lock of the earlier one for the stale one.
 */
async function takeOver(own: string, file: string): Promise<boolean> {
  const turn = `${file}.turn`;
  if (!(await takeLink(own, turn))) {
    if (await isHeld(turn)) return false;
    await rm(turn, { force: true });
    if (!(await takeLink(own, turn))) return false;
  }
  try {
    if (await isHeld(file)) return false;
    await rename(own, file);
    return true;
  } finally {
    await rm(turn, { force: true });
  }
}

async function isHeld(file: string): Promise<boolean> {
  const holder = parseHolder((await readText(file)) ?? "");
  return holder !== undefined && isAlive(holder, file);
}

async function isAlive(holder: Holder, file: string): Promise<boolean> {
  const here = await describeProcess(holder.pid);
  if (holder.host === here.host && holder.boot !== here.boot) return false;
  if (holder.host === here.host && holder.pidNamespace === here.pidNamespace) {
    return isRunning(holder.pid) && holder.processStart === here.processStart;
  }
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }));
  return Date.now() - mtimeMs < EXPIRY_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Someone else's process.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** A process of this machine, as it is now. */
async function describeProcess(pid: number): Promise<Holder> {
  return {
    pid,
    host: hostname(),
    boot: ((await readText("/proc/sys/kernel/random/boot_id")) ?? "").trim(),
    pidNamespace: await readlink("/proc/self/ns/pid").catch(() => ""),
    // The program's name stands before it in parentheses, with any characters.
    processStart: (await readText(`/proc/${pid}/stat`))?.split(") ").at(-1)?.split(" ")[19] ?? "",
  };
}

function parseHolder(text: string): Holder | undefined {
  try {
    const value = JSON.parse(text) as Holder | null;
    return Number.isSafeInteger(value?.pid) && (value?.pid ?? 0) > 0
      ? (value ?? undefined)
      : undefined;
  } catch {
    return undefined;
  }
}

async function readText(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch(() => undefined);
}

function locked(cacheDirectory: string, holder: Holder | undefined): SourceError {
  const who = holder === undefined ? "another build" : `process ${holder.pid} on ${holder.host}`;
  const file = path.join(cacheDirectory, "lock");
  return new SourceError({
    code: "cache_locked",
    message: `The cache ${cacheDirectory} is in use by ${who}; wait until that build has ended, give another folder with --cache, or, if no build is running, delete ${file}.`,
    expected: "a cache that no other build uses",
    got: who,
  });
}

function unwritable(cacheDirectory: string, error: unknown): ConfigError {
  const got = (error as NodeJS.ErrnoException).code ?? String(error);
  return new ConfigError(
    {
      code: "cache_unwritable",
      message: `The cache folder ${cacheDirectory} cannot be written (${got}); give another one with --cache.`,
      expected: "a folder that can be written",
      got,
    },
    { cause: error },
  );
}
