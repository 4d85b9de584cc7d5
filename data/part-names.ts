// The names of the parts of modules (data/module-parts.ts), in the order in which an answer has them.

export const PART_NAMES = [
  "controllers",
  "groups",
  "access",
  "rules",
  "crons",
  "menus",
  "actions",
  "assets",
] as const;

export type PartName = (typeof PART_NAMES)[number];
