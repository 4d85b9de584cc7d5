// Rows of which equal ones are kept once.

/**
 * Adds a row unless one from `start` on is the same.
 * @returns the number of the row that is
 */
export function addDistinct(rows: Uint8Array[], row: Uint8Array, start: number): number {
  for (let known = start; known < rows.length; known++) {
    if (Buffer.compare(rows[known] ?? row, row) === 0) return known;
  }
  return rows.push(row) - 1;
}
