// A folder that a web server shows: releases and archives by GET with ranges and ETag. Published to
// by PUT, as WebDAV servers and many artifact stores take it.
import { toSha256 } from "../../sha256.js";
import type { RequestBody, WebReply, WebRequest } from "../../network/request.js";
import { askTarget, readSmallText, type TargetNetwork } from "./http-request.js";
import type { ArchiveReading, PublishTarget } from "./target.js";
import {
  CURRENT_RELEASE,
  encodeRelease,
  nameRelease,
  parseRelease,
  RELEASE_LIMIT_BYTES,
} from "../release/release.js";
import { emptyTarget, invalidTarget, refusedAccess } from "../ship-error.js";

interface HttpTargetChoice {
  /** Name of the target in messages. */
  readonly label: string;
  /** Address of the folder, with a slash at its end. */
  readonly base: URL;
  readonly network: TargetNetwork;
  /** Remedy for a refusal. */
  readonly remedy: string;
  /** Headers that authorize one request. */
  authorize(request: UnsignedRequest): Readonly<Record<string, string>>;
}

interface UnsignedRequest {
  readonly method: WebRequest["method"];
  readonly address: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, hexadecimal. */
  readonly bodySha256: string;
}

/** SHA-256 of no bytes. */
const EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

export function createHttpTarget(choice: HttpTargetChoice): PublishTarget {
  const { label, base, network } = choice;
  const send = async (
    { bodySha256, ...request }: WebRequest & Pick<UnsignedRequest, "bodySha256">,
    wanted = [200, 201, 204],
  ): Promise<WebReply> => {
    const { method, address, headers = {} } = request;
    const signed = choice.authorize({ method, address, headers, bodySha256 });
    const reply = await askTarget({ ...request, headers: { ...headers, ...signed } }, network);
    return requireStatus(reply, wanted, label, choice.remedy);
  };
  const get = (name: string, headers: Record<string, string>): Promise<WebReply> => {
    const address = new URL(name, base);
    const request = { method: "GET", address, headers, bodySha256: EMPTY_SHA256 } as const;
    return send(request, [200, 206, 304, 416]);
  };
  const put = async (
    name: string,
    body: RequestBody,
    { type, sha256 }: { readonly type: string; readonly sha256: string },
  ): Promise<void> => {
    const headers = { "content-type": type };
    const address = new URL(name, base);
    const reply = await send({ method: "PUT", address, headers, body, bodySha256: sha256 });
    reply.body.resume();
  };
  return {
    label,
    async readRelease({ id, knownTag }) {
      const headers = knownTag === undefined ? {} : { "if-none-match": knownTag };
      const reply = await get(nameRelease(id), { ...headers, "cache-control": "no-cache" });
      const text = await readSmallText(reply, RELEASE_LIMIT_BYTES);
      if (reply.status === 304) return "unchanged";
      return { release: parseRelease(text, label), tag: reply.headers.etag };
    },
    openArchive: async ({ name }, from) =>
      toArchiveReading(await get(name, from === 0 ? {} : { range: `bytes=${from}-` }), from, label),
    async publish(release, file) {
      const { archive, contents } = release;
      const { name, bytes, sha256 } = archive;
      await put(name, { file, bytes }, { type: "application/gzip", sha256 });
      const text = encodeRelease(release);
      for (const target of [nameRelease(contents.id), CURRENT_RELEASE]) {
        await put(target, Buffer.from(text), { type: "application/json", sha256: toSha256(text) });
      }
    },
  };
}

/**
 * Reading of an answer to a request for the bytes from a position on.
 * @throws ShipError `place_invalid` when it gives other bytes
 */
export function toArchiveReading(reply: WebReply, from: number, label: string): ArchiveReading {
  const { status, headers, body } = reply;
  if (status === 200) return { from: 0, body };
  const first = /^bytes (\d+)-/.exec(headers["content-range"] ?? "")?.[1];
  if (status === 206 && Number(first) === from) return { from, body };
  body.destroy();
  throw invalidTarget(label, `status ${status} where the bytes from ${from} on are due`);
}

/** @throws ShipError `place_empty`, `place_refused` or `place_invalid` */
export function requireStatus(
  reply: WebReply,
  wanted: readonly number[],
  label: string,
  remedy: string,
): WebReply {
  const { status, body } = reply;
  if (wanted.includes(status)) return reply;
  body.destroy();
  if (status === 404) throw emptyTarget(label);
  if (status === 401 || status === 403) throw refusedAccess(label, status, remedy);
  throw invalidTarget(label, `status ${status}`);
}
