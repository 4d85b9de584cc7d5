// Input of every parser: one file of a module, as bytes; the text of bytes; and facts of a record
// that its content cannot tell.

export interface SourceFile {
  /** Relative to the module folder, `/` as separator. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Facts of a file without its path, which only the module knows. */
export type InFile<T> = Omit<T, "file">;

/** A record without the place where it stands. */
export type Unplaced<T> = Omit<T, "file" | "line">;

/** Characters of windows-1252 for 0x80 to 0x9f; a space for unassigned ones. */
const WINDOWS_1252 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/** The text of bytes of an encoding that is known; U+FFFD where they are not of it, unless it is written there. */
export function decodeStrictly(
  bytes: Uint8Array,
  label: string,
): { readonly text: string; readonly fault: string | null } {
  try {
    return { text: decodeBytes(new TextDecoder(label, { fatal: true }), bytes), fault: null };
  } catch {
    const text = decodeBytes(new TextDecoder(label), bytes);
    return { text, fault: `not ${label}` };
  }
}

function decodeBytes(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string {
  const text = decoder.decode(bytes);
  if (decoder.encoding !== "windows-1252") return text;
  return text.replaceAll(/[\u0080-\u009f]/g, (control) => {
    const character = WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80);
    return character === " " ? control : character;
  });
}

export function hasDecoder(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== "";
  } catch {
    return false;
  }
}
