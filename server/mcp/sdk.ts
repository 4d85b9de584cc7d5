// The Model Context Protocol with its official SDK: tools over HTTP, one request at a time
// without a session, and over standard input and output. The only file that knows the SDK; it takes a quarter of a
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
  const server = await createServer(inTurn(service));
  // Without a session a transport is for one request.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request);
  } finally {
    await server.close();
  }
}

/** Answers simultaneous requests of a client in sequence, and others in between. */
function inTurn(service: ToolService): ToolService {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...service,
    call(name, sent) {
      const answer = last.then(() => service.call(name, sent));
      last = answer.catch(() => undefined).then(yieldToEventLoop);
      return answer;
    },
  };
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
  Object.assign(server, {
    onerror(error: Error) {
      const answer = toLineFault(error);
      if (answer !== undefined) streams.output.write(`${JSON.stringify(answer)}\n`);
    },
  });
  const ended = once(streams.input, "end", { signal }).catch(() => undefined);
  await server.connect(new StdioServerTransport(streams.input, streams.output));
  await ended;
  // Requests before the end are still answered.
  await yieldToEventLoop();
  await Promise.all(pending);
  await yieldToEventLoop();
  await server.close();
}

/**
 * Reply of JSON-RPC 2.0 (5.1) to an invalid line, so that its sender does not wait for ever; the
 * request is unknown. `undefined` for faults without a line.
 */
function toLineFault(error: Error): object | undefined {
  const [code, message] =
    error instanceof SyntaxError
      ? [ErrorCode.ParseError, "Parse error: the line is not JSON."]
      : error.name.endsWith("ZodError")
        ? [ErrorCode.InvalidRequest, "Invalid request: the line is no message of JSON-RPC 2.0."]
        : [];
  return code === undefined ? undefined : { jsonrpc: "2.0", id: null, error: { code, message } };
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

/** @throws McpError for a tool that is not there, and when the service fails to answer */
async function callTool(
  service: ToolService,
  name: string,
  sent: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  const answer = await service.call(name, sent).catch((error: unknown) => {
    service.onDefect(error);
    const detail = "The service failed to answer; the failure was logged.";
    throw new McpError(ErrorCode.InternalError, detail);
  });
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
      ...(required.length > 0 && { required: [...required] }),
    },
    // Read-only tools destroy nothing and may be repeated: other hints add nothing.
    annotations: { readOnlyHint: true },
  };
}
