// Whether a description is Markdown or reStructuredText, which the interface does not tell: by what only
// one of them has. Plain text is read as reStructuredText, where indentation is no code.

export type TextFormat = "markdown" | "rst";

const MARKDOWN: readonly RegExp[] = [
  /^ {0,3}#{1,6} \S/m,
  /^ {0,3}```/m,
  /\]\([^)\s]{1,500}\)/,
  /^\|[^\n]*\|\s*\n\|[ :|-]+\|\s*$/m,
  /<\/?(?:p|a|img|br|div|table|li|ul|h[1-6])\b/i,
  /\*\*[^*\n]{1,200}\*\*:?\n-/,
];

const RST: readonly RegExp[] = [
  /^\s*\.\. \S/m,
  /`__?(?!\w)/,
  /(?:^|\s)``[^`\n]/,
  /^(?<sign>[=~^*+"'#-])\k<sign>{3,}\s*$/m,
  /::\s*$/m,
  /:\w{1,30}:`/,
];

export function guessFormat(text: string): TextFormat {
  const count = (signs: readonly RegExp[]): number =>
    signs.filter((sign) => sign.test(text)).length;
  return count(MARKDOWN) > count(RST) ? "markdown" : "rst";
}
