// Whether Odoo itself is indexed, in words: what is said wherever an index is presented.

/** Versions in an index. */
export interface PlatformCoverage {
  /** All its versions, in numeric order. */
  readonly platform_versions: readonly string[];
  /** Versions with Odoo's own modules. */
  readonly platform_indexed: readonly string[];
}

/** One sentence for visitors and agents. */
export function describePlatform({
  platform_versions: all,
  platform_indexed: indexed,
}: PlatformCoverage): string {
  const lacking = all.filter((version) => !indexed.includes(version));
  if (indexed.length === 0 && lacking.length > 0) return "This index does not contain Odoo itself.";
  const not = lacking.length === 0 ? "" : `, not at ${lacking.join(", ")}`;
  return `This index contains Odoo itself at ${indexed.join(", ") || "no version"}${not}.`;
}

/** The sentence for operators, who can add what is missing. */
export function advisePlatform(coverage: PlatformCoverage): string {
  const newest = coverage.platform_versions.findLast(
    (version) => !coverage.platform_indexed.includes(version),
  );
  const advice =
    newest === undefined ? "" : ` To add it, put {"platform": ["${newest}"]} in the sources file.`;
  return `${describePlatform(coverage)}${advice}`;
}
