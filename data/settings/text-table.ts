// Rows as columns of a terminal, and numbers with what they count.

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

/** Tables below their titles, an empty line after each; those without rows are left out. */
export function formatSections(
  sections: readonly (readonly [title: string, rows: readonly (readonly string[])[]])[],
): readonly string[] {
  return sections.flatMap(([title, rows]) =>
    rows.length === 0 ? [] : [`${title}:`, ...formatTable(rows, { indent: "  " }), ""],
  );
}

/** `1 module`, `2 modules`, `2 repositories`. */
export function formatCount(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
