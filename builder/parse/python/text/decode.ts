// Bytes of a Python file → text with `\n` line ends, by the rules of PEP 263.
// Knows nothing of Python beyond the encoding declaration.
import { decodeBytes } from "../../source-file.js";

/** A decoded file. */
interface DecodedSource {
  /** Without byte order mark; CRLF and CR are `\n`. */
  readonly text: string;
  /** What was wrong with the bytes or the declaration, `null` where nothing was. */
  readonly fault: string | null;
}

// The declaration stands in a comment on the first line, or on the second after a blank or comment.
const DECLARATION =
  /^(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n?|\n))?[ \t\f]*#[^\r\n]*?coding[:=][ \t]*([-\w.]+)/;

const LATIN_1 = new Set(["latin-1", "latin1", "l1", "iso-8859-1", "iso8859-1", "iso-latin-1"]);
const UTF_8 = new Set(["utf-8", "utf8", "u8", "utf", "utf8-ucs2", "utf8-ucs4", "utf-8-sig"]);
const ASCII = new Set(["ascii", "us-ascii", "646"]);

/** Python codec names that the Encoding Standard spells otherwise. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ["latin-2", "iso-8859-2"],
  ["latin9", "iso-8859-15"],
  ["latin-9", "iso-8859-15"],
  ["mac-roman", "macintosh"],
  ["cp936", "gbk"],
  ["cp932", "shift_jis"],
  ["cp949", "euc-kr"],
  ["cp950", "big5"],
]);

/** The text of a Python file; bytes that its encoding does not have become U+FFFD. Never throws. */
export function decodePythonSource(bytes: Uint8Array): DecodedSource {
  const head = decodeLatin1(bytes.subarray(0, 512));
  const hasMark = head.startsWith("\u00ef\u00bb\u00bf");
  const declared = DECLARATION.exec(hasMark ? head.slice(3) : head)?.[1] ?? "utf-8";
  const { text, fault } = decodeAs(bytes, declared.toLowerCase().replaceAll("_", "-"));
  return { text: toUnixLines(text), fault };
}

function decodeAs(bytes: Uint8Array, name: string): DecodedSource {
  if (LATIN_1.has(name)) return { text: decodeLatin1(bytes), fault: null };
  if (UTF_8.has(name)) return decodeStrictly(bytes, "utf-8", null);
  if (ASCII.has(name)) {
    const isAscii = bytes.every((byte) => byte < 0x80);
    return decodeStrictly(bytes, "utf-8", isAscii ? null : `bytes beyond ASCII in ${name}`);
  }
  const label = LABELS.get(name) ?? name;
  if (!hasDecoder(label)) return decodeStrictly(bytes, "utf-8", `unknown encoding ${name}`);
  return decodeStrictly(bytes, label, null);
}

function decodeStrictly(bytes: Uint8Array, label: string, fault: string | null): DecodedSource {
  const decoder = new TextDecoder(label, { fatal: true });
  try {
    return { text: decodeBytes(decoder, bytes), fault };
  } catch {
    const text = new TextDecoder(label).decode(bytes);
    return { text, fault: fault ?? `bytes that are not ${label}` };
  }
}

function hasDecoder(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== "";
  } catch {
    return false;
  }
}

// The Encoding Standard reads the label latin1 as windows-1252; Python does not.
function decodeLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** CRLF and CR as `\n`. */
export function toUnixLines(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}
