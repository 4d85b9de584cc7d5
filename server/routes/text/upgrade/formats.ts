// The forms of the analysis of an upgrade: the files that OpenUpgrade's module `upgrade_analysis` writes.
import type { ModuleUpgrade } from "../../../contract/shape/migration/upgrade.js";
import { createFormats } from "../../../contract/text-formats.js";

export const UPGRADE_FORMATS = createFormats<readonly ModuleUpgrade[], "openupgrade">({
  openupgrade: {
    mediaType: "text/plain",
    description:
      "`openupgrade`: `upgrade_analysis.txt`, as OpenUpgrade has one for each module; of several modules one after the other.",
    load: async () => {
      const { renderAnalysis } = await import("../../../change/upgrade/openupgrade-text.js");
      return (modules) => modules.map(renderAnalysis).join("\n");
    },
  },
});
