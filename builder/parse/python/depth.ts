// Depth of a text's blocks, counted before it is parsed: the parser's scanner ends the process if
// its stack of indentations is full, and CPython refuses more than a hundred levels.

/** `MAXINDENT` of CPython's `Parser/tokenizer.c`. */
const MOST_LEVELS = 100;

/** Widths that the scanner can hold at once, two bytes each of its 1,024, beside open strings. */
const MOST_WIDTHS = 380;

/** A shorter text has no room for so many levels. */
const CHECKED_UNITS = (MOST_LEVELS * MOST_LEVELS) / 2;

const TAB_WIDTH = 8;

/**
 * Whether blocks are nested deeper than CPython reads, or deeper than the parser can hold. Lines of strings and brackets
 * count as others do: none of those that are written has so many steps.
 */
export function isTooDeep(text: string): boolean {
  if (text.length < CHECKED_UNITS) return false;
  const levels = [0];
  const widths = new Set<number>();
  for (const [, indentation = ""] of text.matchAll(/^([ \t\f]*)(?=[^ \t\f\r\n#])/gm)) {
    const width = measure(indentation);
    while ((levels.at(-1) ?? 0) > width) levels.pop();
    if ((levels.at(-1) ?? 0) < width) levels.push(width);
    widths.add(width);
    if (levels.length > MOST_LEVELS || widths.size > MOST_WIDTHS) return true;
  }
  return false;
}

/** Indentation as the scanner counts it: a tab for eight, a form feed resets it. */
function measure(indentation: string): number {
  let width = 0;
  for (const sign of indentation) {
    if (sign === "\f") width = 0;
    else width += sign === "\t" ? TAB_WIDTH : 1;
  }
  return width;
}
