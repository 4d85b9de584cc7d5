// A service for a quarter of an hour among all that it is promised to bear at once: readers, slow ones, those who leave, broken
// requests, snapshots with hostile modules that come and go. No answer is lost without a status, and what is left of memory after a
// collection stays.
//
//   node dist/test/torture/soak.js [--minutes 15] [--seed 1] [--pause 100]
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { Agent, request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { removeSealed } from "../../data/files/durable-file.js";
import { createRandom, type Random } from "../support/random.js";
import { HOSTILE_REQUESTS, type HostileRequest } from "./hostile-requests.js";
import type { KeptMemory } from "./soak-memory.js";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "15" },
    seed: { type: "string", default: "1" },
    /** Between two requests of a client, in milliseconds. */
    pause: { type: "string", default: "100" },
  },
});
const seed = Number(values.seed);
const pauseMs = Number(values.pause);
const endMs = performance.now() + Number(values.minutes) * 60_000;
const isOver = (): boolean => performance.now() > endMs;

const SWAP_MS = 15_000;
/** Growth of memory: more than what chance takes, and less than what a leak of each swap takes. */
const MOST_GROWTH = 0.1;
const SLOW_BYTES = 16_384;
const PROGRAM = fileURLToPath(new URL("../../cli/main.js", import.meta.url));
const MEMORY = new URL("soak-memory.js", import.meta.url).href;
const PUBLISHER = fileURLToPath(new URL("soak-snapshot.js", import.meta.url));
const FORMATS = ["", "", "format=csv", "format=xlsx", "format=text", "format=markdown"];

const counts = new Map<string, number>();
const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
const BARE = "a bare server";
const kept: KeptMemory[] = [];
const waits: Record<string, number[]> = { "/healthz": [], "/readyz": [], [BARE]: [] };
let targets: readonly string[] = [];
let port = 0;

// In a thread of its own: what it waits for is the machine and the clients here, and no work of the service.
const bare = new Worker(
  `const { parentPort } = require("node:worker_threads");
  const server = require("node:http").createServer((_, answer) => answer.end("ok"));
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));`,
  { eval: true },
);
const [barePort] = (await once(bare, "message")) as [number];

const out = mkdtempSync(path.join(tmpdir(), "module-lookup-soak-"));
try {
  await publish(0);
  const words = ["--expose-gc", `--import=${MEMORY}`, PROGRAM];
  const options = ["serve", "--port=0", `--snapshot=${out}`];
  const service = spawn(process.execPath, [...words, ...options], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Its log is read, or it would wait.
  createInterface(service.stderr).on("line", countDefect);
  const lines = createInterface(service.stdout);
  port = Number(/:(\d+)$/.exec(((await once(lines, "line")) as [string])[0])?.[1]);
  lines.on("line", countDefect);
  await Promise.all([
    ...Array.from({ length: 3 }, (_, at) => repeat(at, readAll)),
    ...Array.from({ length: 6 }, (_, at) => repeat(10 + at, readSlowly)),
    ...Array.from({ length: 4 }, (_, at) => repeat(20 + at, leave)),
    repeat(30, attack),
    probe(),
    swap(),
    watch(service),
  ]);
  const exit = once(service, "exit");
  service.kill("SIGTERM");
  const [code] = (await exit) as [number | null];
  report(code);
} finally {
  await bare.terminate();
  await removeSealed(out);
}

function countDefect(line: string): void {
  const { level, message, route, memory } = (
    line.startsWith("{") ? JSON.parse(line) : {}
  ) as Logged;
  if (memory !== undefined) noteMemory(memory);
  if (level === "error") count(`logged of ${route ?? "none"}: ${message ?? ""}`);
}

interface Logged {
  readonly level?: string;
  readonly message?: string;
  readonly route?: string;
  readonly memory?: KeptMemory;
}

/** In a process of its own, which holds what it makes. */
async function publish(round: number): Promise<void> {
  const told = await new Promise<string>((resolve, reject) =>
    execFile(process.execPath, [PUBLISHER, out, String(seed), String(round)], (error, text) =>
      error === null ? resolve(text) : reject(error),
    ),
  );
  targets = JSON.parse(told) as readonly string[];
}

async function repeat(who: number, act: (random: Random) => Promise<void>): Promise<void> {
  const random = createRandom(seed * 1_000 + who);
  while (!isOver()) {
    await act(random);
    await setTimeout(random.below(2 * pauseMs));
  }
}

function drawTarget(random: Random): string {
  const target = random.choose(targets as [string, ...string[]]);
  const more = [random.choose(FORMATS as [string]), random.below(8) === 0 ? "rest=models:3" : ""];
  const words = more.filter((word) => word !== "" && target.startsWith("/v1/"));
  return [target, ...words].reduce((all, word) => all + (all.includes("?") ? "&" : "?") + word);
}

interface Heard {
  readonly status: number;
  readonly isWhole: boolean;
}

/** @param take what is done with an answer that comes */
function ask(
  target: string,
  random: Random,
  take: (answer: IncomingMessage) => void,
  { agent = false, at = port }: { readonly agent?: Agent | false; readonly at?: number } = {},
): Promise<Heard> {
  return new Promise((resolve) => {
    const headers = {
      Accept: random.below(4) === 0 ? "text/html" : "*/*",
      "Accept-Encoding": random.choose(["br", "gzip", "identity"]),
    };
    const sent = request(
      { host: "127.0.0.1", port: at, path: target, headers, agent },
      (answer) => {
        const tell = (): void =>
          resolve({ status: answer.statusCode ?? 0, isWhole: answer.complete });
        answer.on("close", tell).on("error", tell);
        take(answer);
      },
    );
    sent.on("error", () => resolve({ status: 0, isWhole: false }));
    sent.end();
  });
}

async function readAll(random: Random): Promise<void> {
  const target = drawTarget(random);
  note("reader", target, await ask(target, random, (answer) => void answer.resume()));
}

/** A bit of the answer ten times a second. */
async function readSlowly(random: Random): Promise<void> {
  const target = drawTarget(random);
  const heard = await ask(target, random, (answer) => {
    const timer = setInterval(() => {
      const part = (answer.read(SLOW_BYTES) ?? answer.read()) as Buffer | null;
      if (part === null && isOver()) answer.resume();
    }, 100);
    answer.on("close", () => clearInterval(timer));
  });
  note("slow reader", target, heard);
}

function note(who: string, target: string, { status, isWhole }: Heard): void {
  count(`${who}: ${status}${isWhole ? "" : " lost"}`);
  if (!isWhole || status === 500) print(`  ${who} of ${target}: ${status}, whole: ${isWhole}`);
}

async function leave(random: Random): Promise<void> {
  await new Promise<void>((resolve) => {
    const sent = request({ host: "127.0.0.1", port, path: drawTarget(random), agent: false });
    sent.on("error", () => undefined).on("close", resolve);
    sent.end();
    void setTimeout(random.below(300)).then(() => sent.destroy());
  });
  count("left");
}

/** Bytes as nobody would send them, on a connection of their own. */
async function attack(random: Random): Promise<void> {
  const { bytes } = random.choose(HOSTILE_REQUESTS as [HostileRequest]);
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  socket.end(bytes);
  socket.resume();
  // A connection that the service ends while it is written to ends the wait, too.
  await Promise.race([once(socket, "close").catch(() => undefined), setTimeout(2_000)]);
  socket.destroy();
  count("attacks");
}

async function probe(): Promise<void> {
  const random = createRandom(seed);
  const agent = new Agent({ keepAlive: true });
  while (!isOver()) {
    for (const [target, all] of Object.entries(waits)) {
      // Each after a pause of its own, or a later one is asked when the machine has just become free.
      await setTimeout(100);
      const [address, at] = target === BARE ? ["/", barePort] : [target, port];
      const start = performance.now();
      const heard = await ask(address, random, (answer) => void answer.resume(), { agent, at });
      all.push(performance.now() - start);
      if (heard.status !== 200 || !heard.isWhole) note("probe", target, heard);
    }
  }
  agent.destroy();
}

async function swap(): Promise<void> {
  for (let round = 1; !isOver(); round++) {
    await setTimeout(Math.min(SWAP_MS, Math.max(0, endMs - performance.now())));
    await publish(round);
    count("snapshots");
  }
}

/** Asks at the end of each minute for the memory that is left after a collection. */
async function watch(service: ChildProcess): Promise<void> {
  while (!isOver()) {
    await setTimeout(Math.min(60_000, Math.max(0, endMs - 1_000 - performance.now())));
    service.kill("SIGUSR2");
    await setTimeout(1_000);
  }
}

function noteMemory(memory: KeptMemory): void {
  kept.push(memory);
  const [heap, external, anonymous] = [memory.heap, memory.external, memory.anonymous].map(toMb);
  print(
    `minute ${kept.length}: heap ${heap} MB, buffers ${external} MB, of the process ${anonymous} MB without files`,
  );
}

/** By the least of each third, since work that is done just then counts too; `undefined` where the soak is too short to tell. */
function measureGrowth(): number | undefined {
  const third = Math.floor(kept.length / 3);
  if (third < 3) return undefined;
  const [before = 0, last = 0] = [kept.slice(-2 * third, -third), kept.slice(-third)].map((some) =>
    Math.min(...some.map(({ anonymous }) => anonymous)),
  );
  return last / before - 1;
}

function toMb(bytes: number): number {
  return Math.round(bytes / 1e6);
}

function report(code: number | null): void {
  for (const [what, times] of [...counts].toSorted()) print(`${what}: ${times}`);
  for (const [target, all] of Object.entries(waits)) {
    const sorted = all.toSorted((left, right) => left - right);
    const at = (share: number): string =>
      sorted[Math.floor(share * sorted.length)]?.toFixed(1) ?? "";
    print(`${target}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms of ${sorted.length}`);
  }
  const growth = measureGrowth();
  if (growth !== undefined) {
    print(
      `least memory of the last third: ${(100 * growth).toFixed(0)} % above that of the second`,
    );
    if (growth > MOST_GROWTH) count("memory that grows, lost");
  }
  const bad = [...counts.keys()].filter((what) => /lost|: 0|500|logged|probe/.test(what));
  print(`seed ${seed}: ${bad.length} kinds of faults, the service ended with ${code}`);
  if (bad.length > 0 || code !== 0) process.exitCode = 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
