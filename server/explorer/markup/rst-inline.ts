// Marks within a paragraph of reStructuredText: literals, emphasis, links, roles, substitutions. Every
// pattern is bounded, so that a text takes time by its length alone.
import { html, type Html, type Piece } from "../../contract/browser/html.js";

/** Targets of a text's names. */
export interface RstNames {
  /** Addresses by what is referred to, in lower case. */
  readonly targets: ReadonlyMap<string, string>;
  readonly substitutions: ReadonlyMap<string, Html>;
}

const MARKS = new RegExp(
  [
    /\\(?<escaped>[\s\S])/,
    /``(?<literal>[^\n]{1,500}?)``/,
    /`(?<link>[^`<]{0,300})<(?<address>[^`<>\s]{1,1000})>`__?/,
    /`(?<phrase>[^`]{1,300})`__?(?!\w)/,
    /:(?<role>[\w:-]{1,40}):`(?<of>[^`]{1,300})`/,
    /`(?<interpreted>[^`]{1,300})`/,
    /\*\*(?<strong>\S(?:[^*]{0,500}[^\s*])?)\*\*/,
    /\*(?<emphasis>[^\s*](?:[^*]{0,500}[^\s*])?)\*/,
    /\|(?<substitution>[\w][^|\n]{0,100})\|(?:__?)?/,
    /\[(?<note>#?[\w*]{1,30})\]_(?!\w)/,
    /(?<url>https?:\/\/[^\s<>"`]{1,1000}[\w/=#&-])/,
    /(?<![\w`])(?<word>[A-Za-z0-9][\w.-]{0,60})_(?!\w)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gu",
);

type Groups = Readonly<Record<string, string | undefined>>;

export function renderInline(text: string, names: RstNames): Html {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKS)) {
    const { 0: source, index, groups = {} } = match;
    pieces.push(text.slice(end, index), renderMark(source, groups, names));
    end = index + source.length;
  }
  return html`${pieces}${text.slice(end)}`;
}

function renderMark(source: string, groups: Groups, names: RstNames): Piece {
  const { escaped, literal, link, address, phrase, of, interpreted, strong, emphasis } = groups;
  if (escaped !== undefined) return escaped.trim();
  if (literal !== undefined) return html`<code>${literal}</code>`;
  if (address !== undefined) {
    const text = link?.trim() ?? "";
    return html`<a href="${address}">${text === "" ? address : text}</a>`;
  }
  if (phrase !== undefined) return renderReference(phrase, phrase, names);
  if (of !== undefined) return html`<code>${of.replace(/\s*<[^<>]*>$/, "")}</code>`;
  if (interpreted !== undefined) return html`<code>${interpreted}</code>`;
  if (strong !== undefined) return html`<strong>${strong}</strong>`;
  if (emphasis !== undefined) return html`<em>${emphasis}</em>`;
  return renderName(source, groups, names);
}

function renderName(source: string, groups: Groups, names: RstNames): Piece {
  const { substitution, note, url, word } = groups;
  if (substitution !== undefined) return names.substitutions.get(substitution) ?? source;
  if (note !== undefined) return html`<sup>[${note}]</sup>`;
  if (url !== undefined) return html`<a href="${url}">${url}</a>`;
  return word === undefined ? source : renderReference(word, source, names);
}

function renderReference(name: string, otherwise: string, { targets }: RstNames): Piece {
  const address = targets.get(toTargetName(name));
  return address === undefined ? otherwise : html`<a href="${address}">${name}</a>`;
}

/** Names are compared without case and with single spaces. */
export function toTargetName(name: string): string {
  return name.trim().replaceAll(/\s+/g, " ").toLowerCase();
}
