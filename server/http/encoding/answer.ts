// Negotiated request of a representation, and the bytes for the wire.
import type { Readable } from "node:stream";
import type { StreamWatch } from "./stream-encoding.js";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | Readable | null;
  /** ETag, for an answer that is the same for everyone as long as the snapshot lasts. */
  readonly validator?: string;
}

export interface Question {
  readonly url: URL;
  readonly snapshotId: string;
  /** Headers of the request. */
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
  /** Only the headers are asked for. */
  readonly isHead: boolean;
  readonly watch: StreamWatch;
}
