// Size of a snapshot on disk, memory of a service before its first question, and what is left to
// others while many ask for the largest answer and do not read it.
import { statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { Client } from "undici";
import { SECTIONS_FILE } from "../data/snapshot/format.js";
import { locateSnapshot } from "../data/snapshot/locate.js";
import { createFigures, type Figures } from "./table.js";
import { ask } from "./load.js";
import type { Measurement, Program } from "./measurement.js";
import { findLargestDetail } from "./questions.js";
import { withService } from "./service.js";
import { readResidentBytes } from "./timing.js";

const READERS = 100;
const PROBES = 500;
/** Time for work behind the first answers. */
const SETTLED_MS = 5_000;

export const footprint: Measurement = {
  summary: `size of the snapshot, memory at the start, and waits beside ${READERS} who do not read`,
  async measure({ programs, runs }) {
    const figures = createFigures();
    const largest = findLargestDetail(programs[0]);
    for (const { name, snapshot } of programs) {
      const { size } = statSync(path.join(locateSnapshot(snapshot), SECTIONS_FILE));
      figures.add("snapshot", "MB", name, size / 1e6);
    }
    for (let run = 0; run < runs; run++) {
      for (const program of programs) await measureProgram(program, largest, figures);
    }
    return figures.list();
  },
};

function measureProgram(program: Program, largest: string, figures: Figures): Promise<void> {
  return withService(program, async ({ name, base, process: child }) => {
    const readMegabytes = (): number => readResidentBytes(child) / 1e6;
    await setTimeout(SETTLED_MS);
    figures.add("resident memory at the start", "MB", name, readMegabytes());
    const readers = Array.from({ length: READERS }, () => askSlowly(base, largest));
    const client = new Client(base);
    for (let turn = 0; turn < PROBES; turn++) {
      const start = performance.now();
      await ask(client, "/healthz");
      figures.add(`/healthz beside ${READERS} slow readers`, "ms", name, performance.now() - start);
    }
    figures.add(`resident memory with ${READERS} slow readers`, "MB", name, readMegabytes());
    await client.close();
    for (const reader of readers) reader.destroy();
  });
}

/** Asks, and reads nothing of the answer. */
function askSlowly(base: string, address: string): Socket {
  const { hostname, port } = new URL(base);
  const socket = connect({ host: hostname, port: Number(port) }).pause();
  socket.on("error", () => undefined);
  socket.write(`GET ${address} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  return socket;
}
