// Names of a module's files and folders that the platform gives a meaning, of all versions. Which name of a manifest counts at
// which version is a rule (data/platform/rules.ts).

/** Names of manifests, the first that a folder has counts; the last one is that of 5.0 and before, the same dictionary. */
export const MANIFEST_NAMES = ["__manifest__.py", "__openerp__.py", "__terp__.py"] as const;

/** Folders that hold no code of a module: tests, upgrade scripts, files served as they are. */
export const NO_CODE_FOLDERS: ReadonlySet<string> = new Set([
  "tests",
  "test",
  "migrations",
  "static",
  "i18n",
]);
