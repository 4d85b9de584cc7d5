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
  "readme",
  "images",
] as const;

export type PartName = (typeof PART_NAMES)[number];

/** What the texts of a `readme/` folder are about, in the order of the part `readme`. */
export const README_SECTIONS = [
  "usage",
  "configure",
  "install",
  "context",
  "roadmap",
  "history",
] as const;

export type ReadmeSectionName = (typeof README_SECTIONS)[number];
