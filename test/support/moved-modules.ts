// Modules that were renamed, merged, lost and taken into Odoo, in one repository of three versions.
import path from "node:path";
import { type CommitPlan, makeGitRepository } from "./git-repository.js";
import { build } from "./small-sources.js";

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
  // OpenUpgrade knows that base_maintenance_config was merged into maintenance at 17.0, which Odoo has.
  "16.0": [modules("first", "whole", "lost", "hr_livechat", "base_maintenance_config", "stays")],
  "17.0": [modules("first", "whole", "stays"), rename("first", "second")],
  "18.0": [modules("second", "whole", "stays"), rename("second", "whole/second")],
};

/**
 * `first` is renamed to `second` at 17.0, which is merged into `whole` at 18.0, all of `acme/tools`.
 * @returns the output folder
 */
export async function buildMovedModules(folder: string): Promise<string> {
  const mirror = path.join(folder, "tools.git");
  makeGitRepository(mirror, BRANCHES);
  const url = "https://github.com/acme/tools.git";
  const common = { cloneUrl: url, branches: undefined, addons: ["."] };
  const out = path.join(folder, "out");
  await build([{ organization: "acme", repository: "tools", url, mirror, ...common }], { out });
  return out;
}
