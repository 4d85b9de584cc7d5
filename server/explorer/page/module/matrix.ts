// Where a module exists: a row for each repository, a column for each platform version.
import { toPath, toQuery } from "../../shared/ask.js";
import { html, type Html } from "../../shared/html.js";
import { renderPresence, renderPresenceLegend, type Presence } from "../presence.js";
import type { ModuleViewModel } from "./view-model.js";
import { renderHeads, renderTableFrame } from "../table.js";

export function renderMatrix({ name, version, versions, where, detail }: ModuleViewModel): Html {
  const own = `${detail.organization}/${detail.repository}`;
  const newestFirst = versions.toReversed();
  const findPresence = (provider: string, one: string): Presence => {
    if (where.versions[provider]?.includes(one) !== true) return "absent";
    return where.not_installable[provider]?.includes(one) === true
      ? "not_installable"
      : "installable";
  };
  const providers = Object.keys(where.versions);
  const rows = providers.map((provider) => {
    const [org = "", repo = ""] = provider.split("/");
    const cells = newestFirst.map((one) => {
      const isShared =
        providers.filter((other) => findPresence(other, one) !== "absent").length > 1;
      return renderPresence({
        presence: findPresence(provider, one),
        label: `${provider} at ${one}`,
        href: toPath("module", name, one) + (isShared ? toQuery({ org, repo }) : ""),
        isHere: one === version && provider === own,
      });
    });
    return html`<tr>
      <th scope="row"><a href="${toPath("repo", repo)}">${provider}</a></th>
      ${cells}
    </tr>`;
  });
  const all = providers.flatMap((provider) => versions.map((one) => findPresence(provider, one)));
  return html`${renderTableFrame({
    label: "Platform versions by repository",
    look: "matrix",
    heads: html`<td></td>
      ${renderHeads(newestFirst)}`,
    rows,
  })}
  ${renderPresenceLegend(all)}`;
}
