// Answers that were given before, ready to be sent again: between two snapshots an address has one
// answer in each encoding. Holds so many bytes and forgets what was not asked for the longest time.
import type { IncomingMessage } from "node:http";
import type { ObservedResponse } from "../../observe/exchange.js";
import { isNotModified } from "./representation.js";
import type { Answer } from "./answer.js";

export interface AnswerCache {
  /** Answers a request if its answer is cached. @returns whether it was */
  answer(request: IncomingMessage, response: ObservedResponse): boolean;
  /** Keeps an answer to a request, if it is one that lasts. @param route its template */
  add(request: IncomingMessage, route: string, answer: Answer): void;
}

interface HeldAnswer {
  readonly route: string;
  readonly etag: string;
  /** Names and values by turns, as node sends them fastest. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
  readonly costBytes: number;
}

/** What an answer takes beside its body and its key, measured. */
const OVERHEAD_BYTES = 2_048;

export interface AnswerCacheOptions {
  readonly maxBytes: number;
  /** Of the snapshot that is served now; answers of others are forgotten. */
  readSnapshotId(): string;
  /** Called for every answer that was cached. */
  onReuse(): void;
}

export function openAnswerCache(options: AnswerCacheOptions): AnswerCache {
  const { maxBytes, readSnapshotId, onReuse } = options;
  // In the order in which they were asked for last.
  const held = new Map<string, HeldAnswer>();
  let snapshotId = "";
  let bytes = 0;
  const followSnapshot = (): void => {
    if (snapshotId === readSnapshotId()) return;
    snapshotId = readSnapshotId();
    held.clear();
    bytes = 0;
  };
  const forgetOldest = (): void => {
    for (const [key, { costBytes }] of held) {
      if (bytes <= maxBytes) return;
      held.delete(key);
      bytes -= costBytes;
    }
  };
  return {
    answer(request, response) {
      if (request.method !== "GET" && request.method !== "HEAD") return false;
      followSnapshot();
      const key = toKey(request);
      const found = held.get(key);
      if (found === undefined) return false;
      held.delete(key);
      held.set(key, found);
      onReuse();
      send(found, request, response);
      return true;
    },
    add(request, route, answer) {
      followSnapshot();
      if (answer.headers["Snapshot-Id"] !== snapshotId) return;
      const key = toKey(request);
      const one = toHeld(answer, route, key.length);
      // One that would drive out many others is not worth it.
      if (one === undefined || one.costBytes > maxBytes / 8 || held.has(key)) return;
      held.set(key, one);
      bytes += one.costBytes;
      forgetOldest();
    },
  };
}

/** The address as it was written, and what the representation depends on. */
function toKey({ url, headers }: IncomingMessage): string {
  const encoding = headers["accept-encoding"];
  return `${typeof encoding === "string" ? encoding : ""} ${url}`;
}

function toHeld(answer: Answer, route: string, keyChars: number): HeldAnswer | undefined {
  const { validator: etag, body, headers } = answer;
  if (answer.status !== 200 || etag === undefined) return undefined;
  if (!(body instanceof Uint8Array)) return undefined;
  // Memory of its own: a small body lies in a larger piece, which it would keep.
  const own = Buffer.allocUnsafeSlow(body.length);
  own.set(body);
  const costBytes = body.length + 2 * keyChars + OVERHEAD_BYTES;
  return { route, etag, headers: Object.entries(headers).flat(), body: own, costBytes };
}

function send(held: HeldAnswer, request: IncomingMessage, response: ObservedResponse): void {
  response.route = held.route;
  const id = ["X-Request-Id", response.requestId];
  if (isNotModified(request.headers["if-none-match"], held.etag)) {
    const pairs = held.headers.filter((_, at) => {
      const name = held.headers[at - (at % 2)] ?? "";
      return !name.startsWith("Content-");
    });
    response.writeHead(304, pairs.concat(id)).end();
  } else {
    // node itself leaves out the body for HEAD.
    response.writeHead(200, held.headers.concat(id)).end(held.body);
  }
}
