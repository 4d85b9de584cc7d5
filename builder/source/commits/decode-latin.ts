// Text that was read as a character for each byte.

/** As UTF-8, with the replacement character for what is none. */
export function decodeLatin(latin: string): string {
  // Nearly all is plain ASCII.
  return /[\u0080-\u00ff]/.test(latin) ? Buffer.from(latin, "latin1").toString("utf8") : latin;
}

/** Decodes texts, to the same one for equal ones: few people make many commits. */
export function createDecoder(): (latin: string) => string {
  const known = new Map<string, string>();
  return (latin) => {
    const shared = known.get(latin);
    if (shared !== undefined) return shared;
    const text = copyText(decodeLatin(latin));
    known.set(Buffer.from(latin, "latin1").toString("latin1"), text);
    return text;
  };
}

/** The same as a text of its own: a part of what was read would keep all of it in memory. */
export function copyText(text: string): string {
  return Buffer.from(text).toString();
}
