// A large archive to S3 in parts, since one PUT takes 5 GB at most
// (https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html). An upload that fails is
// given up there, so that nobody pays for its parts; one that was stopped is left to the bucket's rules.
import { createReadStream } from "node:fs";
import { digestPieces, toSha256 } from "../../sha256.js";
import type { WebReply, WebRequest } from "../../network/request.js";
import { readSmallText } from "./http-request.js";
import { invalidTarget } from "../ship-error.js";

/** Bytes of a part: the loss when a connection breaks. */
export const PART_BYTES = 64 * 1024 * 1024;

/** Limit for an answer that has an id. */
const ANSWER_LIMIT_BYTES = 100_000;

interface Upload {
  /** Address of the object. */
  readonly address: URL;
  readonly file: string;
  readonly bytes: number;
  readonly partBytes: number;
  /** Name of the target in messages. */
  readonly label: string;
}

export interface HashedRequest extends WebRequest {
  /** SHA-256 of the body, hexadecimal. */
  readonly bodySha256: string;
}

/** Sends a request, signed. @throws ShipError unless its answer is one of success */
type Send = (request: HashedRequest) => Promise<WebReply>;

/** @throws ShipError */
export async function uploadInParts(upload: Upload, send: Send): Promise<void> {
  const { file, bytes, partBytes, label } = upload;
  const id = await beginUpload(upload, send);
  try {
    const tags: string[] = [];
    for (let from = 0; from < bytes; from += partBytes) {
      const part = { file, from, bytes: Math.min(partBytes, bytes - from) };
      const address = toAddress(upload, { partNumber: String(tags.length + 1), uploadId: id });
      const { sha256: bodySha256 } = await digestPieces(
        createReadStream(part.file, { start: part.from, end: part.from + part.bytes - 1 }),
      );
      const { headers, body } = await send({ method: "PUT", address, body: part, bodySha256 });
      body.resume();
      if (headers.etag === undefined) throw invalidTarget(label, "a part without ETag");
      tags.push(headers.etag);
    }
    await endUpload(upload, { id, tags }, send);
  } catch (error) {
    await giveUp(toAddress(upload, { uploadId: id }), send);
    throw error;
  }
}

async function beginUpload(upload: Upload, send: Send): Promise<string> {
  const headers = { "content-type": "application/gzip" };
  const address = toAddress(upload, { uploads: "" });
  const reply = await send({ method: "POST", address, headers, ...toBody("") });
  const text = await readSmallText(reply, ANSWER_LIMIT_BYTES);
  const id = /<UploadId>([^<&]+)<\/UploadId>/.exec(text)?.[1];
  if (id === undefined) throw invalidTarget(upload.label, "an upload without UploadId");
  return id;
}

async function endUpload(
  upload: Upload,
  { id, tags }: { readonly id: string; readonly tags: readonly string[] },
  send: Send,
): Promise<void> {
  const parts = tags.map((tag, at) => {
    const escaped = tag.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    return `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped}</ETag></Part>`;
  });
  const body = toBody(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
  const address = toAddress(upload, { uploadId: id });
  const text = await readSmallText(
    await send({ method: "POST", address, ...body }),
    ANSWER_LIMIT_BYTES,
  );
  // A storage that takes long to join the parts has begun its answer before it knows how it ends.
  if (!text.includes("<CompleteMultipartUploadResult")) {
    throw invalidTarget(upload.label, "parts that were not joined");
  }
}

/** The fault of the upload is reported, not the failure to abort it. */
async function giveUp(address: URL, send: Send): Promise<void> {
  const reply = await send({ method: "DELETE", address, ...toBody("") }).catch(() => undefined);
  reply?.body.resume();
}

function toAddress({ address }: Upload, query: Readonly<Record<string, string>>): URL {
  const whole = new URL(address);
  whole.search = new URLSearchParams(query).toString();
  return whole;
}

function toBody(text: string): { readonly body: Uint8Array; readonly bodySha256: string } {
  return { body: Buffer.from(text), bodySha256: toSha256(text) };
}
