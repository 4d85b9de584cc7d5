// Percent-encoding of addresses.

/** Text that is not percent-encoded stands for itself. */
export function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
