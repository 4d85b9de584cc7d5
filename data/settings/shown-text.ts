// How texts reach a terminal: names of modules, branches and people are anyone's, and may hold signs by which a terminal
// moves its cursor, changes its title, or shows a line from right to left.

/**
 * C0 but for tab and line feed, DEL, C1, line and paragraph separators, and what sets the direction of text
 * (Unicode Standard Annex 9).
 */
const CONTROLS =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;

/** The text with such signs as JSON writes them, so that JSON stays what it is: `\u202e`. */
export function showControls(text: string): string {
  return text.replaceAll(
    CONTROLS,
    (sign) => String.raw`\u` + sign.charCodeAt(0).toString(16).padStart(4, "0"),
  );
}
