// A successful answer, before it is encoded.
import type { Slice, SliceRequest } from "./slice.js";

export type Resource<Body = unknown> =
  | JsonResource<Body>
  | TextResource
  | BytesResource
  | StreamResource;

export interface ResourceDetails {
  /** Which part of a list the body is. */
  readonly page?: SliceRequest & { readonly total: number };
  /** True for what must be asked anew each time; other answers change only with the snapshot. */
  readonly isVolatile?: boolean;
  /** True for what looks otherwise to those who would rather have HTML. */
  readonly variesByAccept?: boolean;
}

export interface JsonResource<Body = unknown> extends ResourceDetails {
  /** JSON-able. */
  readonly body: Body;
  /** The body as JSON, of an answer that is cached. */
  readonly json?: string;
}

export interface TextResource extends ResourceDetails {
  readonly text: string;
  readonly contentType: string;
  /** What a page may do (Content-Security-Policy). */
  readonly policy?: string;
  /** Of a page that says what is wrong; 200 otherwise. */
  readonly status?: number;
  /** True for what never changes at its address. */
  readonly isImmutable?: boolean;
}

/** A text for browsers says what it may do. */
export type PageResource = TextResource & Required<Pick<TextResource, "policy">>;

/** What is no text. */
export interface BytesResource extends ResourceDetails {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** A long text, made while it is sent. */
export interface StreamResource extends ResourceDetails {
  readonly pieces: Iterable<string>;
  /** Equal for equal texts of one snapshot: the text itself is not in memory to compare. */
  readonly key: string;
  readonly contentType: string;
}

/** Rows as the body of an answer, with the part of the list that they are. */
export function toPageResource<T>(
  { rows, total }: Slice<T>,
  { limit, offset }: SliceRequest,
): JsonResource<readonly T[]> {
  return { body: rows, page: { limit, offset, total } };
}
