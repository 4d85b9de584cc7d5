// The Model Context Protocol with its official SDK: tools over HTTP, one request at a time without a
// session, and over standard input and output. The only file that knows the SDK; it takes a quarter of a
// second to load, so it is loaded when it is first needed.
import { once } from "node:events";
import { yieldToEventLoop } from "../../data/yield.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
  type Tool as ListedTool,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv-provider.js";
import type { ToolService } from "./service.js";
import type { Tool } from "./tool.js";
import { TOOLS } from "./tools.js";

/** Answers one message, or a few together, with JSON. */
export async function answerRequest(request: Request, service: ToolService): Promise<Response> {
  const server = await createServer(service);
  // Without a session a transport is for one request.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request);
  } finally {
    await server.close();
  }
}

/** Answers until the other side ends its input or the signal is aborted. */
export async function serveStreams(
  service: ToolService,
  streams: { readonly input: NodeJS.ReadStream; readonly output: NodeJS.WriteStream },
  signal: AbortSignal,
): Promise<void> {
  const pending = new Set<Promise<unknown>>();
  const server = await createServer({
    ...service,
    call(name, sent) {
      const answer = service.call(name, sent);
      const settled = answer.catch(() => undefined).finally(() => pending.delete(settled));
      pending.add(settled);
      return answer;
    },
  });
  const ended = once(streams.input, "end", { signal }).catch(() => undefined);
  await server.connect(new StdioServerTransport(streams.input, streams.output));
  await ended;
  // What was asked before the end is still answered.
  await yieldToEventLoop();
  await Promise.all(pending);
  await yieldToEventLoop();
  await server.close();
}

/** One for all servers, since making one takes as long as an answer. */
const VALIDATOR = new AjvJsonSchemaValidator();

async function createServer(service: ToolService): Promise<Server> {
  const server = new Server(
    { name: "module-lookup", title: "Odoo modules", version: service.version },
    {
      capabilities: { tools: {} },
      instructions: await service.describe(),
      jsonSchemaValidator: VALIDATOR,
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS.map(toListedTool) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) =>
    callTool(service, params.name, params.arguments ?? {}),
  );
  return server;
}

async function callTool(
  service: ToolService,
  name: string,
  sent: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  let answer;
  try {
    answer = await service.call(name, sent);
  } catch (error) {
    service.onDefect(error);
    const detail = "The service failed to answer; the failure was logged.";
    throw new McpError(ErrorCode.InternalError, detail);
  }
  if (answer === undefined) {
    const known = TOOLS.map((tool) => tool.name).join(", ");
    throw new McpError(ErrorCode.InvalidParams, `There is no tool "${name}"; there are ${known}.`);
  }
  const { structured, text, isError } = answer;
  return { content: [{ type: "text", text }], structuredContent: { ...structured }, isError };
}

function toListedTool({ name, title, description, parameters, required }: Tool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: {
      type: "object",
      properties: { ...parameters },
      required: [...required],
      additionalProperties: false,
    },
    annotations: {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}
