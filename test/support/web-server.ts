// A web server on this machine for a folder of files in memory: ranges, ETag, PUT, and faults that
// are put before the regular answers. Records what it is asked.
import { createHash } from "node:crypto";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

export interface WebRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** `cut`: after so many bytes of the answer the connection ends, as soon as `cutHeld` says so. */
export type WebFault =
  | { readonly cut: number }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

export interface WebServer {
  /** `http://HOST:PORT` */
  readonly address: string;
  readonly files: Map<string, Buffer>;
  readonly seen: readonly WebRequest[];
  /** Answers the next requests for paths with this ending, in order, with faults. */
  failNext(ending: string, ...faults: readonly WebFault[]): void;
  /** Cuts the answers of which a part was sent: called when the part has arrived. */
  cutHeld(): void;
  stop(): Promise<void>;
}

export interface WebServerChoice {
  /** The address to listen at; default: 127.0.0.1. */
  readonly host?: string;
  /** Default: true. */
  readonly hasRanges?: boolean;
  /** Answers a request by itself where it returns true. */
  answer?(request: WebRequest, response: ServerResponse, server: WebServer): boolean;
}

export async function startWebServer(choice: WebServerChoice = {}): Promise<WebServer> {
  const { host = "127.0.0.1" } = choice;
  const files = new Map<string, Buffer>();
  const seen: WebRequest[] = [];
  const held = new Set<ServerResponse>();
  const faults: { readonly ending: string; readonly fault: WebFault }[] = [];
  const server = createServer((incoming, response) => {
    void readRequest(incoming).then((request) => {
      seen.push(request);
      const at = faults.findIndex(({ ending }) => request.target.endsWith(ending));
      const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.fault;
      if (fault !== undefined && "status" in fault) {
        response.writeHead(fault.status, fault.headers).end();
      } else if (choice.answer?.(request, response, self) !== true) {
        const cut = fault === undefined ? undefined : fault.cut;
        answer(request, response, { files, cut, held, hasRanges: choice.hasRanges ?? true });
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  const self: WebServer = {
    address: `http://${host}:${(server.address() as AddressInfo).port}`,
    files,
    seen,
    failNext: (ending, ...given) => void faults.push(...given.map((fault) => ({ ending, fault }))),
    cutHeld() {
      held.forEach((response) => response.destroy());
      held.clear();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return self;
}

async function readRequest(incoming: IncomingMessage): Promise<WebRequest> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
  const { method = "", url = "", headers } = incoming;
  return { method, target: url, headers, body: Buffer.concat(chunks) };
}

interface Answering {
  readonly files: Map<string, Buffer>;
  readonly cut: number | undefined;
  readonly held: Set<ServerResponse>;
  readonly hasRanges: boolean;
}

/** Answers GET, HEAD and PUT. */
function answer(request: WebRequest, response: ServerResponse, answering: Answering): void {
  const { method, target, headers, body } = request;
  if (method === "PUT") {
    answering.files.set(target, body);
    response.writeHead(201).end();
    return;
  }
  const file = answering.files.get(target);
  if (file === undefined) {
    response.writeHead(404).end("there is no such file");
    return;
  }
  const etag = `"${createHash("sha256").update(file).digest("hex")}"`;
  if (headers["if-none-match"] === etag) {
    response.writeHead(304, { etag }).end();
    return;
  }
  const asked = /^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1];
  const from = answering.hasRanges && asked !== undefined ? Number(asked) : 0;
  const part = file.subarray(from);
  const range = { "content-range": `bytes ${from}-${file.length - 1}/${file.length}` };
  const isPart = answering.hasRanges && asked !== undefined;
  response.writeHead(isPart ? 206 : 200, {
    etag,
    "content-length": String(part.length),
    ...(isPart ? range : {}),
  });
  if (answering.cut === undefined) response.end(method === "HEAD" ? undefined : part);
  else if (answering.cut === 0) response.destroy();
  else {
    answering.held.add(response);
    response.write(part.subarray(0, answering.cut));
  }
}
