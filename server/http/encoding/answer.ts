// What is asked of a representation, and what goes over the wire.
import type { Readable } from "node:stream";
import type { StreamWatch } from "./stream-encoding.js";

/** What goes over the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | Readable | null;
  /** The ETag, where the answer lasts as long as the snapshot for everyone who asks for it. */
  readonly validator?: string;
}

export interface Question {
  readonly url: URL;
  readonly snapshotId: string;
  /** Headers of the request. */
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  /** Only the headers are asked for. */
  readonly isHead: boolean;
  readonly watch: StreamWatch;
}
