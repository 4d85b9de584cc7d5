// What a load is and what is measured of it, and load with wrk: https://github.com/wg/wrk.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export interface Load {
  /** Of the server: `http://127.0.0.1:8080`. */
  readonly base: string;
  /** Asked one after the other, over and over. */
  readonly paths: readonly string[];
  /** Default: 32. */
  readonly connections?: number;
  readonly seconds: number;
  /** Without it as many as there can be. */
  readonly requestsPerSecond?: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Answers that are no success, and requests without an answer. */
  readonly failures: number;
}

/** wrk reads no list of paths itself; what it measured it hands to `done`, in microseconds. */
function toScript(paths: readonly string[]): string {
  return `local paths = {
${paths.map((each) => JSON.stringify(each)).join(",\n")}
}
local next = 0
request = function()
  next = next % #paths + 1
  return wrk.format("GET", paths[next])
end
done = function(summary, latency)
  local errors = summary.errors
  print(string.format('RESULT {"requests":%d,"micros":%d,"p99":%d,"max":%d,"failures":%d}',
    summary.requests, summary.duration, latency:percentile(99), latency.max,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
`;
}

export async function runWrk({ base, paths, connections = 1, seconds }: Load): Promise<LoadResult> {
  const folder = mkdtempSync(path.join(tmpdir(), "module-lookup-wrk-"));
  const script = path.join(folder, "load.lua");
  writeFileSync(script, toScript(paths));
  const words = ["-t1", `-c${connections}`, `-d${seconds}s`, "-s", script, base];
  const output = await readOutput("wrk", words).finally(() => rmSync(folder, { recursive: true }));
  const line = /^RESULT (.*)$/m.exec(output)?.[1];
  if (line === undefined) throw new Error(`wrk gave no result: ${output}`);
  const measured = JSON.parse(line) as Readonly<
    Record<"requests" | "micros" | "p99" | "max" | "failures", number>
  >;
  return {
    requestsPerSecond: measured.requests / (measured.micros / 1e6),
    p99Ms: measured.p99 / 1000,
    maxMs: measured.max / 1000,
    failures: measured.failures,
  };
}

function readOutput(command: string, words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...words], { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.on("error", reject);
    child.on("close", () => resolve(output));
  });
}
