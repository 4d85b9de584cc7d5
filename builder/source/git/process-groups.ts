// Processes that are the first of a group of their own. A group is ended as a whole, and does not end with this program,
// so that a sudden exit has to end it.
import type { ChildProcess } from "node:child_process";

const running = new Set<ChildProcess>();

export function rememberGroup(child: ChildProcess): void {
  if (running.size === 0) process.removeListener("exit", killAll).once("exit", killAll);
  running.add(child);
}

export function forgetGroup(child: ChildProcess): void {
  running.delete(child);
}

export function killGroup(child: ChildProcess, signal: NodeJS.Signals = "SIGKILL"): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // No such group: it has ended, or the system has no groups.
    child.kill(signal);
  }
}

function killAll(): void {
  for (const child of running) killGroup(child);
}
