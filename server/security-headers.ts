// What every answer tells a browser, and what a page may do in it.
import { createHash } from "node:crypto";

export const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
} as const;

/**
 * The policy of a page that loads nothing, sends nothing, stands in no frame, and runs nothing.
 * @param style the one inline style sheet that holds
 */
export function describePagePolicy(style: string): string {
  const hash = createHash("sha256").update(style).digest("base64");
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
