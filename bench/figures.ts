// Figures as they are measured, one after the other, and the lines of the table that come of them.
import type { Row } from "./measurement.js";

export interface Figures {
  /** @param program the name of that which was measured */
  add(what: string, unit: string, program: string, ...numbers: readonly number[]): void;
  /** In the order in which each was first added to. */
  list(): readonly Row[];
}

export function createFigures(): Figures {
  const rows = new Map<string, Row & { readonly figures: Record<string, number[]> }>();
  return {
    add(what, unit, program, ...numbers) {
      const row = rows.get(what) ?? { what, unit, figures: {} };
      rows.set(what, row);
      (row.figures[program] ??= []).push(...numbers);
    },
    list: () => [...rows.values()],
  };
}
