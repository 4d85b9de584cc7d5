// The forms of the analysis of an upgrade: the files that OpenUpgrade's module `upgrade_analysis` writes, and drafts of the
// scripts that are wanted.
import type { NoupdateChange } from "../../../compare/upgrade/noupdate-changes.js";
import type { ModuleUpgrade } from "../../../contract/shape/migration/upgrade.js";
import { createFormats } from "../../../contract/text-formats.js";

interface UpgradeFile {
  readonly modules: readonly ModuleUpgrade[];
  /** For the format `noupdate`, which is not part of the analysis. */
  readonly noupdate: readonly NoupdateChange[];
}

export const UPGRADE_FORMATS = createFormats<UpgradeFile, "openupgrade" | "noupdate" | "script">({
  openupgrade: {
    mediaType: "text/plain",
    description:
      "`openupgrade`: `upgrade_analysis.txt`, as OpenUpgrade has one for each module; of several modules one after the other.",
    load:
      async () =>
      ({ modules }) =>
        modules.map(({ text }) => text).join("\n"),
  },
  noupdate: {
    mediaType: "application/xml",
    description:
      "`noupdate`: `noupdate_changes.xml`, the records that updates leave alone and whose data file says something else than before.",
    load: async () => {
      const { renderNoupdate } = await import("./noupdate.js");
      return ({ noupdate }) => renderNoupdate(noupdate);
    },
  },
  script: {
    mediaType: "text/x-python",
    description:
      "`script`: drafts of `pre-migration.py` and `post-migration.py` with calls of openupgradelib for what no migration script names.",
    load: async () => {
      const { renderScripts } = await import("./script.js");
      return ({ modules }) => renderScripts(modules);
    },
  },
});
