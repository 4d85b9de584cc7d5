// Text that was read as a character for each byte.

/**
 * As UTF-8, with the replacement character for what is none. It is a text of its own: a part of what was read would
 * keep all of it in memory.
 */
export function decodeLatin(latin: string): string {
  return Buffer.from(latin, "latin1").toString("utf8");
}
