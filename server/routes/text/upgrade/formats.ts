// The forms of the analysis of an upgrade: the files that OpenUpgrade's module `upgrade_analysis` writes, what a script loads to give
// records what updates leave alone (`noupdate_changes.xml`), and drafts of the scripts that are wanted.
import type { NoupdateChange } from "../../../compare/upgrade/noupdate-changes.js";
import type { ModuleUpgrade } from "../../../contract/shape/migration/upgrade.js";
import { createFormats } from "../../../contract/text-formats.js";
import {
  GIVEN,
  isGivenList,
  LONGEST_SOURCE_CHARS,
  type GivenValue,
} from "../../../../data/module/given-value.js";
import { toPythonText } from "../../../../data/module/python-text.js";
import { escape } from "../../../contract/browser/html.js";

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
    load:
      async () =>
      ({ noupdate }) =>
        renderNoupdate(noupdate),
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

/** Modules one after the other, each below a comment. */
export function renderNoupdate(changes: readonly NoupdateChange[]): string {
  const lines: string[] = [];
  let last: string | undefined;
  for (const { module, id, model, values } of changes) {
    if (module !== last) lines.push(`  <!-- ${module} -->`);
    last = module;
    lines.push(
      `  <record id="${escape(id)}" model="${escape(model)}">`,
      ...values.map(([field, value]) => `    ${toField(field, value, module)}`),
      "  </record>",
    );
  }
  return ["<?xml version='1.0' encoding='utf-8'?>", "<odoo>", ...lines, "</odoo>", ""].join("\n");
}

function toField(field: string, value: GivenValue | undefined, module: string): string {
  const name = `name="${escape(field)}"`;
  if (value === undefined) return `<field ${name}/>`;
  if (typeof value === "string") return `<field ${name}>${escape(value)}</field>`;
  if (isGivenList(value)) {
    const [kind, why, source] = value;
    if (kind === GIVEN.reference) return `<field ${name} ref="${escape(String(why))}"/>`;
    const isWhole = String(source).length < LONGEST_SOURCE_CHARS;
    if (kind === GIVEN.unknown && why === "eval" && isWhole) {
      return `<field ${name} eval="${escape(String(source))}"/>`;
    }
  }
  const text = toPythonText(value, module)?.replace(/%\(([\w.]+)\)d/g, "ref('$1')");
  if (text === undefined) return `<!-- ${escape(field)}: see the data file -->`;
  return `<field ${name} eval="${escape(text)}"/>`;
}
