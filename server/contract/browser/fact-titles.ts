// Titles of a module's facts on its page, in the order of the page.

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
