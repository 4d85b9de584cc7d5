// `module-lookup mcp` as a process of its own: what goes over its streams, and how it ends.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";

import type { Json } from "../../support/interface-fields.js";
import { runProgram } from "../../support/program.js";
import { getSharedSnapshots } from "../../support/shared-snapshot.js";

const PROGRAM = fileURLToPath(new URL("../../../cli/main.js", import.meta.url));

interface Outcome {
  readonly code: number | null;
  readonly messages: readonly Json[];
  readonly stderr: string;
}

/** Sends lines and ends the input at once. */
async function speak(lines: readonly string[]): Promise<Outcome> {
  const child = spawn(process.execPath, [PROGRAM, "mcp", "--snapshot", getSharedSnapshots()]);
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.stdin.end(lines.map((line) => `${line}\n`).join(""));
  const [code] = (await once(child, "close")) as [number | null];
  const messages = stdout.split("\n").filter((line) => line !== "");
  return { code, messages: messages.map((line) => JSON.parse(line) as Json), stderr };
}

const call = (id: number, name: string, given: object): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: given } });

describe("module-lookup mcp", () => {
  test("answers all that was asked before its input ended, and ends well", async () => {
    const { code, messages, stderr } = await speak([
      call(1, "find_module", { module_name: "rental_core" }),
      call(2, "search_modules", { q: "barcode label", limit: 1 }),
      call(3, "where_is", { model_name: "rental.order" }),
    ]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(messages.map(({ id }) => id).toSorted()).toEqual([1, 2, 3]);
    for (const { result } of messages) expect(result).toMatchObject({ isError: false });
  });

  test("answers a line that is no message with the fault, and goes on", async () => {
    const { code, messages } = await speak([
      "what?",
      '{"jsonrpc":"2.0"}',
      call(7, "find_module", { module_name: "rental_core" }),
    ]);
    expect(code).toBe(0);
    const faults = messages.filter(({ id }) => id === null);
    expect(faults.map(({ error }) => (error as Json)["code"])).toEqual([-32700, -32600]);
    expect(messages.find(({ id }) => id === 7)).toMatchObject({ result: { isError: false } });
  });

  test("ends with nothing to do when nobody asks", async () => {
    expect(await speak([])).toEqual({ code: 0, messages: [], stderr: "" });
  });

  test("without a snapshot says so and writes nothing that is no message", async () => {
    const missing = await runProgram(["mcp", "--snapshot", `${getSharedSnapshots()}/nothing`]);
    expect([missing.code, missing.stdout]).toEqual([1, ""]);
    expect(missing.stderr).toMatch(/There is no snapshot/);
    const wrong = await runProgram(["mcp"]);
    expect([wrong.code, wrong.stdout]).toEqual([2, ""]);
    expect(wrong.stderr).toMatch(/--snapshot DIR is missing/);
  });
});
