// HTTP as it goes over the wire: what fetch would fix or hide on the way.

import { once } from "node:events";
import { Agent, request, type IncomingHttpHeaders } from "node:http";
import { connect, type Socket } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

export interface RawRequest {
  readonly method?: string;
  /** The request target, sent as it is. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Leave out what every request of HTTP/1.1 must have. */
  readonly withoutHost?: boolean;
  /** Agent with its connections; `false`: one of its own. Default: the shared one. */
  readonly agent?: Agent | false;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Body as received, encoded. */
  readonly bytes: Buffer;
}

/** To open a connection costs as much as most answers. */
const KEPT_OPEN = new Agent({ keepAlive: true });

/** Sends one request. */
export async function sendRequest(port: number, question: RawRequest): Promise<RawAnswer> {
  const { method = "GET", target: path, headers = {}, agent = KEPT_OPEN } = question;
  const setHost = question.withoutHost !== true;
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, method, path, headers, agent, setHost });
    sent.on("error", (error: NodeJS.ErrnoException) => {
      // A connection that was kept open is closed after a while, perhaps at this very moment.
      const isStale = sent.reusedSocket && error.code === "ECONNRESET";
      if (isStale) resolve(sendRequest(port, { ...question, agent: false }));
      else reject(error);
    });
    sent.on("response", (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => {
        const { statusCode = 0, headers: received } = response;
        resolve({ status: statusCode, headers: received, bytes: Buffer.concat(parts) });
      });
    });
    sent.end(question.body);
  });
}

/** The text of an answer, decoded as its headers say. */
export function decodeText({ headers, bytes }: RawAnswer): string {
  switch (headers["content-encoding"]) {
    case undefined:
      return bytes.toString("utf8");
    case "gzip":
      return gunzipSync(bytes).toString("utf8");
    case "br":
      return brotliDecompressSync(bytes).toString("utf8");
    default:
      throw new Error(`nobody asked for ${headers["content-encoding"]}`);
  }
}

export function decodeJson(answer: RawAnswer): unknown {
  return JSON.parse(decodeText(answer)) as unknown;
}

/** An open connection on which a test writes what it likes. */
export async function openConnection(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  return socket.setEncoding("utf8");
}

/** Reads until the other side closes. */
export async function readToEnd(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (part: string) => (text += part));
  await once(socket, "close");
  return text;
}

/** The next answer on a connection that stays open, by its Content-Length; nothing may follow it. */
export async function readAnswer(socket: Socket): Promise<RawAnswer> {
  let text = "";
  for (;;) {
    const [part] = (await once(socket, "data")) as [string];
    text += part;
    const end = text.indexOf("\r\n\r\n");
    const length = Number(/^content-length: (\d+)\r$/im.exec(text)?.[1] ?? 0);
    if (end >= 0 && Buffer.byteLength(text.slice(end + 4)) >= length) return parseAnswer(text);
  }
}

/** The one answer in what a connection received, with its body as it is. */
export function parseAnswer(received: string): RawAnswer {
  const [head = "", body = ""] = received.split("\r\n\r\n", 2);
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(statusLine.split(" ")[1]),
    headers: Object.fromEntries(headers) as IncomingHttpHeaders,
    bytes: Buffer.from(body, "utf8"),
  };
}
