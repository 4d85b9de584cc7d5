// Bytes of a Python file → text with `\n` line ends, by the rules of PEP 263.
// Knows nothing of Python beyond the encoding declaration.
import { decodeStrictly, hasDecoder } from "../../source-file.js";

interface DecodedSource {
  /** Without byte order mark; CRLF and CR are `\n`. */
  readonly text: string;
  /** Fault of the bytes or the declaration. */
  readonly fault: string | null;
}

// The declaration stands in a comment on the first line, or on the second after a blank or comment.
const DECLARATION =
  /^(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n?|\n))?[ \t\f]*#[^\r\n]*?coding[:=][ \t]*([-\w.]+)/;

// Names as `get_normal_name` of CPython's tokenizer takes them, with any suffix behind a hyphen.
const LATIN_1 = /^(?:(?:latin-1|iso-8859-1|iso-latin-1)(?:-|$)|(?:latin1|l1|iso8859-1)$)/;
const UTF_8 = /^(?:utf-8(?:-|$)|(?:utf8|u8|utf|utf8-ucs2|utf8-ucs4)$)/;
const ASCII = new Set(["ascii", "us-ascii", "646"]);

/** Codecs of Python that the Encoding Standard has not; ASCII is the same in them. */
const ONLY_OF_PYTHON = /^(?:cp\d{3,5}|mac-?\w+|utf-7|hz|ptcp154|kz1048|koi8-t|iso8859-\d{1,2})$/;

/** Python codec names that the Encoding Standard spells otherwise. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ["latin-2", "iso-8859-2"],
  ["latin9", "iso-8859-15"],
  ["latin-9", "iso-8859-15"],
  ["mac-roman", "macintosh"],
  ["macroman", "macintosh"],
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
  const name = toCodecName(declared);
  const { text, fault } = decodeAs(bytes, name);
  // CPython compares the two by name.
  const isOdd = hasMark && !/^utf[-_]8(?:[-_]|$)/i.test(declared);
  return { text: toUnixLines(text), fault: isOdd ? `${name} with a byte order mark` : fault };
}

/** `normalize_encoding` of Python's `encodings`: what is neither letter nor digit only separates. */
function toCodecName(declared: string): string {
  const parts = declared.toLowerCase().split(/[^a-z0-9.]+/);
  return parts.filter((part) => part !== "").join("-") || declared;
}

function decodeAs(bytes: Uint8Array, name: string): DecodedSource {
  if (LATIN_1.test(name)) return { text: decodeLatin1(bytes), fault: null };
  if (UTF_8.test(name)) return decodeStrictly(bytes, "utf-8");
  const label = LABELS.get(name) ?? name;
  const { text, fault } = decodeStrictly(
    bytes,
    hasDecoder(label) && !ASCII.has(name) ? label : "utf-8",
  );
  if (ASCII.has(name)) {
    const isAscii = bytes.every((byte) => byte < 0x80);
    return { text, fault: isAscii ? null : `bytes beyond ASCII in ${name}` };
  }
  if (hasDecoder(label)) return { text, fault };
  const isKnown = ONLY_OF_PYTHON.test(name) && bytes.every((byte) => byte < 0x80);
  return { text, fault: isKnown ? null : `unknown encoding ${name}` };
}

// The Encoding Standard reads the label latin1 as windows-1252; Python does not.
function decodeLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** CRLF and CR as `\n`. */
export function toUnixLines(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}
