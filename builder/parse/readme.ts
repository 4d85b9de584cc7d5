// The description of a module: the first text that says something, out of its readme fragments,
// its manifest and its README. Stops at plain text; markup is kept as its author wrote it.
import type { SourceFile } from "./source-file.js";
import { toReadmeBody, type ReadmeFormat } from "./readme-body.js";

/** A larger file is no description and is passed over. */
export const README_LIMIT_BYTES = 1024 * 1024;

// Translations (`README_es.md`, `DESCRIPTION.fr.rst`) have names that none of these equals.
const FRAGMENT_PATHS = ["readme/description.md", "readme/description.rst"] as const;
const README_PATHS = ["readme.md", "readme.rst"] as const;
const PATHS: ReadonlySet<string> = new Set([...FRAGMENT_PATHS, ...README_PATHS]);

/** Whether `parseDescription` wants this file; the path is relative to the module folder. */
export function isReadmeFile(path: string): boolean {
  return PATHS.has(path.toLowerCase());
}

/** What a manifest says of the module, as written; `""` for a missing key. */
export interface ManifestTexts {
  readonly description: string;
  readonly summary: string;
}

/**
 * First that is not empty: `readme/DESCRIPTION.md`, `readme/DESCRIPTION.rst`, the manifest's
 * description, the body of `README.md` or `README.rst`, the manifest's summary, `""`.
 * Lines end with `\n` and carry no trailing spaces; no blank line begins or ends the text.
 */
export function parseDescription(files: readonly SourceFile[], manifest: ManifestTexts): string {
  return (
    findText(files, FRAGMENT_PATHS, (text) => text) ||
    toPlainText(toUnindented(manifest.description)) ||
    findText(files, README_PATHS, toReadmeBody) ||
    toPlainText(manifest.summary)
  );
}

function findText(
  files: readonly SourceFile[],
  paths: readonly string[],
  toBody: (text: string, format: ReadmeFormat) => string,
): string {
  for (const path of paths) {
    const file = files.find((each) => each.path.toLowerCase() === path);
    if (file === undefined || file.bytes.length > README_LIMIT_BYTES) continue;
    const text = toPlainText(new TextDecoder().decode(file.bytes));
    const body = toPlainText(toBody(text, path.endsWith(".md") ? "markdown" : "rst"));
    if (body !== "") return body;
  }
  return "";
}

function toPlainText(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, "\n").split("\n");
  const trimmed = lines.map((line) => line.trimEnd());
  const first = trimmed.findIndex((line) => line !== "");
  const last = trimmed.findLastIndex((line) => line !== "");
  return first === -1 ? "" : trimmed.slice(first, last + 1).join("\n");
}

/** Takes off the indentation that a text has only because it stands inside a Python dictionary. */
function toUnindented(text: string): string {
  const [first = "", ...rest] = text.replaceAll(/\r\n?/g, "\n").split("\n");
  const indents = rest.filter((line) => line.trim() !== "").map(toIndent);
  const indent = indents.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
  return [first.trimStart(), ...rest.map((line) => line.slice(indent))].join("\n");
}

function toIndent(line: string): number {
  return line.length - line.trimStart().length;
}
