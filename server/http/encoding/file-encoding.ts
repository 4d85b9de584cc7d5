// A file as an answer: whole, a range (RFC 9110, 14), or 304. It is sent as it lies on disk, since
// resumed downloads need one form.
import { readPieces, type ServedFile } from "../../dataset/served-files.js";
import type { FileResource } from "../../dataset/file-resource.js";
import { Problem } from "../../contract/problem.js";
import { encodeProblem } from "../problem-encoding.js";
import { isNotModified } from "./representation.js";
import type { Answer, Question } from "./answer.js";
import { sendPieces, type OpenPieces } from "./stream-encoding.js";

/** The digest is of the bytes alone: two servers with the same file have the same validator. */
export function toFileEtag({ digest }: Pick<ServedFile, "digest">): string {
  return `"${digest.toString("base64url").slice(0, 22)}"`;
}

/**
 * @param common headers of every answer, the validator among them
 * @throws Problem `too_many_exports`
 */
export async function encodeFile(
  { file, contentType, fileName }: FileResource,
  question: Question,
  common: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { bytes, digest } = file;
  const headers = {
    ...common,
    "Accept-Ranges": "bytes",
    "Repr-Digest": `sha-256=:${digest.toString("base64")}:`,
  };
  const etag = toFileEtag(file);
  if (isNotModified(question.ifNoneMatch, etag)) return { status: 304, headers, body: null };
  const range = findRange(question, etag, bytes);
  if (range === "beyond") return refuseRange(question, bytes);
  const { start, end } = range ?? { start: 0, end: bytes };
  const described = {
    ...headers,
    "Content-Type": contentType,
    "Content-Length": String(end - start),
    "Content-Disposition": `attachment; filename="${fileName}"`,
    ...(range === undefined ? {} : { "Content-Range": `bytes ${start}-${end - 1}/${bytes}` }),
  };
  const status = range === undefined ? 200 : 206;
  const body = question.isHead
    ? null
    : await sendPieces(question.watch, () => openPart(file, { start, end }));
  return { status, headers: described, body };
}

/** Bytes from `start` to before `end`. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Several ranges at once, and what is no range, are answered with the whole, as they may be. */
function findRange(
  { range, ifRange, isHead }: Question,
  etag: string,
  bytes: number,
): Range | "beyond" | undefined {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(range ?? "");
  const isOfAnother = ifRange !== undefined && ifRange !== etag;
  if (asked === null || isHead || isOfAnother) return undefined;
  const [, first = "", last = ""] = asked;
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? "beyond" : { start: bytes - length, end: bytes };
  }
  const start = Number(first);
  const end = last === "" ? bytes : Math.min(Number(last) + 1, bytes);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= bytes ? "beyond" : { start, end };
}

function refuseRange({ url }: Question, bytes: number): Answer {
  const detail = `The file has ${bytes} bytes; ask for some of these.`;
  const { status, headers, body } = encodeProblem(
    new Problem("range_not_satisfiable", detail),
    url.pathname,
  );
  return { status, headers: { ...headers, "Content-Range": `bytes */${bytes}` }, body };
}

async function openPart(file: ServedFile, { start, end }: Range): Promise<OpenPieces<Uint8Array>> {
  const handle = await file.open();
  return { pieces: readPieces(handle, start, end), close: () => void handle.close() };
}
