// Successful answers, before they are encoded; and parts of ordered lists, with the length of the whole.

export type Resource<Body = unknown> =
  | JsonResource<Body>
  | TextResource
  | BytesResource
  | StreamResource;

interface ResourceDetails {
  /** Position of the body in a longer list. */
  readonly page?: SliceRequest & { readonly total: number };
  /** Value of `rest` for the next part of a cut answer. */
  readonly rest?: string;
  /** True for answers that change at any time; others change only with the snapshot. */
  readonly isVolatile?: boolean;
  /** True for what looks otherwise to those who would rather have HTML. */
  readonly variesByAccept?: boolean;
}

export interface JsonResource<Body = unknown> extends ResourceDetails {
  /** JSON-able. */
  readonly body: Body;
  /** The body as JSON, of a cached answer; none of these is too long. */
  readonly json?: string;
}

export interface TextResource extends ResourceDetails {
  readonly text: string;
  readonly contentType: string;
  /** Content-Security-Policy of a page. */
  readonly policy?: string;
  /** Status of a page about a problem; default 200. */
  readonly status?: number;
  /** True for what never changes at its address. */
  readonly isImmutable?: boolean;
}

/** A text for browsers says what it may do. */
export type PageResource = TextResource & Required<Pick<TextResource, "policy">>;

/** A resource other than text. */
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

export interface Slice<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

export interface SliceRequest {
  readonly offset: number;
  readonly limit: number;
}

export function cutSlice<T>(all: readonly T[], { offset, limit }: SliceRequest): Slice<T> {
  return { rows: all.slice(offset, offset + limit), total: all.length };
}
