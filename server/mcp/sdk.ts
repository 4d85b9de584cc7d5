// The Model Context Protocol with its official SDK: tools, resources and prompts over HTTP, one request at a time
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
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type CallToolResult,
  type GetPromptResult,
  type ReadResourceResult,
  type Tool as ListedTool,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv-provider.js";
import { findPrompt, PROMPTS, renderPrompt, type Prompt } from "./prompts.js";
import { RESOURCE_TYPE, RESOURCES, type ResourceTemplate } from "./resources.js";
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
  const wait = <T>(ask: () => Promise<T>): Promise<T> => {
    const answer = last.then(ask);
    last = answer.catch(() => undefined).then(yieldToEventLoop);
    return answer;
  };
  return {
    ...service,
    call: (name, sent) => wait(() => service.call(name, sent)),
    read: (address) => wait(() => service.read(address)),
  };
}

/** Answers until the other side ends its input or the signal is aborted. */
export async function serveStreams(
  service: ToolService,
  streams: { readonly input: NodeJS.ReadStream; readonly output: NodeJS.WriteStream },
  signal: AbortSignal,
): Promise<void> {
  const pending = new Set<Promise<unknown>>();
  const keep = <T>(answer: Promise<T>): Promise<T> => {
    const settled = answer.catch(() => undefined).finally(() => pending.delete(settled));
    pending.add(settled);
    return answer;
  };
  const server = await createServer({
    ...service,
    call: (name, sent) => keep(service.call(name, sent)),
    read: (address) => keep(service.read(address)),
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
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: await service.describe(),
      jsonSchemaValidator: VALIDATOR,
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS.map(toListedTool) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) =>
    callTool(service, params.name, params.arguments ?? {}),
  );
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: RESOURCES.filter((resource) => !isTemplate(resource)).map((resource) => ({
      uri: resource.address,
      ...describeResource(resource),
    })),
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: RESOURCES.filter(isTemplate).map((resource) => ({
      uriTemplate: resource.address,
      ...describeResource(resource),
    })),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) =>
    readResource(service, params.uri),
  );
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: PROMPTS.map(toListedPrompt),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
    getPrompt(params.name, params.arguments ?? {}),
  );
  return server;
}

/** @throws McpError when the service fails to answer */
async function guard<T>(service: ToolService, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    service.onDefect(error);
    const detail = "The service failed to answer; the failure was logged.";
    throw new McpError(ErrorCode.InternalError, detail);
  }
}

/** Code of the protocol for a missing resource. */
const RESOURCE_NOT_FOUND = -32002;

async function readResource(service: ToolService, uri: string): Promise<ReadResourceResult> {
  const answer = await guard(service, service.read(uri));
  if (answer === undefined) {
    const known = RESOURCES.map(({ address }) => address).join(", ");
    const detail = `There is no resource "${uri}"; there are ${known}.`;
    throw new McpError(RESOURCE_NOT_FOUND, detail, { uri });
  }
  if (answer.isError) throw new McpError(RESOURCE_NOT_FOUND, answer.text, { uri });
  return { contents: [{ uri, mimeType: RESOURCE_TYPE, text: answer.text }] };
}

function isTemplate({ address }: ResourceTemplate): boolean {
  return address.includes("{");
}

function describeResource({ title, description }: ResourceTemplate) {
  return { name: title, description, mimeType: RESOURCE_TYPE };
}

function toListedPrompt({ name, title, description, parameters }: Prompt) {
  const list = Object.entries(parameters).map(([argument, meaning]) => ({
    name: argument,
    description: meaning,
    required: true,
  }));
  return { name, title, description, arguments: list };
}

function getPrompt(name: string, given: Readonly<Record<string, string>>): GetPromptResult {
  const prompt = findPrompt(name);
  if (prompt === undefined) {
    const known = PROMPTS.map((one) => one.name).join(", ");
    const detail = `There is no prompt "${name}"; there are ${known}.`;
    throw new McpError(ErrorCode.InvalidParams, detail);
  }
  const rendered = renderPrompt(prompt, given);
  if ("missing" in rendered) {
    const detail = `The prompt needs ${rendered.missing.join(", ")}.`;
    throw new McpError(ErrorCode.InvalidParams, detail);
  }
  const { text } = rendered;
  return {
    description: prompt.description,
    messages: [{ role: "user", content: { type: "text", text } }],
  };
}

async function callTool(
  service: ToolService,
  name: string,
  sent: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  const answer = await guard(service, service.call(name, sent));
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
