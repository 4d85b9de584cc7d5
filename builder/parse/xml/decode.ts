// From the bytes of an XML file to its text: byte order mark, declared encoding, line ends.
// Stops at characters; nothing here knows what markup means beyond the XML declaration.
import { createLineFinder } from "../python/text/lines.js";
import { decodeStrictly, hasDecoder } from "../source-file.js";

/** The text of an XML file, without byte order mark. */
interface DecodedText {
  /** Text with the lines that git shows: `\r\n` is `\n`, and a lone `\r` a space. */
  readonly text: string;
  /** First byte that does not decode as declared. */
  readonly fault: { readonly line: number; readonly message: string } | undefined;
}

const DECLARATION_LIMIT_BYTES = 400;
const DECLARED_ENCODING = /^<\?xml[ \t\r\n][^>]*?\bencoding[ \t\r\n]*=[ \t\r\n]*["']([\w.:-]+)["']/;
// ASCII is a part of UTF-8: a stray byte above it is far more often UTF-8 than anything else.
const ASCII_NAMES: ReadonlySet<string> = new Set(["ascii", "us-ascii", "iso646-us"]);

/**
 * Decodes an XML file: a byte order mark first, then the encoding of the XML declaration, then
 * UTF-8 (XML 1.0, appendix F). Bytes that do not belong to the encoding become U+FFFD.
 */
export function decodeXml(bytes: Uint8Array): DecodedText {
  const encoding = findMarkedEncoding(bytes) ?? findDeclaredEncoding(bytes) ?? "utf-8";
  const isKnown = hasDecoder(encoding);
  const decoded = decodeStrictly(bytes, isKnown ? encoding : "utf-8");
  const text = normaliseLineEnds(decoded.text);
  if (!isKnown) return { text, fault: { line: 1, message: `encoding ${encoding} is not known` } };
  if (decoded.fault === null) return { text, fault: undefined };
  const line = createLineFinder(text)(Math.max(0, text.indexOf("\uFFFD")));
  return { text, fault: { line, message: decoded.fault } };
}

function findMarkedEncoding(bytes: Uint8Array): string | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0x3c && second === 0 && third !== 0 && fourth === 0) return "utf-16le";
  if (first === 0 && second === 0x3c && third === 0 && fourth !== 0) return "utf-16be";
  return undefined;
}

function findDeclaredEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] !== 0x3c || bytes[1] !== 0x3f) return undefined;
  const start = String.fromCharCode(...bytes.subarray(0, DECLARATION_LIMIT_BYTES));
  const name = DECLARED_ENCODING.exec(start)?.[1]?.toLowerCase();
  if (name === undefined) return undefined;
  // A declaration that is readable byte by byte is not in UTF-16, whatever it says.
  return ASCII_NAMES.has(name) || name.startsWith("utf-16") ? "utf-8" : name;
}

function normaliseLineEnds(text: string): string {
  return text.includes("\r") ? text.replaceAll("\r\n", "\n").replaceAll("\r", " ") : text;
}
