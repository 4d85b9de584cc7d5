// How many requests a second one process answers, beside a bare h3 handler that returns the same
// bytes and, where it is installed, nginx with the same answers as files. Runs alternate, so that
// whatever else the machine does meets all alike.
//
//   node dist/bench/requests.js --snapshot DIR [--seconds 3] [--runs 3] [--json FILE]
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openSnapshot } from "../data/snapshot/decode.js";
import { locateSnapshot } from "../data/snapshot/locate.js";
import { LOAD_TOOL, runLoad, type LoadResult } from "./load.js";
import { HAS_NGINX, startNginx } from "./nginx.js";
import { listQuestions, type Question } from "./questions.js";

const { values } = parseArgs({
  options: {
    snapshot: { type: "string" },
    seconds: { type: "string", default: "3" },
    runs: { type: "string", default: "3" },
    json: { type: "string" },
  },
});
if (values.snapshot === undefined) {
  process.stderr.write("--snapshot DIR is needed: what module-lookup build wrote.\n");
  process.exit(2);
}

const CONNECTIONS = 32;
const snapshotFolder = values.snapshot;
const folder = mkdtempSync(path.join(tmpdir(), "module-lookup-bench-"));
const started: ChildProcess[] = [];

interface Contender {
  readonly name: string;
  readonly base: string;
  readonly paths: readonly string[];
}

interface Row {
  readonly question: string;
  readonly contender: string;
  readonly requestsPerSecond: Spread;
  readonly p99Ms: Spread;
  /** Of the service's rate to this one's, run by run. */
  readonly ratio: Spread;
  readonly failures: number;
}

interface Spread {
  readonly minimum: number;
  readonly median: number;
  readonly maximum: number;
}

try {
  const snapshot = openSnapshot(locateSnapshot(snapshotFolder));
  const questions = listQuestions(snapshot);
  snapshot.close();
  const base = await startService();
  print(
    `${CONNECTIONS} connections, ${values.runs} runs of ${values.seconds} s each with ${LOAD_TOOL}`,
  );
  const rows: Row[] = [];
  for (const question of questions) rows.push(...(await compare(question, base)));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
} finally {
  for (const child of started) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}

async function compare(question: Question, base: string): Promise<readonly Row[]> {
  const bodies = new Map<string, Buffer>();
  for (const each of question.paths) {
    const response = await fetch(base + each, { headers: { "accept-encoding": "identity" } });
    if (!response.ok) throw new Error(`${each} is answered with ${response.status}`);
    bodies.set(each, Buffer.from(await response.arrayBuffer()));
  }
  const contenders: Contender[] = [
    { name: "module-lookup", base, paths: question.paths },
    { name: "bare h3", base: await startBare(bodies), paths: question.paths },
  ];
  if (HAS_NGINX) {
    const nginx = startNginx([...bodies.values()], { folder, port: await findFreePort() });
    started.push(nginx.process);
    await waitForAnswer(nginx.base + (nginx.paths[0] ?? "/"));
    contenders.push({ name: "nginx files", ...nginx });
  }
  const results = contenders.map((): LoadResult[] => []);
  for (let run = 0; run <= Number(values.runs); run++) {
    for (const [at, { base: address, paths }] of contenders.entries()) {
      const result = await runLoad({
        base: address,
        paths,
        connections: CONNECTIONS,
        seconds: Number(values.seconds),
        folder,
      });
      // The first round warms up.
      if (run > 0) results[at]?.push(result);
    }
  }
  while (started.length > 1) started.pop()?.kill("SIGKILL");
  const size = [...bodies.values()].reduce((sum, body) => sum + body.length, 0) / bodies.size;
  print(
    `\n${question.name}: ${question.paths.length} addresses, ${Math.round(size)} bytes on average`,
  );
  return contenders.map(({ name }, at) =>
    toRow(question, name, results[0] ?? [], results[at] ?? []),
  );
}

function toRow(
  question: Question,
  contender: string,
  own: readonly LoadResult[],
  theirs: readonly LoadResult[],
): Row {
  const row: Row = {
    question: question.name,
    contender,
    requestsPerSecond: spread(theirs.map((result) => result.requestsPerSecond)),
    p99Ms: spread(theirs.map((result) => result.p99Ms)),
    ratio: spread(
      theirs.map((result, run) => (own[run]?.requestsPerSecond ?? 0) / result.requestsPerSecond),
    ),
    failures: theirs.reduce((sum, { failures }) => sum + failures, 0),
  };
  const ratio = showSpread(row.ratio, 2);
  print(
    `  ${contender.padEnd(14)} ${showSpread(row.requestsPerSecond, 0)} requests/s, p99 ${showSpread(row.p99Ms, 1)} ms${contender === "module-lookup" ? "" : `, ratio ${ratio}`}${row.failures > 0 ? `, ${row.failures} FAILED` : ""}`,
  );
  return row;
}

function showSpread({ minimum, median, maximum }: Spread, digits: number): string {
  return [minimum, median, maximum].map((value) => value.toFixed(digits)).join(" / ");
}

function spread(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((left, right) => left - right);
  const pick = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? NaN;
  return { minimum: pick(0), median: pick(0.5), maximum: pick(1) };
}

/** The service as it is started for use, with its log off. */
async function startService(): Promise<string> {
  const program = fileURLToPath(new URL("../cli/main.js", import.meta.url));
  const words = ["serve", "--snapshot", snapshotFolder, "--port", "0"];
  return startAndRead(program, words, /http:\/\/[\d.]+:\d+/);
}

async function startBare(bodies: ReadonlyMap<string, Buffer>): Promise<string> {
  const file = path.join(folder, "bodies.json");
  const encoded = [...bodies].map(([address, body]) => [address, body.toString("base64")]);
  writeFileSync(file, JSON.stringify(Object.fromEntries(encoded)));
  const program = fileURLToPath(new URL("bare-server.js", import.meta.url));
  return `http://127.0.0.1:${await startAndRead(program, [file], /\d+/)}`;
}

/** Starts a script and waits until it has printed what is looked for. */
function startAndRead(script: string, words: readonly string[], wanted: RegExp): Promise<string> {
  const child = spawn(process.execPath, [script, ...words], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, MODULE_LOOKUP_LOG_LEVEL: "error" },
  });
  started.push(child);
  return new Promise((resolve, reject) => {
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const [found] = wanted.exec(output) ?? [];
      if (found !== undefined && output.includes("\n")) resolve(found);
    });
    child.on("close", (code) => reject(new Error(`${script} ended with ${code}: ${output}`)));
  });
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

async function waitForAnswer(address: string): Promise<void> {
  for (;;) {
    const isThere = await fetch(address).then(
      () => true,
      () => false,
    );
    if (isThere) return;
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
