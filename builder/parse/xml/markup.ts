// Well-formedness of XML text: finds the first thing that XML forbids and how far the text can be
// read nevertheless. It builds no tree; it makes sure that the tree builder never meets markup
// that it would misread, since that one neither matches tags nor stops at what is forbidden.
import { findReferenceEnd, parseDoctype, XML_NAME, type Entities } from "./entities.js";

export interface MarkupFault {
  readonly kind: "malformed" | "too_large";
  /** Character offset in the text. */
  readonly offset: number;
  readonly message: string;
}

interface MarkupScan {
  /**
   * The text as far as its tags match, its lines the same; in the place of XML declaration, DOCTYPE and
   * instructions are comments with as many lines.
   */
  readonly markup: string;
  /** Number of elements still open at the end of `markup`. */
  readonly openCount: number;
  readonly entities: Entities;
  /** First fault. Reading continues if the ends of tags are certain. */
  readonly fault: MarkupFault | undefined;
}

/** A start tag that is well-formed, with character offsets of its own. */
export interface StartTag {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Names and values as written, references among them. */
  readonly attributes: readonly (readonly [name: string, value: string])[];
}

/** Receives the elements of a scan, in document order. */
export interface MarkupVisitor {
  enter(tag: StartTag, entities: Entities): void;
  /**
   * The innermost open element ends.
   * @param end character offset at which its content ends
   */
  leave(end: number): void;
}

/** Elements, attributes and CDATA sections of one file: what the memory of a tree grows with. */
export const NODE_LIMIT = 1_000_000;

/**
 * Characters of one file beside comments, CDATA sections and instructions. The tree builder adds them
 * up one by one, at forty bytes of memory each until it is done; the largest file known has under four
 * million.
 */
export const MARKUP_LIMIT_CHARS = 5_000_000;

const OPEN_TAG = new RegExp(`<(${XML_NAME})`, "y");
const ATTRIBUTE = new RegExp(
  `[ \\t\\n]+(${XML_NAME})[ \\t\\n]*=[ \\t\\n]*(?:"([^"<]*)"|'([^'<]*)')`,
  "y",
);
const TAG_END = /[ \t\n]*(\/?)>/y;
const CLOSE_TAG = new RegExp(`</(${XML_NAME})[ \\t\\n]*>`, "y");
const INSTRUCTION = new RegExp(`^<\\?${XML_NAME}(?:[ \\t\\n]|\\?>)`);
const DECLARATION = new RegExp(
  `^<\\?xml${toPseudoAttribute("version", "1\\.[0-9]+")}` +
    `(?:${toPseudoAttribute("encoding", "[A-Za-z][-.\\w]*")})?` +
    `(?:${toPseudoAttribute("standalone", "(?:yes|no)")})?[ \\t\\n]*\\?>$`,
);
// oxlint-disable-next-line no-control-regex -- these are the characters that XML 1.0, 2.2 excludes.
const FORBIDDEN_CHARACTER = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;

interface Scan {
  readonly text: string;
  readonly visitor: MarkupVisitor | undefined;
  readonly open: string[];
  /** For each open element the namespace prefixes that it declares, `undefined` for none. */
  readonly declared: (readonly string[] | undefined)[];
  /** Prefix → number of open elements that declare it. */
  readonly prefixes: Map<string, number>;
  /** Dropped parts of the markup: start and end offsets, in order. */
  readonly dropped: [number, number][];
  entities: Entities;
  rootCount: number;
  nodeCount: number;
  charCount: number;
  fault: MarkupFault | undefined;
}

function toPseudoAttribute(name: string, value: string): string {
  return `[ \\t\\n]+${name}[ \\t\\n]*=[ \\t\\n]*(?:"${value}"|'${value}')`;
}

/** Checks text with `\n` line ends; linear in its length, total on any text. */
export function scanMarkup(text: string, visitor?: MarkupVisitor): MarkupScan {
  const scan: Scan = {
    text,
    visitor,
    open: [],
    declared: [],
    prefixes: new Map(),
    dropped: [],
    entities: new Map(),
    rootCount: 0,
    nodeCount: 0,
    charCount: 0,
    fault: undefined,
  };
  const end = scanAll(scan);
  if (end === text.length && scan.open.length > 0)
    note(scan, end, `<${scan.open.at(-1)}> is not closed`);
  if (end === text.length && scan.rootCount === 0) note(scan, 0, "no element");
  const forbidden = text.search(FORBIDDEN_CHARACTER);
  if (forbidden !== -1) note(scan, forbidden, "a character that XML does not allow");
  return {
    markup: toMarkup(scan, end),
    openCount: scan.open.length,
    entities: scan.entities,
    fault: scan.fault,
  };
}

/** The offset up to which the tags match. */
function scanAll(scan: Scan): number {
  const { text } = scan;
  const nextReference = toCursor(text, "&");
  const nextCdataEnd = toCursor(text, "]]>");
  let position = 0;
  while (position < text.length) {
    const found = text.indexOf("<", position);
    const start = found === -1 ? text.length : found;
    if (scan.open.length === 0) {
      if (text.slice(position, start).trim() !== "") note(scan, position, "text outside the root");
    } else if (nextCdataEnd(position) < start) {
      note(scan, nextCdataEnd(position), "]]> in text");
    }
    scan.charCount += start - position;
    if (isTooLong(scan, position)) return position;
    checkReferences(scan, nextReference, position, start);
    if (start === text.length) break;
    const { length: depth } = scan.open;
    const end = readMarkup(scan, start);
    if (end === undefined) return start;
    if (text[start + 1] !== "!" && text[start + 1] !== "?") {
      scan.charCount += end - start;
      if (isTooLong(scan, start)) {
        // The tag is left out, unless it closes an element.
        if (scan.open.length < depth) return end;
        if (scan.open.length > depth) leaveElement(scan, start);
        return start;
      }
      checkReferences(scan, nextReference, start, end);
    }
    position = end;
    if (scan.nodeCount > NODE_LIMIT) {
      const message = `more than ${NODE_LIMIT} elements and attributes; the rest was not read`;
      scan.fault = { kind: "too_large", offset: position, message };
      return position;
    }
  }
  return text.length;
}

function isTooLong(scan: Scan, offset: number): boolean {
  if (scan.charCount <= MARKUP_LIMIT_CHARS) return false;
  const message = `more than ${MARKUP_LIMIT_CHARS} characters; the rest was not read`;
  scan.fault = { kind: "too_large", offset, message };
  return true;
}

/** Next occurrence at or after an offset that never decreases, `Infinity` for none. */
function toCursor(text: string, token: string): (from: number) => number {
  let next = -1;
  return (from) => {
    if (next < from) {
      const found = text.indexOf(token, from);
      next = found === -1 ? Number.POSITIVE_INFINITY : found;
    }
    return next;
  };
}

function checkReferences(
  scan: Scan,
  nextReference: (from: number) => number,
  from: number,
  to: number,
): void {
  for (let at = nextReference(from); at < to; at = nextReference(at + 1)) {
    if (findReferenceEnd(scan.text, at, scan.entities) === undefined) {
      note(scan, at, "& that is no known reference");
    }
  }
}

/** Reads what begins with `<` at `start`; the offset after it, `undefined` when it is broken. */
function readMarkup(scan: Scan, start: number): number | undefined {
  const { text } = scan;
  const next = text[start + 1];
  if (next === "/") return readCloseTag(scan, start);
  if (next === "?") return readInstruction(scan, start);
  if (next !== "!") return readOpenTag(scan, start);
  if (text.startsWith("<!--", start)) return readComment(scan, start);
  if (text.startsWith("<![CDATA[", start) && scan.open.length > 0) {
    scan.nodeCount += 1;
    return toEnd(scan, start, start + "<![CDATA[".length, "]]>");
  }
  if (text.startsWith("<!DOCTYPE", start) && scan.rootCount === 0) return readDoctype(scan, start);
  return fail(scan, start, "markup that XML does not know");
}

function readOpenTag(scan: Scan, start: number): number | undefined {
  const { text } = scan;
  OPEN_TAG.lastIndex = start;
  const name = OPEN_TAG.exec(text)?.[1];
  if (name === undefined) return fail(scan, start, "< that begins no tag");
  const attributes: [string, string][] = [];
  ATTRIBUTE.lastIndex = OPEN_TAG.lastIndex;
  let end = OPEN_TAG.lastIndex;
  for (let found = ATTRIBUTE.exec(text); found !== null; found = ATTRIBUTE.exec(text)) {
    attributes.push([found[1] ?? "", found[2] ?? found[3] ?? ""]);
    end = ATTRIBUTE.lastIndex;
  }
  TAG_END.lastIndex = end;
  const closed = TAG_END.exec(text);
  if (closed === null) return fail(scan, start, `the tag <${name}> is broken`);
  if (attributes.length > 1 && new Map(attributes).size < attributes.length) {
    note(scan, start, `an attribute of <${name}> is written twice`);
  }
  scan.nodeCount += 1 + attributes.length;
  if (scan.open.length === 0) {
    scan.rootCount += 1;
    if (scan.rootCount === 2) note(scan, start, "a second root element");
  }
  enterElement(scan, { name, start, end: TAG_END.lastIndex, attributes });
  if (closed[1] === "/") leaveElement(scan, TAG_END.lastIndex);
  return TAG_END.lastIndex;
}

function readCloseTag(scan: Scan, start: number): number | undefined {
  CLOSE_TAG.lastIndex = start;
  const name = CLOSE_TAG.exec(scan.text)?.[1];
  if (name === undefined) return fail(scan, start, "a closing tag is broken");
  const expected = scan.open.at(-1);
  if (name !== expected) {
    const wanted = expected === undefined ? "no closing tag" : `</${expected}>`;
    return fail(scan, start, `</${name}> where ${wanted} is due`);
  }
  leaveElement(scan, start);
  return CLOSE_TAG.lastIndex;
}

function enterElement(scan: Scan, tag: StartTag): void {
  const { name, start } = tag;
  const attributes = tag.attributes.map(([attribute]) => attribute);
  const declared = attributes.filter((each) => each.startsWith("xmlns:"));
  const prefixes = declared.map((each) => each.slice("xmlns:".length));
  for (const prefix of prefixes) scan.prefixes.set(prefix, (scan.prefixes.get(prefix) ?? 0) + 1);
  scan.visitor?.enter(tag, scan.entities);
  scan.open.push(name);
  scan.declared.push(prefixes.length > 0 ? prefixes : undefined);
  for (const each of [name, ...attributes]) {
    const colon = each.indexOf(":");
    if (colon === -1) continue;
    const prefix = each.slice(0, colon);
    if (prefix === "xml" || prefix === "xmlns" || (scan.prefixes.get(prefix) ?? 0) > 0) continue;
    note(scan, start, `the namespace prefix ${prefix} is not declared`);
  }
}

function leaveElement(scan: Scan, end: number): void {
  scan.visitor?.leave(end);
  scan.open.pop();
  for (const prefix of scan.declared.pop() ?? []) {
    scan.prefixes.set(prefix, (scan.prefixes.get(prefix) ?? 1) - 1);
  }
}

function readComment(scan: Scan, start: number): number | undefined {
  const from = start + "<!--".length;
  const dashes = scan.text.indexOf("--", from);
  if (dashes !== -1 && scan.text[dashes + 2] !== ">") note(scan, dashes, "-- in a comment");
  return toEnd(scan, start, from, "-->");
}

function readInstruction(scan: Scan, start: number): number | undefined {
  const end = toEnd(scan, start, start + 2, "?>");
  if (end === undefined) return undefined;
  const instruction = scan.text.slice(start, end);
  const isDeclaration = /^<\?xml[ \t\n?]/i.test(instruction);
  if (isDeclaration && start > 0) {
    note(scan, start, "an XML declaration that is not at the start");
  } else if (!(isDeclaration ? DECLARATION : INSTRUCTION).test(instruction)) {
    note(scan, start, "the XML declaration or an instruction is broken");
  }
  scan.dropped.push([start, end]);
  return end;
}

function readDoctype(scan: Scan, start: number): number | undefined {
  const doctype = parseDoctype(scan.text, start);
  if (doctype === undefined) return fail(scan, start, "the DOCTYPE does not end");
  scan.entities = doctype.entities;
  scan.dropped.push([start, doctype.end]);
  return doctype.end;
}

function toEnd(scan: Scan, start: number, from: number, closer: string): number | undefined {
  const found = scan.text.indexOf(closer, from);
  return found === -1 ? fail(scan, start, `${closer} is missing`) : found + closer.length;
}

function note(scan: Scan, offset: number, message: string): void {
  scan.fault ??= { kind: "malformed", offset, message };
}

function fail(scan: Scan, offset: number, message: string): undefined {
  note(scan, offset, message);
  return undefined;
}

function toMarkup(scan: Scan, end: number): string {
  const pieces: string[] = [];
  let from = 0;
  for (const [start, stop] of scan.dropped) {
    const lineCount = scan.text.slice(start, stop).split("\n").length - 1;
    pieces.push(scan.text.slice(from, start), `<!--${"\n".repeat(lineCount)}-->`);
    from = stop;
  }
  pieces.push(scan.text.slice(from, end));
  return pieces.join("");
}
