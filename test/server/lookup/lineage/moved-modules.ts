// Modules that were renamed, merged, lost and taken into Odoo, in one repository of three versions, and a repository whose branch is young.
import path from "node:path";
import type { CommitPlan } from "../../../support/git-repository.js";
import { build } from "../../../support/builds.js";
import { makeSources } from "../../../support/world.js";

/** Modules of a manifest and two files that no other has. */
function modules(...names: readonly string[]): CommitPlan {
  return {
    subject: `Add ${names.join(", ")}`,
    seconds: 1000,
    files: Object.fromEntries(
      names.flatMap((name) => [
        [`${name}/__manifest__.py`, `{"name": "${name}", "depends": []}`],
        [`${name}/a.py`, `a of ${name}`],
        [`${name}/b.py`, `b of ${name}`],
      ]),
    ),
  };
}

function rename(from: string, to: string): CommitPlan {
  return { subject: `[REN] ${from} to ${to}`, seconds: 2000, rename: { from, to } };
}

const BRANCHES: Readonly<Record<string, readonly CommitPlan[]>> = {
  "16.0": [
    modules("first", "whole", "lost", "stays", "maintenance_plan"),
    modules("hr_livechat", "base_maintenance_config", "account_sequence"),
    modules("l10n_de_skr03", "l10n_de_skr04", "copied", "purchase_discount"),
  ],
  "17.0": [
    modules("first", "whole", "stays", "maintenance_plan", "l10n_de", "copied"),
    rename("first", "second"),
    rename("copied", "carried"),
    {
      subject: "Wait for copied",
      seconds: 3000,
      files: { "copied/__manifest__.py": `{"name": "copied", "installable": False}` },
    },
  ],
  "18.0": [
    modules("second", "whole", "stays", "maintenance_plan", "repair_calendar_view", "account"),
    modules("purchase_discount"),
    rename("second", "whole/second"),
  ],
};

/** At 17.0 one module of four was ported. */
const YOUNG: Readonly<Record<string, readonly CommitPlan[]>> = {
  "16.0": [modules("early", "waiting", "late", "later")],
  "17.0": [modules("early")],
};

/**
 * OpenUpgrade knows that at 17.0 base_maintenance_config was merged into maintenance, account_sequence into
 * account, two modules into l10n_de, and maintenance_plan, which goes on here, into maintenance; at 13.0
 * repair_calendar_view into base_repair; Odoo has hr_livechat from then on. `copied` is renamed to `carried`
 * there, and a copy of it waits under the old name. purchase_discount was merged into purchase at 17.0, and is back at 18.0. `first` is renamed to `second` at 17.0, which is merged into `whole` at 18.0, all of `acme/tools`.
 * @returns the output folder
 */
export async function buildMovedModules(folder: string): Promise<string> {
  const out = path.join(folder, "out");
  const plans = { tools: BRANCHES, young: YOUNG };
  const { tools, young } = makeSources(folder, plans, { host: "https://github.com" });
  await build([tools, young], { out });
  return out;
}
