// Markup of XML text: what stands in it is told in order, up to where tags cease to match, with the first thing that
// XML forbids. A library that reads damaged files as far as they go, and says where, is not known.
import { findReferenceEnd, parseDoctype, XML_NAME, type Entities } from "./entities.js";

export interface MarkupFault {
  readonly kind: "malformed" | "too_large";
  /** Character offset in the text. */
  readonly offset: number;
  readonly message: string;
}

interface MarkupScan {
  readonly entities: Entities;
  /** The first fault. Reading goes on after one that leaves no doubt about where tags end. */
  readonly fault: MarkupFault | undefined;
}

/** A start tag. */
export interface Tag {
  readonly name: string;
  /** Character offsets of the tag, and of what follows it. */
  readonly start: number;
  readonly end: number;
  /** As written, each name once. */
  readonly attributes: readonly Attribute[];
}

export type Attribute = readonly [name: string, value: string];

/** Is told of what a scan meets, in document order. */
export interface MarkupVisitor {
  enter(tag: Tag, entities: Entities): void;
  /**
   * The innermost open element ends.
   * @param end character offset at which its content ends
   */
  leave(end: number): void;
  /**
   * Text between two offsets, up to the next tag, comment or instruction.
   * @param isLiteral in a CDATA section, where no reference is one
   */
  text?(start: number, end: number, isLiteral: boolean): void;
}

/** Elements, attributes and CDATA sections of one file: what the memory of a tree grows with. */
export const NODE_LIMIT = 1_000_000;

/** Characters of one file beside comments, CDATA sections and instructions; the largest file known has under four million. */
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
  readonly visitors: readonly MarkupVisitor[];
  readonly open: string[];
  /** For each open element the namespace prefixes that it declares, `undefined` for none. */
  readonly declared: (readonly string[] | undefined)[];
  /** Prefix → number of open elements that declare it. */
  readonly prefixes: Map<string, number>;
  /** Text that was met and not yet told. */
  textStart: number;
  textEnd: number;
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
export function scanMarkup(text: string, visitors: readonly MarkupVisitor[]): MarkupScan {
  const scan: Scan = {
    text,
    visitors,
    open: [],
    declared: [],
    prefixes: new Map(),
    textStart: 0,
    textEnd: 0,
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
  return { entities: scan.entities, fault: scan.fault };
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
    if (isTooLong(scan, position, start)) return position;
    checkReferences(scan, nextReference, position, start);
    if (start === text.length) break;
    scan.textStart = position;
    scan.textEnd = start;
    const end = readMarkup(scan, start);
    if (end === undefined) return start;
    if (text[start + 1] !== "!" && text[start + 1] !== "?") {
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

/** Counts the characters between two offsets. */
function isTooLong(scan: Scan, offset: number, end: number): boolean {
  scan.charCount += end - offset;
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
    const from = start + "<![CDATA[".length;
    const end = toEnd(scan, start, from, "]]>");
    if (end !== undefined) tellText(scan, from, end - "]]>".length, true);
    return end;
  }
  if (text.startsWith("<!DOCTYPE", start) && scan.rootCount === 0) return readDoctype(scan, start);
  return fail(scan, start, "markup that XML does not know");
}

function readOpenTag(scan: Scan, start: number): number | undefined {
  const { text } = scan;
  OPEN_TAG.lastIndex = start;
  const name = OPEN_TAG.exec(text)?.[1];
  if (name === undefined) return fail(scan, start, "< that begins no tag");
  const written: Attribute[] = [];
  ATTRIBUTE.lastIndex = OPEN_TAG.lastIndex;
  let end = OPEN_TAG.lastIndex;
  for (let found = ATTRIBUTE.exec(text); found !== null; found = ATTRIBUTE.exec(text)) {
    written.push([found[1] ?? "", found[2] ?? found[3] ?? ""]);
    end = ATTRIBUTE.lastIndex;
  }
  TAG_END.lastIndex = end;
  const closed = TAG_END.exec(text);
  if (closed === null) return fail(scan, start, `the tag <${name}> is broken`);
  if (isTooLong(scan, start, TAG_END.lastIndex)) return undefined;
  const distinct = written.length > 1 ? new Map(written) : undefined;
  const attributes =
    distinct === undefined || distinct.size === written.length ? written : [...distinct];
  if (attributes !== written) note(scan, start, `an attribute of <${name}> is written twice`);
  scan.nodeCount += 1 + written.length;
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
  // The rest is not read, but the element has ended.
  return isTooLong(scan, start, CLOSE_TAG.lastIndex) ? undefined : CLOSE_TAG.lastIndex;
}

function enterElement(scan: Scan, tag: Tag): void {
  const { name, start } = tag;
  const names = tag.attributes.map(([attribute]) => attribute);
  const declared = names.filter((each) => each.startsWith("xmlns:"));
  const prefixes = declared.map((each) => each.slice("xmlns:".length));
  for (const prefix of prefixes) scan.prefixes.set(prefix, (scan.prefixes.get(prefix) ?? 0) + 1);
  tellText(scan);
  for (const visitor of scan.visitors) visitor.enter(tag, scan.entities);
  scan.open.push(name);
  scan.declared.push(prefixes.length > 0 ? prefixes : undefined);
  for (const each of [name, ...names]) {
    const colon = each.indexOf(":");
    if (colon === -1) continue;
    const prefix = each.slice(0, colon);
    if (prefix === "xml" || prefix === "xmlns" || (scan.prefixes.get(prefix) ?? 0) > 0) continue;
    note(scan, start, `the namespace prefix ${prefix} is not declared`);
  }
}

function leaveElement(scan: Scan, end: number): void {
  tellText(scan);
  for (const visitor of scan.visitors) visitor.leave(end);
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
  tellText(scan);
  return doctype.end;
}

function toEnd(scan: Scan, start: number, from: number, closer: string): number | undefined {
  const found = scan.text.indexOf(closer, from);
  if (found === -1) return fail(scan, start, `${closer} is missing`);
  tellText(scan);
  return found + closer.length;
}

function note(scan: Scan, offset: number, message: string): void {
  scan.fault ??= { kind: "malformed", offset, message };
}

function fail(scan: Scan, offset: number, message: string): undefined {
  note(scan, offset, message);
  return undefined;
}

/** Tells of the text before what was read, once that is known to be markup, then of text that is in it. */
function tellText(scan: Scan, start = 0, end = start, isLiteral = false): void {
  const { visitors, textStart, textEnd } = scan;
  scan.textStart = textEnd;
  for (const visitor of visitors) {
    if (textStart < textEnd) visitor.text?.(textStart, textEnd, false);
    if (isLiteral) visitor.text?.(start, end, true);
  }
}
