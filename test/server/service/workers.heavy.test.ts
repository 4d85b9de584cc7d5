// `module-lookup serve` as people start it: one process, and several on one port.

import { once } from "node:events";
import { cp, readFile, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "vitest";

import { startProgram, type RunningProgram } from "../../support/program.js";
import { openConnection, parseAnswer, readToEnd, sendRequest } from "../../support/raw-http.js";
import { getSharedSnapshots } from "../../support/shared-snapshot.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

const folder = makeTemporaryFolder();
const started: RunningProgram[] = [];

afterEach(async () => {
  // Only what a failed test left behind still runs.
  for (const program of started.splice(0)) {
    program.signalAll("SIGKILL");
    await program.ended;
  }
});

function serve(workers: number, port = 0, snapshot = getSharedSnapshots()): RunningProgram {
  const program = startProgram([
    "serve",
    `--snapshot=${snapshot}`,
    `--port=${port}`,
    `--workers=${workers}`,
  ]);
  started.push(program);
  return program;
}

/** The port in the line that says where the service is. */
async function readPort(program: RunningProgram): Promise<number> {
  const [, port] = await program.waitForOutput(/on http:\/\/127\.0\.0\.1:(\d+)\n/);
  return Number(port);
}

describe.each([
  [1, "SIGINT"],
  [2, "SIGTERM"],
] as const)("serve --workers %i", (workers, signal) => {
  test(`says once where it is, answers, and ends with 0 on ${signal}`, async () => {
    const program = serve(workers);
    const port = await readPort(program);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => sendRequest(port, { target: "/v1/module/rental_core/17.0" })),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.bytes.toString())).size).toBe(1);
    program.process.kill(signal);
    // Workers hold the output open: it is at its end when none of them is left.
    expect(await program.ended).toEqual([0, null]);
    expect(program.output.stdout).toMatch(
      /^Serving 96 entries of \S+ on http:\S+\nThis index contains Odoo itself .+\n$/,
    );
    expect(program.readFaults()).toBe("");
    const log = program.output.stderr.trim().split("\n");
    expect(log.map((line) => (JSON.parse(line) as { message: string }).message)).toEqual([
      "listening",
      "stopped",
    ]);
    await expect(openConnection(port)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  test("a damaged snapshot is said once, with exit code 1", async () => {
    const damaged = join(folder, `damaged ${workers}`);
    await cp(join(getSharedSnapshots(), "current"), damaged, {
      recursive: true,
      dereference: true,
    });
    const file = join(damaged, "snapshot.bin");
    const bytes = await readFile(file);
    // The last section lists what was odd in sources, and no answer needs it.
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await writeFile(file, bytes);
    const program = serve(workers, 0, damaged);
    expect(await program.ended).toEqual([1, null]);
    expect(program.readFaults()).toBe(
      `module-lookup: The snapshot ${damaged} is damaged in snapshot.bin: diagnostics; build or copy it again.\n`,
    );
  });

  test("a port in use is said once, with exit code 1", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const program = serve(workers, (other.address() as AddressInfo).port);
    expect(await program.ended).toEqual([1, null]);
    other.close();
    expect(program.readFaults()).toMatch(/^module-lookup: Cannot listen on [^\n]+--port\.\n$/);
    expect(program.output.stdout).toBe("");
  });

  test("a missing snapshot is said once, with exit code 1", async () => {
    const program = serve(workers, 0, join(folder, "nothing"));
    expect(await program.ended).toEqual([1, null]);
    expect(program.readFaults()).toMatch(/^module-lookup: There is no snapshot in [^\n]+\n$/);
  });
});

describe("serve --workers 2", () => {
  test("metrics are those of all workers, whichever is asked", async () => {
    const program = serve(2);
    const port = await readPort(program);
    const readCounts = async (): Promise<readonly (string | undefined)[]> => {
      const { status, bytes } = await sendRequest(port, { target: "/metrics" });
      expect(status).toBe(200);
      const text = bytes.toString();
      const find = (pattern: RegExp): string | undefined => pattern.exec(text)?.[1];
      return [
        find(
          /^module_lookup_requests_total\{route="\/v1\/repo\/\{repo_name\}",status="200"\} (\d+)$/m,
        ),
        find(/^module_lookup_snapshot_entries (\d+)$/m),
        find(/^module_lookup_snapshot_info\{id="\w+"\} (\d+)$/m),
      ];
    };
    // Every request has a connection of its own, and so, in turn, a worker.
    for (let turn = 0; turn < 9; turn++) await sendRequest(port, { target: "/v1/repo/retail" });
    for (let turn = 0; turn < 3; turn++) expect(await readCounts()).toEqual(["9", "96", "1"]);
    program.process.kill("SIGTERM");
    expect(await program.ended).toEqual([0, null]);
    expect(program.readFaults()).toBe("");
  });

  test("a request under way is finished, also when the signal is sent to all processes", async () => {
    const program = serve(2);
    const port = await readPort(program);
    const socket = await openConnection(port);
    const head = "GET /v1/repo/retail HTTP/1.1\r\nHost: x\r\n";
    // When the first is answered, the beginning of the second has been read.
    socket.write(`${head}\r\n${head}`);
    await once(socket, "data");
    const rest = readToEnd(socket);
    // A terminal signals the whole group.
    program.signalAll("SIGINT");
    socket.write("\r\n");
    expect(parseAnswer(await rest).status).toBe(200);
    expect(await program.ended).toEqual([0, null]);
    expect(program.readFaults()).toBe("");
  });

  test("a signal to all processes while the second worker starts is an orderly end", async () => {
    const program = serve(2);
    // The message comes when the first listens.
    await readPort(program);
    program.signalAll("SIGINT");
    expect(await program.ended).toEqual([0, null]);
    expect(program.readFaults()).toBe("");
  });

  test("no worker outlives a program that was killed", async () => {
    const program = serve(2);
    const port = await readPort(program);
    program.process.kill("SIGKILL");
    // Ended is when nobody holds the output open any more.
    expect(await program.ended).toEqual([null, "SIGKILL"]);
    await expect(openConnection(port)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});
