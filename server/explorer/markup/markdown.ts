// Markdown to HTML, markup that stands in it included: it must go through sanitise.ts.
import MarkdownIt from "markdown-it";

const parser = new MarkdownIt({ html: true, linkify: true });

export function renderMarkdown(text: string): string {
  return parser.render(text);
}
