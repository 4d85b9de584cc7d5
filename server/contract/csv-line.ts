// Lines of CSV (RFC 4180).

/** With its end. What a spreadsheet would run as a formula has an apostrophe before it. */
export function toCsvLine(cells: readonly string[]): string {
  return `${cells.map(toPlain).map(quote).join(",")}\r\n`;
}

/** Names and texts of modules are anyone's; what is a number stays one. */
function toPlain(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) && !/^-?\d+(?:\.\d+)?$/.test(cell) ? `'${cell}` : cell;
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
