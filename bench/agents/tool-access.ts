// The tools as an agent asks them: the real program over its standard streams, one line a message.
import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";

export type Json = Readonly<Record<string, unknown>>;

export interface ToolAnswer {
  readonly body: Json;
  readonly isError: boolean;
}

export interface ToolAccess {
  call(name: string, given: object): Promise<ToolAnswer>;
}

export interface ToolProgram extends ToolAccess {
  /** Characters of the list of tools, which an agent reads once. */
  readonly listedChars: number;
  /** Of the texts that were answered since it was asked the last time; and how many calls there were. */
  takeCounts(): { readonly calls: number; readonly chars: number };
  close(): void;
}

const PROGRAM = path.join(import.meta.dirname, "..", "..", "cli", "main.js");

interface Message {
  readonly id: number;
  readonly result?: Json;
  readonly error?: { readonly message: string };
}

export async function startTools(snapshot: string): Promise<ToolProgram> {
  const child = spawn(process.execPath, [PROGRAM, "mcp", "--snapshot", snapshot], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const pending = new Map<number, (message: Message) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line) as Message;
    pending.get(message.id)?.(message);
    pending.delete(message.id);
  });
  let last = 0;
  const request = async (method: string, params: object): Promise<Json> => {
    const id = ++last;
    const { result, error } = await new Promise<Message>((resolve) => {
      pending.set(id, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    });
    if (result === undefined) throw new Error(error?.message ?? "no result");
    return result;
  };
  await request("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "odoo-bench", version: "1" },
  });
  const { tools } = await request("tools/list", {});
  let calls = 0;
  let chars = 0;
  return {
    listedChars: JSON.stringify(tools).length,
    async call(name, given) {
      const result = await request("tools/call", { name, arguments: given });
      const [content] = result["content"] as readonly { readonly text: string }[];
      calls += 1;
      chars += content?.text.length ?? 0;
      return { body: result["structuredContent"] as Json, isError: result["isError"] === true };
    },
    takeCounts() {
      const counts = { calls, chars };
      calls = 0;
      chars = 0;
      return counts;
    },
    close: () => child.stdin.end(),
  };
}
