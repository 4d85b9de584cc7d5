// Headers of a git server, which git keeps to itself: read out of git's trace of requests; nothing
// else of it is kept. Pure.

/** Settings by which git writes the headers, and no data, to its descriptor 3; it leaves out credentials. */
export const TRACE_ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_TRACE_CURL: "3",
  GIT_TRACE_CURL_NO_DATA: "1",
  GIT_TRACE_REDACT: "1",
};

export interface ServerWords {
  /** The next piece of the trace. */
  add(text: string): void;
  /** Wait that the last answer asked for, in milliseconds. */
  readonly waitMs: number | undefined;
  /** True if an answer listed branches as a git server does, unlike a plain file server. */
  readonly isListing: boolean;
}

const HEADER = / <= Recv header: ([a-z-]+): *(.*?)\s*$/i;
const LISTING_TYPE = "application/x-git-upload-pack-advertisement";

/** A line of the trace is no longer than a header may be. */
const LINE_LIMIT_CHARS = 16 * 1024;

/** @param now milliseconds since 1970, for a date that is named */
export function createServerWords(now: () => number): ServerWords {
  let rest = "";
  let waitMs: number | undefined;
  let isListing = false;
  const read = (line: string): void => {
    const [, name = "", value = ""] = HEADER.exec(line) ?? [];
    if (/^retry-after$/i.test(name)) waitMs = toWait(value, now());
    else if (/^content-type$/i.test(name) && value === LISTING_TYPE) isListing = true;
  };
  return {
    add(text) {
      const lines = (rest + text).split("\n");
      rest = (lines.pop() ?? "").slice(-LINE_LIMIT_CHARS);
      for (const line of lines) read(line);
    },
    get waitMs() {
      return waitMs;
    },
    get isListing() {
      return isListing;
    },
  };
}

/** Seconds, or a date. */
function toWait(value: string, now: number): number | undefined {
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(waitMs) ? Math.max(waitMs, 0) : undefined;
}
