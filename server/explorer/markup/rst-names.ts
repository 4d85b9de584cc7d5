// Names that a text in reStructuredText defines: link targets and substitutions.
import { html, type Html } from "../../contract/browser/html.js";
import { renderPicture, splitBody } from "./rst-directive.js";
import { toTargetName, type RstNames } from "./rst-inline.js";
import { takeIndented } from "./rst-lines.js";

/** `.. _name: address` and `.. |name| image:: address` or `replace:: text`, anywhere in the text. */
export function readNames(lines: readonly string[]): RstNames {
  const targets = new Map<string, string>();
  const substitutions = new Map<string, Html>();
  for (const [at, line] of lines.entries()) {
    const trimmed = line.trim();
    if (!trimmed.startsWith(".. ")) continue;
    const [, name, address] = /^\.\. _`?([^:`]{1,200})`?:\s+(\S{1,1000})$/.exec(trimmed) ?? [];
    if (name !== undefined && address !== undefined) targets.set(toTargetName(name), address);
    const [, short, kind, words = ""] =
      /^\.\. \|([^|]{1,100})\| (image|replace)::\s*(.*)$/.exec(trimmed) ?? [];
    if (short === undefined) continue;
    const { options } = splitBody(takeIndented(lines, at + 1).body);
    substitutions.set(short, kind === "image" ? renderPicture(words, options) : html`${words}`);
  }
  return { targets, substitutions };
}
