// Words and numbers as pages, commands and searches write and compare them: counts and labels, whether Odoo itself is indexed, and titles
// of a module's facts.

/** `1 module`, `2,000 modules`, `2 repositories`. */
export function formatCount(number: number, one: string, many = `${one}s`): string {
  // A locale takes a tenth of the time of a short command to load.
  const digits = String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  return `${digits} ${number === 1 ? one : many}`;
}

/**
 * Folded label: equal for labels that differ in case or blanks alone: `Sales / CRM`, `sales/crm`.
 */
export function foldLabel(label: string): string {
  return label.replaceAll(/\s+/gu, "").toLowerCase();
}

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

export const FACT_TITLES = {
  version: "Version",
  update_date: "Changed",
  first_commit_date: "First commit",
  repository: "Repository",
  copy_of: "Copy of",
  branch: "Branch",
  source_path: "Folder",
  forge: "Where it is kept",
  folder_size: "Size",
  has_tests: "Tests",
  authors: "Authors",
  maintainers: "Maintainers",
  website: "Website",
  license_spdx: "Licence (SPDX)",
  commit: "Commit",
  purl: "Package URL",
} as const;
