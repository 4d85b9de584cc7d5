// Time that passes, and time of a processor, since others may have it meanwhile.
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

export interface Elapsed {
  readonly ms: number;
  /** NaN where the system does not tell. */
  readonly processorMs: number;
}

/**
 * Measures until what it returns is called.
 * @param child whose processor time is meant; without it this process
 */
export function startTimer(child?: ChildProcess): () => Elapsed {
  const readProcessorMs = (): number => (child === undefined ? readOwnMs() : readChildMs(child));
  const processorStart = readProcessorMs();
  const start = performance.now();
  return () => {
    const ms = performance.now() - start;
    return { ms, processorMs: readProcessorMs() - processorStart };
  };
}

function readOwnMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Unit of processor time on Linux (proc(5), CLK_TCK). */
const TICK_MS = 10;

/** Processor time of a process and its children since their start (Linux's /proc). */
function readChildMs({ pid }: ChildProcess): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    const pids = [String(pid), ...(children === "" ? [] : children.split(" "))];
    return pids.reduce((sum, each) => sum + readTicks(each) * TICK_MS, 0);
  } catch {
    return NaN;
  }
}

function readTicks(pid: string): number {
  // The name of the program stands in brackets and may hold anything.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

/** Resident memory of a process in bytes; NaN where the system does not tell. */
export function readResidentBytes({ pid }: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024;
  } catch {
    return NaN;
  }
}
