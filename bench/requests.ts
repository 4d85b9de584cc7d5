// How many requests a second one process answers, and what one costs it, beside a bare h3 handler that returns the same
// bytes and, where it is installed, nginx with the same answers as files. Runs alternate, so that
// whatever else the machine does meets all alike.
//
//   node dist/bench/requests.js --snapshot DIR [--seconds 3] [--runs 3] [--json FILE]
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openSnapshot } from "../data/snapshot/decode.js";
import { locateSnapshot } from "../data/snapshot/locate.js";
import {
  findFreePort,
  readProcessorSeconds,
  startServer,
  startService,
  type StartedServer,
} from "./children.js";
import { LOAD_TOOL, runLoad, type LoadResult } from "./load.js";
import { HAS_NGINX, startNginx } from "./nginx.js";
import { requireOption } from "./options.js";
import { listQuestions, type Question } from "./questions.js";
import { print, showSpread, spread, type Spread } from "./spread.js";

const { values } = parseArgs({
  options: {
    snapshot: { type: "string" },
    seconds: { type: "string", default: "3" },
    runs: { type: "string", default: "3" },
    json: { type: "string" },
  },
});
const snapshotFolder = requireOption("--snapshot DIR", values.snapshot);

const CONNECTIONS = 32;
const folder = mkdtempSync(path.join(tmpdir(), "module-lookup-bench-"));

interface Contender extends StartedServer {
  readonly name: string;
  readonly paths: readonly string[];
}

interface Run extends LoadResult {
  /** Of the server for one request; `undefined` where the system does not tell. */
  readonly processorMicros: number | undefined;
}

interface Row {
  readonly question: string;
  readonly contender: string;
  readonly requestsPerSecond: Spread;
  readonly p99Ms: Spread;
  /** Of the service's rate to this one's, run by run. */
  readonly ratio: Spread;
  /** Of this one's processor time for a request to the service's, run by run. */
  readonly processorRatio: Spread;
  readonly processorMicros: Spread;
  readonly failures: number;
}

let service: StartedServer | undefined;
try {
  const snapshot = openSnapshot(locateSnapshot(snapshotFolder));
  const questions = listQuestions(snapshot);
  snapshot.close();
  service = await startService(snapshotFolder);
  print(
    `${CONNECTIONS} connections, ${values.runs} runs of ${values.seconds} s each with ${LOAD_TOOL}`,
  );
  const rows: Row[] = [];
  for (const question of questions) rows.push(...(await compare(question, service)));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
} finally {
  service?.process.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}

async function compare(question: Question, own: StartedServer): Promise<readonly Row[]> {
  const { paths } = question;
  const bodies = await readBodies(question, own.base);
  const others: Contender[] = [{ name: "bare h3", ...(await startBare(bodies)), paths }];
  if (HAS_NGINX) {
    const nginx = startNginx([...bodies.values()], { folder, port: await findFreePort() });
    others.push({ name: "nginx files", ...nginx });
    await waitForAnswer(nginx.base + (nginx.paths[0] ?? "/"));
  }
  const contenders = [{ name: "module-lookup", ...own, paths }, ...others];
  const results = contenders.map((): Run[] => []);
  try {
    // The first round warms up.
    for (let round = 0; round <= Number(values.runs); round++) {
      for (const [at, contender] of contenders.entries()) {
        const run = await measureRun(contender);
        if (round > 0) results[at]?.push(run);
      }
    }
  } finally {
    for (const { process: child } of others) stop(child);
  }
  const size = [...bodies.values()].reduce((sum, body) => sum + body.length, 0) / bodies.size;
  print(`\n${question.name}: ${paths.length} addresses, ${Math.round(size)} bytes on average`);
  return contenders.map(({ name }, at) =>
    toRow(question, name, results[0] ?? [], results[at] ?? []),
  );
}

/** nginx ends its worker only when it is asked to. */
function stop(child: ChildProcess): void {
  child.kill("SIGTERM");
}

async function readBodies({ paths }: Question, base: string): Promise<ReadonlyMap<string, Buffer>> {
  const bodies = new Map<string, Buffer>();
  for (const each of paths) {
    const response = await fetch(base + each, { headers: { "accept-encoding": "identity" } });
    if (!response.ok) throw new Error(`${each} is answered with ${response.status}`);
    bodies.set(each, Buffer.from(await response.arrayBuffer()));
  }
  return bodies;
}

async function measureRun({ base, paths, process: child }: Contender): Promise<Run> {
  const before = readProcessorSeconds(child);
  const seconds = Number(values.seconds);
  const result = await runLoad({ base, paths, connections: CONNECTIONS, seconds, folder });
  const after = readProcessorSeconds(child);
  const requests = result.requestsPerSecond * seconds;
  return {
    ...result,
    processorMicros:
      before === undefined || after === undefined ? undefined : ((after - before) * 1e6) / requests,
  };
}

function toRow(
  question: Question,
  contender: string,
  own: readonly Run[],
  theirs: readonly Run[],
): Row {
  const cost = (run: Run | undefined): number => run?.processorMicros ?? NaN;
  const row: Row = {
    question: question.name,
    contender,
    requestsPerSecond: spread(theirs.map((result) => result.requestsPerSecond)),
    p99Ms: spread(theirs.map((result) => result.p99Ms)),
    ratio: spread(
      theirs.map((result, run) => (own[run]?.requestsPerSecond ?? 0) / result.requestsPerSecond),
    ),
    processorMicros: spread(theirs.map(cost)),
    processorRatio: spread(theirs.map((result, run) => cost(result) / cost(own[run]))),
    failures: theirs.reduce((sum, { failures }) => sum + failures, 0),
  };
  const parts = [
    `${showSpread(row.requestsPerSecond, 0)} requests/s`,
    `p99 ${showSpread(row.p99Ms, 1)} ms`,
    `processor ${showSpread(row.processorMicros, 0)} µs`,
    ...(theirs === own
      ? []
      : [`RATIO ${showSpread(row.ratio, 2)}, of processor ${showSpread(row.processorRatio, 2)}`]),
    ...(row.failures > 0 ? [`${row.failures} FAILED`] : []),
  ];
  print(`  ${contender.padEnd(14)} ${parts.join(", ")}`);
  return row;
}

function startBare(bodies: ReadonlyMap<string, Buffer>): Promise<StartedServer> {
  const file = path.join(folder, "bodies.json");
  const encoded = [...bodies].map(([address, body]) => [address, body.toString("base64")]);
  writeFileSync(file, JSON.stringify(Object.fromEntries(encoded)));
  return startServer(fileURLToPath(new URL("bare-server.js", import.meta.url)), [file]);
}

async function waitForAnswer(address: string): Promise<void> {
  for (;;) {
    const isThere = await fetch(address).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await setTimeout(20);
  }
}
