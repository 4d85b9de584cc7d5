// The description of a module: the first text that says something, out of its readme fragments,
// its manifest and its README. Stops at plain text; markup is kept as its author wrote it.
import { toReadmeBody, type ReadmeFormat } from "./readme-body.js";

/** A larger file is no description and is passed over. */
export const README_LIMIT_BYTES = 1024 * 1024;

// Translations (`README_es.md`, `DESCRIPTION.fr.rst`) have names that none of these equals.
const FRAGMENT_PATHS = ["readme/description.md", "readme/description.rst"] as const;
const README_PATHS = ["readme.md", "readme.rst"] as const;
const PATHS: ReadonlySet<string> = new Set([...FRAGMENT_PATHS, ...README_PATHS]);

/** Whether this file may describe a module; the path is relative to the module folder. */
export function isReadmeFile(path: string): boolean {
  return PATHS.has(path.toLowerCase());
}

/** Texts of a manifest, as written; `""` for a missing key. */
export interface ManifestTexts {
  readonly description: string;
  readonly summary: string;
}

/** Removes the indentation that a text has only inside a Python dictionary. */
export function toManifestTexts({ description, summary }: ManifestTexts): ManifestTexts {
  return {
    description: toPlainText(toUnindented(description)),
    summary: toPlainText(summary),
  };
}

/** `fragment`: the whole file describes the module; a format: the body of a README does. */
export type ReadmeKind = "fragment" | ReadmeFormat;

/** By the path of a file for which `isReadmeFile` holds. */
export function toReadmeKind(path: string): ReadmeKind {
  const lower = path.toLowerCase();
  if (lower.startsWith("readme/")) return "fragment";
  return lower.endsWith(".md") ? "markdown" : "rst";
}

/** Description in a file; `""` if there is none, or if the file is too large. */
export function parseReadme(bytes: Uint8Array, kind: ReadmeKind): string {
  if (bytes.length > README_LIMIT_BYTES) return "";
  const text = toPlainText(new TextDecoder().decode(bytes));
  return toPlainText(kind === "fragment" ? text : toReadmeBody(text, kind));
}

/**
 * First that is not empty: `readme/DESCRIPTION.md`, `readme/DESCRIPTION.rst`, the manifest's
 * description, the body of `README.md` or `README.rst`, the manifest's summary, `""`.
 * Lines end with `\n` and carry no trailing spaces; no blank line begins or ends the text.
 * @param files path and what `parseReadme` gave, in path order
 * @param manifest what `toManifestTexts` gave
 */
export function chooseDescription(
  files: readonly (readonly [path: string, text: string])[],
  manifest: ManifestTexts,
): string {
  return (
    findText(files, FRAGMENT_PATHS) ||
    manifest.description ||
    findText(files, README_PATHS) ||
    manifest.summary
  );
}

function findText(
  files: readonly (readonly [path: string, text: string])[],
  paths: readonly string[],
): string {
  for (const path of paths) {
    const text = files.find(([each]) => each.toLowerCase() === path)?.[1] ?? "";
    if (text !== "") return text;
  }
  return "";
}

/** Lines end with `\n` and carry no trailing spaces; no blank line begins or ends the text. */
export function toPlainText(text: string): string {
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
