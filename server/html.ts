// The few small pages for people who open the service in a browser: a title and a table, without
// scripts. Everything that is shown is escaped here.
import { describePagePolicy } from "./security-headers.js";

export interface PageContent {
  readonly title: string;
  readonly introduction?: string;
  /** What the first cell of a row says of the second. */
  readonly rows: readonly (readonly [Cell | string, Cell])[];
}

export interface Cell {
  readonly text: string;
  /** Where the text leads. */
  readonly href?: string;
}

export interface RenderedPage {
  readonly text: string;
  readonly contentType: string;
  /** Content-Security-Policy */
  readonly policy: string;
}

const STYLE = [
  "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}",
  "th,td{text-align:left;vertical-align:top;padding:.25rem 1rem .25rem 0}th{font-weight:600}",
  ":root{color-scheme:light dark}",
].join("");

const POLICY = describePagePolicy(STYLE);

export function renderPage({ title, introduction, rows }: PageContent): RenderedPage {
  const lines = [
    "<!doctype html>",
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    `<title>${escape(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<h1>${escape(title)}</h1>`,
    ...(introduction === undefined ? [] : [`<p>${escape(introduction)}</p>`]),
    "<table>",
    ...rows.map(
      ([name, cell]) => `<tr><th>${renderCell(name)}</th><td>${renderCell(cell)}</td></tr>`,
    ),
    "</table>",
    "</html>",
    "",
  ];
  return { text: lines.join("\n"), contentType: "text/html; charset=utf-8", policy: POLICY };
}

function renderCell(cell: Cell | string): string {
  if (typeof cell === "string") return escape(cell);
  const text = escape(cell.text);
  return cell.href === undefined ? text : `<a href="${escape(cell.href)}">${text}</a>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
