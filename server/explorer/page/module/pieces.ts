// Small pieces of the page of a module: a day, a line to copy, a word of a shell.
import { html, type Html } from "../../../contract/browser/html.js";

/** @param line or several */
export function renderLine(title: string, line: string): Html {
  return html`<div class="line">
    <span class="line-title">${title}</span>
    <pre tabindex="0"><code>${line}</code></pre>
    <button type="button" class="button" data-copy="${line}" aria-label="Copy: ${title}" hidden>
      Copy
    </button>
  </div>`;
}

/** For a POSIX shell: names come from manifests, which may hold anything. */
export function quote(word: string): string {
  return /^[\w./:@%+=,~-]+$/.test(word) && !word.startsWith("-")
    ? word
    : `'${word.replaceAll("'", `'\\''`)}'`;
}

export function renderDay(timestamp: string): Html {
  return html`<time datetime="${timestamp.replace(" ", "T")}Z">${timestamp.slice(0, 10)}</time>`;
}
