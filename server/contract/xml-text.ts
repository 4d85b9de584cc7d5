// Texts in XML.
import { escape } from "./browser/html.js";

/** Drops characters that XML 1.0 cannot hold: control characters and lone surrogates. */
export function escapeXml(text: string): string {
  return escape(text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ""));
}
