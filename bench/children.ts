// The programs that a measurement starts, and the processor time that they take.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";

/** A server to be measured. */
export interface StartedServer {
  readonly base: string;
  readonly process: ChildProcess;
}

/** The service as it is started for use, with its log off; options are further words. */
export function startService(
  snapshot: string,
  options: readonly string[] = [],
): Promise<StartedServer> {
  const program = fileURLToPath(new URL("../cli/main.js", import.meta.url));
  return startServer(program, ["serve", "--snapshot", snapshot, "--port", "0", ...options]);
}

/** Starts a script and waits until it has printed where it listens. */
export async function startServer(
  script: string,
  words: readonly string[],
): Promise<StartedServer> {
  const child = spawn(process.execPath, [script, ...words], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, MODULE_LOOKUP_LOG_LEVEL: "error" },
  });
  const base = await new Promise<string>((resolve, reject) => {
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const [found] = /http:\/\/[\d.]+:\d+(?=\s)/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.on("close", (code) => reject(new Error(`${script} ended with ${code}: ${output}`)));
  });
  return { base, process: child };
}

export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  // A server that listens on a port has an AddressInfo.
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

/** Ticks of processor time in a second, as Linux shows them to programs (proc(5), CLK_TCK). */
const TICKS_PER_SECOND = 100;

/**
 * Processor time of a process and its children since they were started, in seconds; `undefined` where
 * the system does not tell (it is read from Linux's /proc).
 */
export function readProcessorSeconds({ pid }: ChildProcess): number | undefined {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    const pids = [pid, ...(children === "" ? [] : children.split(" "))];
    return pids.reduce((sum: number, each) => sum + readTicks(each) / TICKS_PER_SECOND, 0);
  } catch {
    return undefined;
  }
}

/** Resident memory of a process in bytes; `undefined` where the system does not tell. */
export function readResidentBytes({ pid }: ChildProcess): number | undefined {
  try {
    const [, kilobytes] =
      /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

function readTicks(pid: number | string | undefined): number {
  // The name of the program stands in brackets and may hold anything.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return Number(fields[11]) + Number(fields[12]);
}
