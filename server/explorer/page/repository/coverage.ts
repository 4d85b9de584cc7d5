// Coverage of a repository from one platform version to another.
import { readVersion, type PageRequest } from "../../page.js";
import { toPath } from "../../../contract/browser/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import { layCoverage } from "../../../contract/shape/coverage.js";
import type { RepositorySummary } from "../../../contract/shape/browse.js";
import { comparePlatformVersions } from "../../../contract/read-parameters.js";
import { renderBlocks, renderFormats } from "../../../faces/page/blocks.js";
import { renderSelect } from "../question/fields.js";

/** From one version to another, as the query says; to the last and from the one before otherwise. */
export async function renderComing(
  request: PageRequest,
  { name, organizations }: RepositorySummary,
  org: string,
): Promise<Html | false> {
  const versions = [...new Set(Object.values(organizations).flatMap(Object.keys))].toSorted(
    comparePlatformVersions,
  );
  if (versions.length < 2) return false;
  const to = readVersion(request, "to") || (versions.at(-1) ?? "");
  const from =
    readVersion(request, "from") || (versions[versions.indexOf(to) - 1] ?? versions.at(-2) ?? "");
  const question = { repo_name: name, org, from, to };
  const { body, address } = await request.ask("/v1/repo/{repo_name}/coverage", question);
  return html`<section id="coming">
    <h2>From ${from} to ${to}</h2>
    <form class="inline-form" action="${toPath("repo", org, name)}#coming" method="get">
      ${renderSelect({ name: "from", title: "From", values: versions, chosen: from })}
      ${renderSelect({ name: "to", title: "To", values: versions, chosen: to })}
      <button class="button">Compare</button>
    </form>
    ${renderBlocks(layCoverage(body), { query: request.query })} ${renderFormats({ address })}
  </section>`;
}
