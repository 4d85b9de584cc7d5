// Content negotiation by the Accept headers (RFC 9110, 12.5).
import Negotiator from "negotiator";
import type { AnswerFormats } from "./route.js";

export type Encoding = "identity" | "gzip" | "br";

/** Without this many bytes compression gains less than its header costs. */
const COMPRESSION_THRESHOLD_BYTES = 1_024;

/**
 * Encoding with the highest q-value; among equals the first one named. A short text is compressed
 * only for clients that refuse it plain. @param acceptEncoding the request's header
 * @param acceptEncoding the request's header
 */
export function chooseEncoding(acceptEncoding: string | undefined, bytes: number): Encoding {
  if (acceptEncoding === undefined) return "identity";
  const negotiator = new Negotiator({ headers: { "accept-encoding": acceptEncoding } });
  const acceptable = negotiator.encodings(["br", "gzip", "identity"]);
  if (bytes < COMPRESSION_THRESHOLD_BYTES && acceptable.includes("identity")) return "identity";
  const [chosen] = acceptable;
  return chosen === "br" || chosen === "gzip" ? chosen : "identity";
}

/** The one of these media types that the client would rather have; the first when it says nothing. */
export function chooseMediaType<T extends string>(
  accept: string | undefined,
  offered: readonly [T, ...T[]],
): T {
  const negotiator = new Negotiator({ headers: { accept: accept ?? "*/*" } });
  const [chosen] = negotiator.mediaTypes([...offered]);
  return offered.find((one) => one === chosen) ?? offered[0];
}

/** JSON, or the form that the client would rather have. */
export function chooseFormat(
  accept: string | undefined,
  { texts, find }: Pick<AnswerFormats<never, never, never>, "texts" | "find">,
): string {
  // Most say nothing of forms.
  if (accept === undefined || accept === "*/*" || accept.startsWith("application/json"))
    return "json";
  return find(chooseMediaType(accept, ["application/json", ...Object.keys(texts)])) ?? "json";
}

/**
 * True if the client, as browsers do, names HTML and not JSON before it. @param accept its header
 */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const negotiator = new Negotiator({ headers: { accept } });
  return negotiator.mediaTypes(["application/json", "text/html"])[0] === "text/html";
}
