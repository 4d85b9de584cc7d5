// Markup as values: what is put into a template is escaped unless it is markup itself. The same on the server and in the browser. And
// texts in XML.

/** Markup that may be shown as it is. Made by `html`, or of text that a sanitiser let through. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** `undefined`, `null` and `false` show nothing. */
export type Piece = Html | string | number | false | null | undefined | readonly Piece[];

/** A template whose values are escaped, in element content and in quoted attributes alike. */
export function html(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  const literals = readLiterals(parts);
  return new Html(literals.map((part, at) => part + toMarkupText(pieces[at])).join(""));
}

/** By template, of which there is one for each place in the code. */
const literalsOf = new WeakMap<TemplateStringsArray, readonly string[]>();

/** The indentation of a template is for those who read the code, and is not sent. */
function readLiterals(parts: TemplateStringsArray): readonly string[] {
  const known = literalsOf.get(parts);
  if (known !== undefined) return known;
  const literals = parts.map((part) => part.replaceAll(/\n\s+/g, "\n"));
  literalsOf.set(parts, literals);
  return literals;
}

export const NOTHING = new Html("");

function toMarkupText(piece: Piece): string {
  if (piece instanceof Html) return piece.text;
  if (typeof piece === "string") return escape(piece);
  if (typeof piece === "number") return String(piece);
  if (piece === undefined || piece === null || piece === false) return "";
  return piece.map(toMarkupText).join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** For element content and quoted attributes, of XML too. */
export function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
}

/** Drops characters that XML 1.0 cannot hold: control characters and lone surrogates. */
export function escapeXml(text: string): string {
  return escape(text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ""));
}
