// Load on a server for a while, with a public tool: wrk where it is installed, else autocannon.
import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import autocannon from "autocannon";

export interface Load {
  /** Of the server: `http://127.0.0.1:8080`. */
  readonly base: string;
  /** Asked one after the other, over and over. */
  readonly paths: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** Where a script for wrk may be written. */
  readonly folder: string;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Answers that are no success, and requests without an answer. */
  readonly failures: number;
}

export const LOAD_TOOL =
  spawnSync("wrk", ["--version"], { stdio: "ignore" }).error === undefined ? "wrk" : "autocannon";

export function runLoad(load: Load): Promise<LoadResult> {
  return LOAD_TOOL === "wrk" ? runWrk(load) : runAutocannon(load);
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

async function runWrk({ base, paths, connections, seconds, folder }: Load): Promise<LoadResult> {
  const script = path.join(folder, "load.lua");
  writeFileSync(script, toScript(paths));
  const words = ["-t1", `-c${connections}`, `-d${seconds}s`, "-s", script, base];
  const output = await readOutput("wrk", words);
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

async function runAutocannon({ base, paths, connections, seconds }: Load): Promise<LoadResult> {
  const result = await autocannon({
    url: base,
    connections,
    duration: seconds,
    requests: paths.map((each) => ({ method: "GET" as const, path: each })),
  });
  return {
    requestsPerSecond: result.requests.average,
    p99Ms: result.latency.p99,
    maxMs: result.latency.max,
    failures: result.errors + result.non2xx,
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
