// How long a server asks to wait, in the headers of its answers. Pure.
import type { IncomingHttpHeaders } from "node:http";

/** `Retry-After` in seconds or as a date, else when the rate limit begins anew; at least 1 s. */
export function findStatedWait(headers: IncomingHttpHeaders, localNow: number): number | undefined {
  // Dates are compared with the server's own clock where it tells it.
  const now = Date.parse(headers.date ?? "") || localNow;
  const retryAfter = headers["retry-after"] ?? "";
  const reset = Number(readHeader(headers, "x-ratelimit-reset", "ratelimit-reset") ?? NaN);
  const waitMs = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : (Date.parse(retryAfter) || reset * 1000) - now;
  return Number.isFinite(waitMs) ? Math.max(waitMs, 1_000) : undefined;
}

/** The first of the headers that is there. */
export function readHeader(
  headers: IncomingHttpHeaders,
  ...names: readonly string[]
): string | undefined {
  const value = names.map((name) => headers[name]).find((given) => given !== undefined);
  return Array.isArray(value) ? value.join(", ") : value;
}
