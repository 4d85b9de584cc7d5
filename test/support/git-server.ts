// Servers that git clones from in tests: plain files over HTTP, git's own program for HTTP with what a failing network
// makes of its answers, and one that takes connections and never says a word.
import { spawn } from "node:child_process";
import { createReadStream, statSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Socket } from "node:net";
import path from "node:path";
import { onTestFinished } from "vitest";

/**
 * Serves a folder until the test is done. A repository in it needs `git update-server-info`.
 * @param decide the status of a request; 200 sends the file if there is one
 */
export async function serveFolder(
  folder: string,
  decide: (request: IncomingMessage) => number = () => 200,
): Promise<string> {
  const server = createServer((request, response) => {
    const status = decide(request);
    const file = path.join(folder, new URL(request.url ?? "/", "http://localhost").pathname);
    const found = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    response.statusCode = status === 200 && !found ? 404 : status;
    if (status === 401) response.setHeader("WWW-Authenticate", 'Basic realm="test"');
    if (response.statusCode === 200) createReadStream(file).pipe(response);
    else response.end("no");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * Serves the repositories in a folder as servers of git do, until the test is done.
 * @param answer answers a request by itself where it returns true
 * @param findFault what becomes of the answer to a request
 */
export async function serveRepositories(
  folder: string,
  answer: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
  findFault: (request: IncomingMessage) => NetworkFault | undefined = () => undefined,
): Promise<string> {
  const server = createServer((request, response) => {
    if (answer(request, response)) request.resume();
    else answerGit(folder, request, response, findFault(request));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export interface SilentServer {
  readonly port: number;
  /** The next connection. */
  connected(): Promise<Socket>;
}

/** Takes connections and sends nothing, until the test is done. */
export async function openSilentServer(): Promise<SilentServer> {
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => {
    sockets.push(socket);
    // Reads all data, or the end would not be seen.
    socket.on("error", () => undefined).resume();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    connected: () => new Promise((resolve) => server.once("connection", resolve)),
  };
}

/** Outcome of an answer. */
export type NetworkFault =
  /** The connection ends without a word. */
  | "drop"
  /** Cuts the answer in the middle. */
  | "drop half"
  /** The first half is all there is, as a broken proxy sends it. */
  | "half"
  /** Nothing ever comes. */
  | "silence"
  /** The status, with headers, and no repository. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

/** Answers as servers of git do, or as the fault has it. */
export function answerGit(
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
  fault?: NetworkFault,
): void {
  if (fault === undefined || fault === "half" || fault === "drop half") {
    runBackend(folder, request, (answer) => send(response, answer, fault));
    return;
  }
  request.resume();
  if (fault === "drop") response.destroy();
  else if (fault !== "silence") response.writeHead(fault.status, fault.headers).end("no");
}

interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

function send(response: ServerResponse, answer: Answer, fault?: "half" | "drop half"): void {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  if (fault === undefined) {
    response.end(answer.body);
    return;
  }
  const half = answer.body.subarray(0, answer.body.length / 2);
  if (fault === "half") response.end(half);
  else response.write(half, () => response.destroy());
}

/** By the interface of CGI. */
function runBackend(
  folder: string,
  request: IncomingMessage,
  onAnswer: (answer: Answer) => void,
): void {
  const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
  const backend = spawn("git", ["http-backend"], {
    env: {
      PATH: process.env["PATH"],
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "safe.directory",
      GIT_CONFIG_VALUE_0: "*",
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: String(request.headers["content-encoding"] ?? ""),
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
    },
  });
  request.pipe(backend.stdin);
  backend.stdin.on("error", () => undefined);
  const chunks: Uint8Array[] = [];
  backend.stdout.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  backend.on("close", () => {
    const output = Buffer.concat(chunks);
    const end = output.indexOf("\r\n\r\n");
    const lines = output.toString("latin1", 0, end).split("\r\n");
    const rows = lines.map((line) => line.split(": ", 2) as [name: string, value: string]);
    const status = rows.find(([name]) => name === "Status")?.[1] ?? "200";
    const headers = rows.filter(([name]) => name !== "Status");
    onAnswer({ status: Number.parseInt(status, 10), headers, body: output.subarray(end + 4) });
  });
}
