// Under which licence a repository says it is. Pure.

export const UNKNOWN_LICENCE = "not stated";

/** The longer names first: each holds the words of a shorter one. */
const TITLES = [
  [/GNU AFFERO GENERAL PUBLIC LICENSE/i, "AGPL-3.0"],
  [/GNU LESSER GENERAL PUBLIC LICENSE|\bLGPL/i, "LGPL"],
  [/GNU GENERAL PUBLIC LICENSE/i, "GPL"],
  [/Apache License/i, "Apache-2.0"],
  [/MIT License|Permission is hereby granted, free of charge/i, "MIT"],
  [/Creative Commons|CC[- ]BY/i, "Creative Commons"],
] as const;

/** Is a file where a repository states its licence? By its path from the root. */
export function isLicenceFile(path: string): boolean {
  return /^(?:licen[cs]e|copying|copyright)(?:[.-][a-z0-9]+)?$/i.test(path);
}

/** Which licence a text is, or names first. */
export function findLicence(text: string): string {
  const found = TITLES.map(([title, name]) => ({ at: text.search(title), name }))
    .filter(({ at }) => at >= 0)
    .toSorted((left, right) => left.at - right.at);
  return found[0]?.name ?? UNKNOWN_LICENCE;
}
