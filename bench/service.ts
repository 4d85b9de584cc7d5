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

/** Runs the work while each program serves its snapshot as it is started for use, with its log off. */
export function withServices<T>(
  [first, ...others]: readonly Program[],
  work: (services: readonly StartedServer[]) => Promise<T>,
): Promise<T> {
  if (first === undefined) return work([]);
  return withService(first, (service) =>
    withServices(others, (services) => work([service, ...services])),
  );
}

export function withService<T>(
  { name, main, snapshot }: Program,
  work: (service: StartedServer) => Promise<T>,
): Promise<T> {
  return withServer(name, [main, "serve", "--snapshot", snapshot, "--port", "0"], work);
}

/** Starts a script, and works once it has printed where it listens. */
export async function withServer<T>(
  name: string,
  words: readonly [script: string, ...string[]],
  work: (server: StartedServer) => Promise<T>,
): Promise<T> {
  const child = spawn(process.execPath, words, {
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
    child.on("close", (code) => reject(new Error(`${words[0]} ended with ${code}: ${output}`)));
  });
  try {
    return await work({ name, base, process: child });
  } finally {
    const ended = once(child, "close");
    child.kill("SIGTERM");
    await ended;
  }
}
