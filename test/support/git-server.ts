// Servers that git clones from in tests: plain files over HTTP, with answers that go wrong on
// demand, git's own program for HTTP, and one that takes connections and never says a word.
import { createReadStream, statSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Socket } from "node:net";
import path from "node:path";
import { onTestFinished } from "vitest";
import { answerGit, type NetworkFault } from "./git-backend.js";

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
