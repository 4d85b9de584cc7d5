// Terminal output: rows as columns, numbers with their nouns, and foreign texts made harmless.

interface TableColumn {
  /** Default: left. */
  readonly align?: "left" | "right";
  /** In characters; default 0: as wide as its widest cell. */
  readonly minimumWidth?: number;
}

interface TableLayout {
  /** By position; the others are aligned to the left. */
  readonly columns?: readonly TableColumn[];
  /** Before each line. */
  readonly indent?: string;
}

/** Two spaces between columns, and none at the end of a line. A row may have fewer cells than others. */
export function formatTable(
  rows: readonly (readonly string[])[],
  { columns = [], indent = "" }: TableLayout = {},
): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, { length }] of row.entries()) {
      widths[at] = Math.max(widths[at] ?? columns[at]?.minimumWidth ?? 0, length);
    }
  }
  return rows.map((row) => {
    const cells = row.map((cell, at) => {
      const width = widths[at] ?? 0;
      return columns[at]?.align === "right" ? cell.padStart(width) : cell.padEnd(width);
    });
    return indent + cells.join("  ").trimEnd();
  });
}

/** `1 module`, `2 modules`, `2 repositories`. */
export function formatCount(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/**
 * C0 but for tab and the ends of lines, of CSV too, DEL, C1, line and paragraph separators, and what sets the direction of text
 * (Unicode Standard Annex 9).
 */
const CONTROLS =
  // oxlint-disable-next-line no-control-regex
  /(?!\r\n)[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;

/**
 * Names of modules, branches and people are anyone's, and may hold signs by which a terminal moves its cursor, changes its title, or
 * shows a line from right to left: the text with these as JSON writes them, so that JSON stays what it is: `\u202e`.
 */
export function showControls(text: string): string {
  return text.replaceAll(
    CONTROLS,
    (sign) => String.raw`\u` + sign.charCodeAt(0).toString(16).padStart(4, "0"),
  );
}
