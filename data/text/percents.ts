// Percent-encoding of addresses.

/** What is not encoded as addresses are stands for itself. */
export function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
