// The services that a measurement asks.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Program } from "./measurement.js";

export interface StartedServer {
  /** The head of its column. */
  readonly name: string;
  /** `http://127.0.0.1:8080` */
  readonly base: string;
  readonly process: ChildProcess;
}

/**
 * Runs the work while each program serves its snapshot as it is started for use, with its log off.
 * @param options further words of the command
 */
export async function withServices<T>(
  programs: readonly Program[],
  work: (services: readonly StartedServer[]) => Promise<T>,
  options: readonly string[] = [],
): Promise<T> {
  const services: StartedServer[] = [];
  try {
    for (const { name, main, snapshot } of programs) {
      const words = ["serve", "--snapshot", snapshot, "--port", "0", ...options];
      services.push(await startServer(name, main, words));
    }
    return await work(services);
  } finally {
    for (const service of services) await stopServer(service);
  }
}

/** Starts a script and waits until it has printed where it listens. */
export async function startServer(
  name: string,
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
  return { name, base, process: child };
}

export async function stopServer({ process: child }: StartedServer): Promise<void> {
  const ended = once(child, "close");
  child.kill("SIGTERM");
  await ended;
}
