// Paths as git writes them, as text. Git knows bytes; text here is UTF-8 where they are, and never
// the same for two different paths.

const NAMED: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
};

/**
 * The path that git wrote, between quotes and with escapes where it is not plain ASCII
 * (`core.quotePath`). A component that is no UTF-8 has a lone surrogate for each byte beyond ASCII,
 * U+DC80 to U+DCFF, which no UTF-8 gives.
 */
export function unquotePath(written: string): string {
  if (!written.startsWith('"')) return written;
  const bytes: number[] = [];
  for (const [token] of written.slice(1, -1).matchAll(/\\[0-7]{3}|\\.|[^\\]/gs)) {
    if (token.length === 4) bytes.push(Number.parseInt(token.slice(1), 8));
    else if (token.length === 2) bytes.push(NAMED[token.slice(1)] ?? token.charCodeAt(1));
    else bytes.push(token.charCodeAt(0));
  }
  return decodePath(Buffer.from(bytes).toString("latin1"));
}

/** The path of bytes that are given as a character each, as `unquotePath` gives paths. */
export function decodePath(latin: string): string {
  // Most paths are plain ASCII.
  if (!/[\u0080-\u00ff]/.test(latin)) return latin;
  return latin.split("/").map(decodeComponent).join("/");
}

/** Decodes each component alone, so that a folder's name does not depend on its files. */
function decodeComponent(latin: string): string {
  const bytes = Buffer.from(latin, "latin1");
  const text = bytes.toString("utf8");
  if (Buffer.from(text, "utf8").equals(bytes)) return text;
  return latin.replace(/[\u0080-\u00ff]/g, (byte) =>
    String.fromCharCode(0xdc00 + byte.charCodeAt(0)),
  );
}

/** True if every byte of the path is UTF-8. */
export function isWellFormedPath(path: string): boolean {
  return !/\p{Surrogate}/u.test(path);
}

/** The path to be shown: the replacement character for what is no UTF-8. */
export function toShownPath(path: string): string {
  return path.replaceAll(/\p{Surrogate}/gu, "\ufffd");
}
