// The arch of a combined view as markup: lines beside who put them there, in the colour of the module.
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import type { ArchElement } from "../../../contract/shape/system/registry-view.js";
import {
  toLineAddress,
  type CodeLocation,
  type LineTemplate,
} from "../../../contract/browser/line-address.js";
import { getModule } from "../../../contract/shape/system/registry-one-layout.js";
import type { Share, SystemView } from "./shares.js";

interface ArchQuestion {
  readonly view: SystemView;
  readonly shares: ReadonlyMap<string, Share>;
}

/** Deeper lines are not indented any further. */
const MOST_DEPTH = 20;

export function renderArch(question: ArchQuestion): Html {
  const { arch } = question.view;
  if (arch === null) return html`<p>The arch could not be read.</p>`;
  const runs: { readonly view: number; readonly lines: ArchLine[] }[] = [];
  for (const line of parseArchLines(arch)) {
    const { view } = getElement(question, line.pieces[0]?.element ?? 0);
    const last = runs.at(-1);
    if (last?.view === view) last.lines.push(line);
    else runs.push({ view, lines: [line] });
  }
  return html`<div class="arch" tabindex="0" role="group" aria-label="Combined arch">
    ${runs.map(({ view, lines }) => renderRun(view, lines, question))}
  </div>`;
}

/** Lines that one view put there, one after the other. */
function renderRun(at: number, lines: readonly ArchLine[], question: ArchQuestion): Html {
  const { view } = question;
  const module = getModule(view, at);
  return html`<div class="${findLook(question, at)}"><a class="who" href="#view-${at}" title="${describeView(view, at)}">${module}</a><div>${lines.map((line) => renderLine(line, at, question))}</div></div>
`;
}

function renderLine({ depth, pieces }: ArchLine, at: number, question: ArchQuestion): Html {
  const [first] = pieces;
  const isStart = first?.kind === "start";
  const { line } = getElement(question, first?.element ?? 0);
  const number =
    isStart &&
    renderLineNumber(toLocation(question.view, at, line), findTemplate(question.view, at));
  return html`<p class="${toDepthClasses(depth)}">${number}${pieces.map((piece) => renderPiece(piece, at, question))}</p>`;
}

/** Class names that add up to a depth: `in-4 in-1` for five. */
function toDepthClasses(depth: number): string {
  const shown = Math.min(depth, MOST_DEPTH);
  return [16, 8, 4, 2, 1]
    .filter((part) => (shown & part) !== 0)
    .map((part) => `in-${part}`)
    .join(" ");
}

function renderPiece(piece: ArchPiece, at: number, question: ArchQuestion): Html | string {
  const { kind, element, text, isEmpty } = piece;
  if (kind === "text") return text;
  const { view: owner, line, attributes = [], texts = [] } = getElement(question, element);
  if (kind === "end") return `</${text}>`;
  const changed = new Map(attributes.map((one) => [one.name, one]));
  const own = piece.attributes.map(({ name, value }): Piece => {
    const change = changed.get(name);
    const source = `${name}="${value}"`;
    return change === undefined
      ? ` ${source}`
      : [" ", renderChange(source, change.view, change.line, question)];
  });
  const notes = texts.map((one) => [renderChange("text", one.view, one.line, question), " "]);
  const tag = html`&lt;<b>${text}</b>${own}${isEmpty && "/"}&gt;${notes}`;
  // In a line with the text of another view, or of the one that it stands in.
  return owner === at ? tag : html`${tag}${renderMark(owner, line, question)}`;
}

/** An attribute, or a text, that another view put there than its element. */
function renderChange(source: string, at: number, line: number, question: ArchQuestion): Html {
  return html`<span class="change ${findLook(question, at)}">${source}${renderMark(at, line, question)}</span>`;
}

function renderMark(at: number, line: number, question: ArchQuestion): Html {
  const { view } = question;
  const href = toLineAddress(toLocation(view, at, line), findTemplate(view, at)) ?? `#view-${at}`;
  return html`<a class="mark ${findLook(question, at)}" href="${href}" title="${describeView(view, at)}">${getModule(view, at)}:${line}</a>`;
}

function getElement({ view }: ArchQuestion, number: number): ArchElement {
  return view.elements[number] ?? { tag: "", view: 0, line: 0 };
}

function findLook({ view, shares }: ArchQuestion, at: number): string {
  return shares.get(getModule(view, at))?.look ?? "share";
}

function toLocation({ views }: SystemView, at: number, line: number) {
  const view = views[at];
  return { file: view?.arch?.file ?? view?.file ?? "", line };
}

function findTemplate(view: SystemView, at: number): string | undefined {
  return view.line_urls[getModule(view, at)];
}

function describeView({ views }: SystemView, at: number): string {
  const view = views[at];
  return view === undefined ? "" : `${view.xml_id}, ${view.arch?.file ?? view.file}`;
}

interface ArchLine {
  readonly depth: number;
  readonly pieces: readonly ArchPiece[];
}

interface ArchPiece {
  readonly kind: "start" | "end" | "text";
  /** The number of the element, in document order, whose tag it is or in which the text stands. */
  readonly element: number;
  /** The name of a tag, or a text, as XML. */
  readonly text: string;
  /** Attributes of a start tag, as XML. */
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
  /** Whether the element ends with its start tag. */
  readonly isEmpty: boolean;
}

/** In values `<` and `>` are escaped, so each ends a tag. */
const TOKEN = /<(\/?)([^\s/>]+)([^>]*)>|[^<]+/g;
const ATTRIBUTE = /([^\s=]+)="([^"]*)"/g;
const BREAK = /^\n( *)$/;

/** A combined arch is XML that was written for people: an element in a line, or what is mixed with text in one. */
export function parseArchLines(arch: string): readonly ArchLine[] {
  const lines: { depth: number; pieces: ArchPiece[] }[] = [{ depth: 0, pieces: [] }];
  const open: number[] = [];
  let elements = 0;
  for (const [token, slash, tag, rest = ""] of arch.matchAll(TOKEN)) {
    const plain = { element: open.at(-1) ?? 0, attributes: [], isEmpty: false };
    const line = lines.at(-1);
    const indent = tag === undefined ? BREAK.exec(token)?.[1] : undefined;
    if (indent !== undefined) {
      lines.push({ depth: indent.length / 2, pieces: [] });
    } else if (tag === undefined) {
      line?.pieces.push({ ...plain, kind: "text", text: token });
    } else if (slash === "/") {
      line?.pieces.push({ ...plain, kind: "end", text: tag });
      open.pop();
    } else {
      const isEmpty = rest.endsWith("/");
      const attributes = Array.from(rest.matchAll(ATTRIBUTE), ([, name = "", value = ""]) => ({
        name,
        value,
      }));
      line?.pieces.push({ kind: "start", element: elements, text: tag, attributes, isEmpty });
      if (!isEmpty) open.push(elements);
      elements += 1;
    }
  }
  return lines;
}

/** The number of the line alone. */
function renderLineNumber(location: CodeLocation, template: LineTemplate): Html {
  const href = toLineAddress(location, template);
  return href === undefined
    ? html`<i>${location.line}</i>`
    : html`<a href="${href}">${location.line}</a>`;
}
