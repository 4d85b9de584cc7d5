// The official SDK's own client of the Model Context Protocol, over HTTP and over the streams of the
// real program.

import { fileURLToPath } from "node:url";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { expect } from "vitest";

import type { Json } from "../../support/interface-fields.js";

export interface Agent {
  readonly client: Client;
  /** Calls a tool, and gives what it says as a value and as text. */
  readonly call: (name: string, given: object) => Promise<CalledTool>;
  readonly close: () => Promise<void>;
}

export interface CalledTool {
  readonly body: Json;
  readonly text: string;
  readonly isError: boolean;
}

const PROGRAM = fileURLToPath(new URL("../../../cli/main.js", import.meta.url));

/** @param base as in `http://127.0.0.1:8080` */
export function connectOverHttp(base: string): Promise<Agent> {
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", base));
  // The type of the class and that of its interface differ in whether `undefined` may be written.
  return connect(transport as Transport);
}

/** Starts `module-lookup mcp` on a snapshot. */
export function connectOverStreams(snapshot: string): Promise<Agent> {
  const args = [PROGRAM, "mcp", "--snapshot", snapshot];
  return connect(new StdioClientTransport({ command: process.execPath, args, stderr: "inherit" }));
}

async function connect(transport: Transport): Promise<Agent> {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transport);
  return {
    client,
    async call(name, given) {
      const result = await client.callTool({ name, arguments: { ...given } });
      const [content] = result.content as readonly {
        readonly type: string;
        readonly text: string;
      }[];
      expect(content?.type).toBe("text");
      return {
        body: result.structuredContent as Json,
        text: content?.text ?? "",
        isError: result.isError === true,
      };
    },
    close: () => client.close(),
  };
}
