// Names that several repositories carry: which was taken and why, with links that prefer another.
import { html, type Html } from "../../../contract/browser/html.js";
import type { ChoiceRule, Plan } from "../../../contract/shape/system/plan.js";
import { renderTable } from "../table.js";
import { renderModuleLink, renderPart, renderRepositoryLink } from "../names.js";
import { toPlanAddress, type PlanForm } from "./plan-question.js";
import { join } from "../pieces.js";

const RULES: Readonly<Record<ChoiceRule, string>> = {
  installable: "installable there alone",
  prefer: "preferred",
  addons_path: "earlier on the addons path",
  platform: "the platform's own repository",
  most_requested: "has more of the requested modules",
  first: "first by name",
};

export function renderChoices(
  { choices, platform_version: at }: Plan,
  form: PlanForm,
): Html | false {
  const rows = choices.map(({ technical_name: name, taken, rule, others }) => [
    renderModuleLink(name, at, taken),
    renderRepositoryLink(taken),
    RULES[rule],
    join(
      others.map(
        (other) =>
          html`<a href="${toPreferring(form, other)}"
            ><span class="hidden">${name}: </span>prefer ${other}</a
          >`,
      ),
    ),
  ]);
  return renderPart("Modules in several repositories", choices.length, () =>
    renderTable({
      label: "Modules in several repositories",
      heads: ["Module", "From", "Reason", "Otherwise"],
      rows,
    }),
  );
}

function toPreferring(form: PlanForm, provider: string): string {
  return toPlanAddress({ ...form, prefer: [...new Set([provider, ...form.prefer])] });
}
