// Small pieces of which pages are made: numbers of things, names in a row, facts, choices, a
// day, a line to copy.
import { html, type Html, type Piece } from "../../contract/browser/html.js";

/** One after the other with something between them. */
export function join(pieces: readonly Piece[], between: Piece = ", "): readonly Piece[] {
  return pieces.map((piece, at) => [at > 0 && between, piece]);
}

export function renderCode(text: string): Html {
  return html`<code>${text}</code>`;
}

/** Longer names may be broken where their words end. */
const MOST_UNBROKEN = 30;

/** A name as code. @param look a class of it @param most characters of a word that stays in one line */
export function renderName(text: string, look?: string, most?: number): Html {
  return html`<code${look !== undefined && html` class="${look}"`}>${breakName(text, most)}</code>`;
}

/** A number of a version is not broken. @param most characters of a word that stays in one line */
export function breakName(text: string, most = MOST_UNBROKEN): readonly Piece[] {
  return text.split(/(?<=\s)/).map((word) => {
    const pieces = word.length > most ? word.split(/(?<=[_/]|\.(?!\d))(?=.)/) : [word];
    return join(pieces, html`<wbr />`);
  });
}

/** Text between backticks is code; nothing else is marked. */
export function renderMarks(text: string): readonly Piece[] {
  return text.split("`").map((part, at) => (at % 2 === 1 ? renderCode(part) : part));
}

/** Begins an item of a list, or names a parameter as documents of Python do. */
const ITEM = /^\s*(?:[-*•]|\d+[.)]|:(\w[^:\n]*):)\s/;

/** Text of a docstring: paragraphs, lists of items and of parameters, examples as they are written. */
export function renderProse(text: string): Html {
  return html`<div class="prose">
    ${text.split(/\n\s*\n/).map((block) => {
      if (/^\s*(?:>>>|\.\. |\+-|[=~-]{3})/m.test(block))
        return html`<pre tabindex="0">${block}</pre>`;
      const lines = block.split(/\n(?=\s*(?:[-*•]|\d+[.)]|:\w[^:\n]*:)\s)/);
      const first = lines.findIndex((line) => ITEM.test(line));
      const [said, items] =
        first === -1 ? [lines, []] : [lines.slice(0, first), lines.slice(first)];
      return [
        said.map((line) => html`<p>${renderMarks(line.replaceAll("``", "`"))}</p>`),
        items.length > 0 &&
          html`<ul>
            ${items.map((item) => html`<li>${renderItem(item)}</li> `)}
          </ul>`,
      ];
    })}
  </div>`;
}

function renderItem(item: string): readonly Piece[] {
  const field = ITEM.exec(item)?.[1];
  const said = renderMarks(item.replace(ITEM, "").replaceAll("``", "`"));
  if (field === undefined) return said;
  const [, type, name = field] = /^param\s+(?:(.*\S)\s+)?(\S+)\s*$/.exec(field) ?? [];
  return [renderCode(name), type !== undefined && ` (${type})`, ": ", ...said];
}

/** A section, with the number of what is in it where that says something. @param attributes of the section, such as its id */
export function renderSection(
  title: string,
  number: number | string | undefined,
  content: Piece,
  attributes?: Html,
): Html {
  return html`<section${attributes}>
    <h2>${title}${number !== undefined && html` <span class="number">${number}</span>`}</h2>
    ${content}
  </section>`;
}

/** Below what is shown. @param address where programs get the same */
export function renderAnswerLink(address: string): Html {
  return html`<p><a href="${address}">The answer as JSON</a></p>`;
}

export function renderFold(summary: Piece, content: Piece): Html {
  return html`<details class="fold">
    <summary>${summary}</summary>
    <div class="inside">${content}</div>
  </details> `;
}

/** A phone shows the beginning of the content until its box is ticked. @param id of the box */
export function renderPhoneFold(id: string, label: string, content: Html): Html {
  return html`<input type="checkbox" class="unfold" id="all-${id}" />${content}
    <label class="button" for="all-${id}">${label}</label>`;
}

/** A row of a list of facts; none where there is nothing to say. */
export function renderFact(title: string, value: Piece): Html | false {
  return (
    value !== "" &&
    value !== false &&
    html`<div>
      <dt>${title}</dt>
      <dd>${value}</dd>
    </div>`
  );
}

/** @param line or several */
export function renderLine(title: string, line: string): Html {
  return html`<div class="line">
    <span class="line-title">${title}</span>
    <pre tabindex="0"><code>${line.split(/(--[a-z-]+)/).map((part) => (part.startsWith("--") ? html`<span>${part}</span>` : part))}</code></pre>
    <button type="button" class="button" data-copy="${line}" aria-label="Copy: ${title}" hidden>
      Copy
    </button>
  </div>`;
}

export function renderDay(timestamp: string): Html {
  return html`<time datetime="${timestamp.replace(" ", "T")}Z">${timestamp.slice(0, 10)}</time>`;
}
