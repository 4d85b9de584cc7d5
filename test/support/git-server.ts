// Servers that git clones from in tests: plain files over HTTP, with answers that go wrong on
// demand, git's own program for HTTP, and one that takes connections and never says a word.
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
 */
export async function serveRepositories(
  folder: string,
  answer: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
): Promise<string> {
  const server = createServer((request, response) => {
    if (answer(request, response)) request.resume();
    else runBackend(folder, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** By the interface of CGI. */
function runBackend(folder: string, request: IncomingMessage, response: ServerResponse): void {
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
    for (const line of output.toString("latin1", 0, end).split("\r\n")) {
      const [name = "", value = ""] = line.split(": ");
      if (name === "Status") response.statusCode = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.end(output.subarray(end + 4));
  });
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
    // What comes is read, or the end would not be seen.
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
