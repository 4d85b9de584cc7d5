// Effort of porting a module, as classes: docs/migration.md has the measurements of ported ones.

export const EFFORTS = ["S", "M", "L", "XL"] as const;
export type Effort = (typeof EFFORTS)[number];

export function countEfforts(
  efforts: Iterable<Effort | null | undefined>,
): Readonly<Record<Effort, number>> {
  const counts = { S: 0, M: 0, L: 0, XL: 0 };
  for (const effort of efforts) if (effort) counts[effort] += 1;
  return counts;
}
