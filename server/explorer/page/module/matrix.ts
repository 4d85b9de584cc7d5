// Where a module exists: a row for each repository, a column for each platform version.
import { toPath, toQuery } from "../../shared/ask.js";
import { html, type Html } from "../../shared/html.js";
import type { ModuleViewModel } from "./view-model.js";
import { renderHeads, renderTableFrame } from "../table.js";

export function renderMatrix({
  name,
  version,
  versions,
  versionsByProvider,
  detail,
}: ModuleViewModel): Html {
  const own = `${detail.organization}/${detail.repository}`;
  const newestFirst = versions.toReversed();
  const rows = Object.entries(versionsByProvider).map(([provider, has]) => {
    const cells = newestFirst.map((one) => {
      if (!has.includes(one)) return html`<td class="no"><span class="hidden">no</span></td>`;
      const [org = "", repo = ""] = provider.split("/");
      const query = countProviders(versionsByProvider, one) > 1 ? toQuery({ org, repo }) : "";
      const isHere = one === version && provider === own;
      return html`<td class="yes">
        <a
          href="${toPath("module", name, one)}${query}"
          ${isHere && html` aria-current="page"`}
          aria-label="${provider} at ${one}"
          >${isHere ? "●" : "✓"}</a
        >
      </td>`;
    });
    return html`<tr>
      <th scope="row"><a href="${toPath("repo", provider.split("/")[1] ?? "")}">${provider}</a></th>
      ${cells}
    </tr>`;
  });
  return renderTableFrame({
    label: "Platform versions by repository",
    look: "matrix",
    heads: html`<td></td>
      ${renderHeads(newestFirst)}`,
    rows,
  });
}

function countProviders(
  versionsByProvider: ModuleViewModel["versionsByProvider"],
  version: string,
): number {
  return Object.values(versionsByProvider).filter((versions) => versions.includes(version)).length;
}
