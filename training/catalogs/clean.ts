// Texts as people would say them: without markup, placeholders, addresses and drawn lines. Pure.

/** In this order: what stands inside a role or a link stays, what only a machine reads goes. */
const CUTS: readonly (readonly [RegExp, string])[] = [
  [/:[a-z]+:`([^`<]*)(?:<[^`>]*>)?`/g, "$1"],
  [/<[^>]{0,400}>/g, " "],
  [/%\([\w.]+\)[sdfr.0-9]*|%[sdfr]|\$\{[^}]*\}|\{\{?[^}]*\}\}?|&[a-z]+;|https?:\/\/\S+/g, " "],
  [/\\n|\*\*|``/g, " "],
  [/[=\-~*_]{3,}/g, " "],
  [/\s+/g, " "],
];

/** Longer texts are cut: what follows says no more about what a word means. */
const LIMIT = 6000;

/** A text without markup and placeholders, spaces collapsed; `""` where nothing is left. */
export function cleanText(text: string): string {
  const cleaned = CUTS.reduce((rest, [pattern, by]) => rest.replace(pattern, by), text);
  return cleaned.trim().slice(0, LIMIT);
}

/** As `CUTS`, for the markup of READMEs: directives, badges, links, underlines. */
const README_CUTS: readonly (readonly [RegExp, string])[] = [
  [/^\.\. (?:\||image|figure|contents|code|raw|note::|important|!!).*$/gim, " "],
  [/^\s+:\w+:.*$/gm, " "],
  [/\|badge\d+\|/g, " "],
  [/`([^`<]*)<[^>]*>`_*/g, "$1"],
  [/!?\[([^\]]*)\]\([^)]*\)/g, "$1"],
  [/^\s*[=\-~^*+#_"]{3,}\s*$/gm, " "],
  [/:[a-z]+:`([^`]*)`/g, "$1"],
  [/[`*|#]/g, " "],
];

/** A README's or a manifest's text without markup. */
export function cleanReadme(text: string): string {
  return cleanText(README_CUTS.reduce((rest, [pattern, by]) => rest.replace(pattern, by), text));
}

const TWO_LETTERS = /\p{L}{2}/u;

/** Do two cleaned texts translate each other, as far as one can see? Not when one is a copy. */
export function isTranslated(source: string, target: string): boolean {
  if (source === "" || target === "" || !TWO_LETTERS.test(source)) return false;
  return source.toLowerCase() !== target.toLowerCase();
}
