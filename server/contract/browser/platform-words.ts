// Whether Odoo itself is indexed, in words: what is said wherever an index is presented.

/** Versions in an index. */
export interface PlatformCoverage {
  /** All its versions, in numeric order. */
  readonly platform_versions: readonly string[];
  /** Versions with Odoo's own modules. */
  readonly platform_indexed: readonly string[];
}

/** One or several sentences; where something lacks, what it is and how it is added. */
export function describePlatform({
  platform_versions: all,
  platform_indexed: indexed,
}: PlatformCoverage): string {
  const lacking = all.filter((version) => !indexed.includes(version));
  const newest = lacking.at(-1);
  if (newest === undefined)
    return `Odoo itself is indexed at ${indexed.join(", ") || "no version"}.`;
  const said =
    indexed.length === 0
      ? "Odoo itself is not indexed"
      : `Odoo itself is indexed at ${indexed.join(", ")}, not at ${lacking.join(", ")}`;
  return `${said}: what its own modules define is unknown${indexed.length === 0 ? "" : " there"}. An element {"platform": ["${newest}"]} of the sources file adds it.`;
}
