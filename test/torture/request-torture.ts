// Requests as nobody would write them, a hundred thousand, to a service of its own: none may be answered with a defect or
// a broken answer, and the service ends as it should. Says the least memory in use in each tenth of them.
//
//   node dist/test/torture/request-torture.js [--rounds 100000] [--seed 1]
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import type { Agent } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as fc from "fast-check";
import { removeSealed } from "../../data/files/durable-file.js";
import { makeFixtureRepositories } from "../../fixtures/make-repositories.js";
import { findFault, openAgent, randomRequest } from "../server/http/random-requests.js";
import { openConnection, sendRequest } from "../support/raw-http.js";
import { HOSTILE_REQUESTS } from "./hostile-requests.js";

const CONNECTIONS = 8;
const PARTS = 10;
/** Limit of the answers to one connection, two hundred pages included. */
const MOST_BYTES = 20_000_000;
/** In which an answer begins, and what lies between two parts of it where nobody closes the connection. */
const LONGEST_MS = 60_000;
const QUIET_MS = 2_000;
/** Requests between two readings of the memory. */
const MEMORY_EVERY = 200;
const PROGRAM = fileURLToPath(new URL("../../cli/main.js", import.meta.url));

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
  },
});
const rounds = Number(values.rounds);
const folder = mkdtempSync(path.join(tmpdir(), "module-lookup-torture-"));
try {
  const { sourcesFile } = await makeFixtureRepositories(folder);
  const out = path.join(folder, "snapshots");
  const places = ["--out", out, "--cache", path.join(folder, "cache")];
  execFileSync(process.execPath, [
    PROGRAM,
    "build",
    "--sources",
    sourcesFile,
    ...places,
    "--quiet",
  ]);
  const words = ["serve", "--port=0", `--snapshot=${out}`];
  const service = spawn(process.execPath, [PROGRAM, ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface(service.stdout), "line")) as [string];
  const agent = openAgent(CONNECTIONS);
  const port = Number(/:(\d+)$/.exec(line)?.[1]);
  const hostile = await sendHostile(port, agent);
  const faults = hostile + (await sendAll(port, agent));
  agent.destroy();
  service.kill("SIGTERM");
  const [code] = (await once(service, "exit")) as [number | null];
  print(
    `tried ${rounds} and ${HOSTILE_REQUESTS.length} hostile: ${faults} faults, the service ended with ${code}`,
  );
  process.exitCode = faults === 0 && code === 0 ? 0 : 1;
} finally {
  await removeSealed(folder);
}

/** Each of them has an answer that is no defect and not too long, and the next one is asked as ever. @returns how many not */
async function sendHostile(port: number, agent: Agent): Promise<number> {
  let faults = 0;
  for (const { what, bytes } of HOSTILE_REQUESTS) {
    const { status, length } = await sendBytes(port, bytes);
    const health = await sendRequest(port, { target: "/healthz", agent });
    const isDefect = status === "" || (status >= "500" && status !== "503");
    if (!isDefect && length < MOST_BYTES && health.status === 200) continue;
    faults += 1;
    print(`${what}: status ${status} with ${length} bytes; then ${health.status}`);
  }
  return faults;
}

/** Until the connection is closed, or nothing more comes. */
async function sendBytes(port: number, bytes: string) {
  const socket = await openConnection(port);
  let begin = "";
  let length = 0;
  socket
    .on("error", () => undefined)
    .on("data", (part: string) => {
      length += part.length;
      if (begin.length < 20) begin += part;
      socket.setTimeout(QUIET_MS);
    });
  socket.write(bytes, "latin1");
  socket.setTimeout(LONGEST_MS, () => socket.destroy());
  await once(socket, "close");
  return { status: /^HTTP\/1\.1 (\d{3})/.exec(begin)?.[1] ?? "", length };
}

/** @returns how many answers were wrong */
async function sendAll(port: number, agent: Agent): Promise<number> {
  let faults = 0;
  for (let part = 0; part < PARTS; part++) {
    const count = Math.ceil(rounds / PARTS);
    const seed = Number(values.seed) + part;
    const questions = fc.sample(randomRequest, { numRuns: count, seed }).values();
    let asked = 0;
    let leastBytes = Infinity;
    const ask = async (): Promise<void> => {
      for (const question of questions) {
        if (asked++ % MEMORY_EVERY === 0) {
          leastBytes = Math.min(leastBytes, await readResidentBytes(port, agent));
        }
        const fault = await findFault(port, agent, question);
        if (fault === undefined) continue;
        faults += 1;
        print(fault);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, ask));
    print(`after ${(part + 1) * count}: ${Math.round(leastBytes / 1e6)} MB`);
  }
  return faults;
}

async function readResidentBytes(port: number, agent: Agent): Promise<number> {
  const { bytes } = await sendRequest(port, { target: "/metrics", agent });
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(bytes.toString())?.[1]);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
