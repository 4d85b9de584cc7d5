// From a resource to a whole answer: headers for caches and pages, what the client already has, and
// the bytes in the encoding that it takes.
import type { Answer, Question } from "./answer.js";
import { CORS_HEADERS, SECURITY_HEADERS } from "../cors.js";
import { chooseEncoding, type Encoding } from "../../contract/negotiation.js";
import { compress, computeEtag, isNotModified } from "./representation.js";
import type {
  BytesResource,
  JsonResource,
  Resource,
  StreamResource,
  TextResource,
} from "../../contract/resource.js";
import { openStream } from "./stream-encoding.js";

/** Answers change only with the snapshot. */
const CACHE_CONTROL = "public, max-age=300, stale-while-revalidate=86400";

/** For files whose address changes with their content. */
const IMMUTABLE = "public, max-age=31536000, immutable";

const COMMON_HEADERS = { ...CORS_HEADERS, ...SECURITY_HEADERS } as const;

export function encodeResource(resource: Resource, question: Question): Promise<Answer> {
  return "pieces" in resource ? encodePieces(resource, question) : encodeWhole(resource, question);
}

async function encodeWhole(
  resource: JsonResource | TextResource | BytesResource,
  question: Question,
): Promise<Answer> {
  const isText = "text" in resource;
  const status = isText ? (resource.status ?? 200) : 200;
  const plain = toBytes(resource);
  const encoding = chooseEncoding(question.acceptEncoding, plain.length);
  const etag = computeEtag(plain, question.snapshotId, encoding);
  const headers = createHeaders(resource, question, etag);
  describePart(headers, resource, question.url);
  if (isText && resource.isImmutable === true) headers["Cache-Control"] = IMMUTABLE;
  if (status !== 200) headers["Cache-Control"] = "no-store";
  else if (isNotModified(question.ifNoneMatch, etag)) return { status: 304, headers, body: null };
  if (isText && resource.policy !== undefined) {
    headers["Content-Security-Policy"] = resource.policy;
  }
  const body = await compressHeld(plain, encoding, question);
  headers["Content-Type"] =
    "contentType" in resource ? resource.contentType : "application/json; charset=utf-8";
  headers["Content-Length"] = String(body.length);
  if (encoding !== "identity") headers["Content-Encoding"] = encoding;
  const isLasting = resource.isVolatile !== true && resource.variesByAccept !== true;
  return { status, headers, body, ...(isLasting ? { validator: etag } : {}) };
}

/** Others are asked for while it is made. @throws Problem `too_busy` */
async function compressHeld(
  plain: Uint8Array,
  encoding: Encoding,
  { watch }: Question,
): Promise<Uint8Array> {
  const release = watch.hold(plain);
  try {
    return await compress(plain, encoding);
  } finally {
    release();
  }
}

function toBytes(resource: JsonResource | TextResource | BytesResource): Buffer {
  if ("bytes" in resource) return Buffer.from(resource.bytes);
  const isText = "text" in resource;
  const text = isText ? resource.text : (resource.json ?? JSON.stringify(resource.body));
  return Buffer.from(text, "utf8");
}

/** The length of a streamed text is unknown, so none is given. */
async function encodePieces(resource: StreamResource, question: Question): Promise<Answer> {
  const encoding = chooseEncoding(question.acceptEncoding, Infinity);
  const etag = computeEtag(Buffer.from(resource.key), question.snapshotId, encoding);
  const headers = createHeaders(resource, question, etag);
  if (isNotModified(question.ifNoneMatch, etag)) return { status: 304, headers, body: null };
  describePart(headers, resource, question.url);
  headers["Content-Type"] = resource.contentType;
  if (encoding !== "identity") headers["Content-Encoding"] = encoding;
  const { isHead, watch } = question;
  const body = isHead ? null : await openStream(resource.pieces, encoding, watch);
  return { status: 200, headers, body };
}

function createHeaders(
  resource: Resource,
  { snapshotId }: Question,
  etag: string,
): Record<string, string> {
  return {
    ...COMMON_HEADERS,
    "Cache-Control": resource.isVolatile === true ? "no-store" : CACHE_CONTROL,
    ETag: etag,
    "Snapshot-Id": snapshotId,
    Vary: resource.variesByAccept === true ? "Accept, Accept-Encoding" : "Accept-Encoding",
  };
}

/**
 * Longest header Link, in bytes. It repeats the address, and what lies between may hold less of an
 * answer's headers than of a request's: 4 KiB in nginx, 16 KiB in Node.js' own fetch.
 */
const LONGEST_LINK_BYTES = 3_000;

/** Adds Link (RFC 8288), and X-Total-Count to a list that is given in parts. */
function describePart(
  headers: Record<string, string>,
  { page, rest }: Pick<Resource, "page" | "rest">,
  url: URL,
): void {
  if (page !== undefined) headers["X-Total-Count"] = String(page.total);
  const ofPage = page === undefined ? [] : listPageLinks(page, url);
  const links = rest === undefined ? ofPage : [linkTo(url, { rest }, "next")];
  // The one that leads on stands first, and is given up last.
  while (links.join(", ").length > LONGEST_LINK_BYTES) links.pop();
  if (links.length > 0) headers["Link"] = links.join(", ");
}

function listPageLinks({ offset, limit, total }: NonNullable<Resource["page"]>, url: URL) {
  const link = (start: number, relation: string): string =>
    linkTo(url, { limit: String(limit), offset: String(start) }, relation);
  const links: string[] = [];
  if (offset + limit < total) links.push(link(offset + limit, "next"));
  // From beyond the end, the page before is the last one that has rows.
  if (offset > 0) links.push(link(Math.max(0, Math.min(offset, total) - limit), "prev"));
  return links;
}

/** The same question with other values. */
function linkTo(url: URL, values: Readonly<Record<string, string>>, relation: string): string {
  const query = new URLSearchParams({ ...Object.fromEntries(url.searchParams), ...values });
  return `<${url.pathname}?${query.toString()}>; rel="${relation}"`;
}
