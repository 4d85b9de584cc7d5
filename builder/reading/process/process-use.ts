// Resource use of a process with its children: memory and processor time, as Linux reports them.
// Other systems report nothing here.
import { readFileSync } from "node:fs";

interface ProcessUse {
  /** Memory that is in no file, of the process and all under it. */
  readonly memoryBytes: number;
  /** Processor time of the process, of those under it, and of those that it has waited for. */
  readonly cpuS: number;
}

/** Unit of process times on Linux, whatever its own clock is. */
const TICKS_PER_S = 100;

/** `undefined` when there is no such process or the system does not say. */
export function readProcessUse(processId: number): ProcessUse | undefined {
  const own = readOne(processId);
  if (own === undefined) return undefined;
  let { memoryBytes, cpuS } = own;
  for (const child of listChildren(processId)) {
    const use = readProcessUse(child);
    memoryBytes += use?.memoryBytes ?? 0;
    cpuS += use?.cpuS ?? 0;
  }
  return { memoryBytes, cpuS };
}

function readOne(processId: number): ProcessUse | undefined {
  const status = readText(`/proc/${processId}/status`);
  const times = readText(`/proc/${processId}/stat`);
  if (status === undefined || times === undefined) return undefined;
  const kibibytes = Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
  // The name of the program stands in parentheses and may hold anything.
  const numbers = times.slice(times.lastIndexOf(")") + 2).split(" ");
  const ticks = numbers.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
  return { memoryBytes: kibibytes * 1024, cpuS: ticks / TICKS_PER_S };
}

function listChildren(processId: number): readonly number[] {
  const text = readText(`/proc/${processId}/task/${processId}/children`) ?? "";
  return text
    .split(" ")
    .map(Number)
    .filter((child) => child > 0);
}

/** Programs come and go while they are looked at. */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return undefined;
  }
}
