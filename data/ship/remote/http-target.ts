// A folder that a web server shows: releases and archives by GET with ranges and ETag. Published to
// by PUT, as WebDAV servers and many artifact stores take it.
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
  /** Headers that authorize each request. */
  readonly authorization: Readonly<Record<string, string>>;
}

export function createHttpTarget(choice: HttpTargetChoice): PublishTarget {
  const { label, base, network, authorization } = choice;
  const send = async (
    request: Omit<WebRequest, "address"> & { readonly name: string },
    wanted: readonly number[],
  ): Promise<WebReply> => {
    const { name, headers, ...others } = request;
    const asked = { ...others, address: new URL(name, base) };
    const reply = await askTarget({ ...asked, headers: { ...headers, ...authorization } }, network);
    return requireStatus(reply, wanted, label, choice.remedy);
  };
  const get = (name: string, headers: Readonly<Record<string, string>>): Promise<WebReply> =>
    send({ method: "GET", name, headers }, [200, 206, 304, 416]);
  const put = async (name: string, body: RequestBody, type: string): Promise<void> => {
    const headers = { "content-type": type };
    const reply = await send({ method: "PUT", name, headers, body }, [200, 201, 204]);
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
      await put(archive.name, { file, bytes: archive.bytes }, "application/gzip");
      const text = Buffer.from(encodeRelease(release));
      for (const target of [nameRelease(contents.id), CURRENT_RELEASE]) {
        await put(target, text, "application/json");
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
