// Cache of sent answers: between two snapshots an address has one answer in each encoding.
// routes/answer-cache.ts caches answers before encoding.
import type { IncomingMessage } from "node:http";
import { createBoundedCache } from "../../lookup/memo.js";
import type { ObservedResponse } from "../../observe/exchange.js";
import { Problem } from "../../contract/problem.js";
import type { Unsent } from "../unsent.js";
import { isNotModified } from "./representation.js";
import type { Answer } from "./answer.js";

export interface AnswerCache {
  /** Answers a request if its answer is cached. @returns whether it was */
  answer(request: IncomingMessage, response: ObservedResponse): boolean;
  /** Keeps an answer to a request, if it is one that lasts. @param route its template */
  add(request: IncomingMessage, route: string, answer: Answer): void;
}

interface CachedAnswer {
  readonly route: string;
  readonly etag: string;
  /** Names and values by turns, as node sends them fastest. */
  readonly headers: readonly string[];
  readonly body: string | Buffer;
}

/** Memory of an answer beside its body and its key, measured. */
const OVERHEAD_BYTES = 2_048;

const MOST_TEXT_BYTES = 16_384;

interface AnswerCacheOptions {
  readonly maxBytes: number;
  /** Id of the served snapshot; answers of others are dropped. */
  readSnapshotId(): string;
  readonly unsent: Unsent;
  /** Called for every answer that was cached. */
  onReuse(): void;
}

export function createAnswerCache(options: AnswerCacheOptions): AnswerCache {
  const { maxBytes, readSnapshotId, unsent, onReuse } = options;
  const cached = createBoundedCache<CachedAnswer>({
    mostBytes: maxBytes,
    largestBytes: maxBytes / 8,
  });
  let snapshotId = "";
  const followSnapshot = (): void => {
    if (snapshotId === readSnapshotId()) return;
    snapshotId = readSnapshotId();
    cached.clear();
  };
  return {
    answer(request, response) {
      if (request.method !== "GET" && request.method !== "HEAD") return false;
      followSnapshot();
      const found = cached.find(toKey(request));
      if (found === undefined) return false;
      const isNew = !isNotModified(request.headers["if-none-match"], found.etag);
      const hasBody = isNew && request.method === "GET";
      if (hasBody && !hasRoom(found, unsent, response)) return false;
      onReuse();
      send(found, isNew, response);
      return true;
    },
    add(request, route, answer) {
      followSnapshot();
      if (answer.headers["Snapshot-Id"] !== snapshotId) return;
      const key = toKey(request);
      const value = toCached(answer, route);
      if (value === undefined) return;
      cached.hold(key, { value, bytes: value.body.length + 2 * key.length + OVERHEAD_BYTES });
    },
  };
}

/** Without a cached one, the new answer says so. */
function hasRoom({ body }: CachedAnswer, unsent: Unsent, response: ObservedResponse): boolean {
  if (typeof body === "string") return true;
  try {
    unsent.hold(body, response);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** The address as it was written, and what the representation depends on. */
function toKey({ url, headers }: IncomingMessage): string {
  const encoding = headers["accept-encoding"];
  return `${typeof encoding === "string" ? encoding : ""} ${url}`;
}

function toCached(answer: Answer, route: string): CachedAnswer | undefined {
  const { validator: etag, body, headers } = answer;
  if (answer.status !== 200 || etag === undefined) return undefined;
  if (!(body instanceof Uint8Array)) return undefined;
  return { route, etag, headers: Object.entries(headers).flat(), body: toOwn(body) };
}

/**
 * A body in memory of its own: a small one lies in a larger piece, which it would keep. As a text of its bytes node
 * writes it together with the headers in one piece, which is faster as long as copying it costs nothing to speak of.
 */
function toOwn(body: Uint8Array): string | Buffer {
  const own = Buffer.allocUnsafeSlow(body.length);
  own.set(body);
  return body.length <= MOST_TEXT_BYTES ? own.toString("latin1") : own;
}

function send(cached: CachedAnswer, isNew: boolean, response: ObservedResponse): void {
  response.route = cached.route;
  const id = ["X-Request-Id", response.requestId];
  if (!isNew) {
    const pairs = cached.headers.filter((_, at) => {
      const name = cached.headers[at - (at % 2)] ?? "";
      return !name.startsWith("Content-");
    });
    response.writeHead(304, pairs.concat(id)).end();
  } else {
    // node itself leaves out the body for HEAD.
    response.writeHead(200, cached.headers.concat(id)).end(cached.body, "latin1");
  }
}
