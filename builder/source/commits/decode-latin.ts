// Text that was read as a character for each byte.

/** As UTF-8, with the replacement character for what is none. */
export function decodeLatin(latin: string): string {
  // Nearly all is plain ASCII.
  return /[\u0080-\u00ff]/.test(latin) ? Buffer.from(latin, "latin1").toString("utf8") : latin;
}

/** The same as a text of its own: a part of what was read would keep all of it in memory. */
export function copyText(text: string): string {
  return Buffer.from(text).toString();
}
