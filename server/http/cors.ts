// The headers by which every answer protects a browser, and by which anybody's page may read everything here.

export const ALLOWED_METHODS = "GET, HEAD, OPTIONS";

export const CORS_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Link, X-Total-Count, Snapshot-Id, X-Request-Id",
} as const;

export const PREFLIGHT_HEADERS = {
  ...CORS_HEADERS,
  Allow: ALLOWED_METHODS,
  "Access-Control-Allow-Methods": ALLOWED_METHODS,
  "Access-Control-Allow-Headers": "*",
  "Access-Control-Max-Age": "86400",
} as const;

export const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
} as const;
