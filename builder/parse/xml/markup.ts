// Well-formedness of XML text: finds the first thing that XML forbids and how far the text can be
// read nevertheless. It builds no tree; a visitor receives the parts of one.
import { findReferenceEnd, parseDoctype, XML_NAME, type Entities } from "./entities.js";

export interface MarkupFault {
  readonly kind: "malformed" | "too_large";
  /** Character offset in the text. */
  readonly offset: number;
  readonly message: string;
}

/** A start tag that is well-formed, with character offsets of its own. */
export interface StartTag {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Names and values as written, references among them. */
  readonly attributes: readonly (readonly [name: string, value: string])[];
}

/** Receives the parts of a scan, in document order; comments and instructions are left out. */
export interface MarkupVisitor {
  enter(tag: StartTag, entities: Entities): void;
  /**
   * The innermost open element ends.
   * @param end character offset at which its content ends
   */
  leave(end: number): void;
  /** Text as written, references among it; with a comment or an instruction inside in two parts. */
  text?(written: string): void;
  cdata?(content: string): void;
}

/** Elements, attributes and CDATA sections of one file: what the memory of a tree grows with. */
export const NODE_LIMIT = 1_000_000;

/**
 * Characters of one file beside comments, CDATA sections and instructions; the largest file known has under four
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
  entities: Entities;
  rootCount: number;
  nodeCount: number;
  charCount: number;
  fault: MarkupFault | undefined;
}

function toPseudoAttribute(name: string, value: string): string {
  return `[ \\t\\n]+${name}[ \\t\\n]*=[ \\t\\n]*(?:"${value}"|'${value}')`;
}

/**
 * Checks text with `\n` line ends; linear in its length, total on any text.
 * @returns the first fault; reading continues if the ends of tags are certain
 */
export function scanMarkup(text: string, visitor?: MarkupVisitor): MarkupFault | undefined {
  const scan: Scan = {
    text,
    visitor,
    open: [],
    declared: [],
    prefixes: new Map(),
    entities: new Map(),
    rootCount: 0,
    nodeCount: 0,
    charCount: 0,
    fault: undefined,
  };
  scanAll(scan);
  // A fault that ended reading stays the first.
  if (scan.open.length > 0) note(scan, text.length, `<${scan.open.at(-1)}> is not closed`);
  if (scan.rootCount === 0) note(scan, 0, "no element");
  const forbidden = text.search(FORBIDDEN_CHARACTER);
  if (forbidden !== -1) note(scan, forbidden, "a character that XML does not allow");
  return scan.fault;
}

/** Reads as far as the tags match. */
function scanAll(scan: Scan): void {
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
    if (isTooLong(scan, position)) return;
    checkReferences(scan, nextReference, position, start);
    if (start === text.length) return;
    if (start > position) scan.visitor?.text?.(text.slice(position, start));
    const end = readMarkup(scan, start);
    if (end === undefined) return;
    if (text[start + 1] !== "!" && text[start + 1] !== "?") {
      checkReferences(scan, nextReference, start, end);
    }
    position = end;
    if (scan.nodeCount > NODE_LIMIT) {
      const message = `more than ${NODE_LIMIT} elements and attributes; the rest was not read`;
      scan.fault = { kind: "too_large", offset: position, message };
      return;
    }
  }
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
    return readCdata(scan, start);
  }
  if (text.startsWith("<!DOCTYPE", start) && scan.rootCount === 0) return readDoctype(scan, start);
  return fail(scan, start, "markup that XML does not know");
}

function readCdata(scan: Scan, start: number): number | undefined {
  scan.nodeCount += 1;
  const from = start + "<![CDATA[".length;
  const end = toEnd(scan, start, from, "]]>");
  if (end !== undefined) scan.visitor?.cdata?.(scan.text.slice(from, end - "]]>".length));
  return end;
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
  scan.charCount += TAG_END.lastIndex - start;
  if (isTooLong(scan, start)) return undefined;
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
  scan.charCount += CLOSE_TAG.lastIndex - start;
  return isTooLong(scan, start) ? undefined : CLOSE_TAG.lastIndex;
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
  return end;
}

function readDoctype(scan: Scan, start: number): number | undefined {
  const doctype = parseDoctype(scan.text, start);
  if (doctype === undefined) return fail(scan, start, "the DOCTYPE does not end");
  scan.entities = doctype.entities;
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
