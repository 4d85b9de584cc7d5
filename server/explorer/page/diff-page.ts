// A module at two platform versions: new, removed and changed parts.
import { readPart, readValue, type PageContent, type PageRequest } from "../page.js";
import { catchProblem, toPath, toQuery } from "../../contract/browser/ask.js";
import { html, type Html } from "../../contract/browser/html.js";
import { type ModuleDiff, layDiff } from "../../contract/shape/diff.js";
import { renderAsked } from "./question/question.js";
import { toModuleAddress } from "./names.js";
import { renderBlocks, renderFormats } from "../../faces/page/blocks.js";
import { renderVersionStrip } from "./version-strip.js";
import { comparePlatformVersions } from "../../contract/read-parameters.js";

export async function showDiff(request: PageRequest): Promise<PageContent> {
  const name = readPart(request, "name");
  const question = {
    module_name: name,
    from: readPart(request, "from"),
    to: readPart(request, "to"),
    org: readValue(request, "org"),
    repo: readValue(request, "repo"),
  };
  const path = "/v1/module/{module_name}/diff/{from}/{to}";
  const { body: diff, address } = await request.ask(path, question);
  const title = `${name}: ${diff.from.platform_version} → ${diff.to.platform_version}`;
  const main = html`<h1>${title}</h1>
    ${renderAsked(
      html`Changes from Odoo ${diff.from.platform_version} to ${diff.to.platform_version}`,
      await renderChoices(request, question, diff),
    )}
    ${diff.compared_with.length > 0 && html`<p><a href="${toPath("lineage", name)}">The evidence of its other name</a></p>`}
    ${renderBlocks(layDiff(diff), { query: request.query })}
    ${renderFormats({ address })}`;
  return { title, main };
}

/** Links to other versions. */
async function renderChoices(
  { ask }: PageRequest,
  { module_name: name, org, repo }: Readonly<Record<"module_name" | "org" | "repo", string>>,
  diff: ModuleDiff,
): Promise<Html> {
  const { platform_version: from } = diff.from;
  const { platform_version: to } = diff.to;
  const there = ask("/v1/module/{module_name}", { module_name: name });
  // A name that one side has under another one may be at no other version.
  const known = await catchProblem(there, () => undefined);
  const versions = [...new Set([...(known?.body.platform_versions ?? []), from, to])];
  const renderChoice = (
    title: string,
    here: string,
    others: readonly string[],
    toHref: (one: string) => string,
  ) =>
    html`<h2>${title}</h2>
      ${renderVersionStrip(
        title,
        [here, ...others].toSorted(comparePlatformVersions).map((version) => ({
          version,
          presence: "installable",
          href: toHref(version) + toQuery({ org, repo }),
          isHere: version === here,
        })),
      )}`;
  const before = versions.filter((one) => one !== from && comparePlatformVersions(one, to) < 0);
  const after = versions.filter((one) => one !== to && comparePlatformVersions(one, from) > 0);
  return html`<p>The module itself: ${renderSideLink(diff.from)} and ${renderSideLink(diff.to)}.</p>
  ${renderChoice("From Odoo", from, before, (one) => toPath("module", name, "diff", one, to))}
  ${renderChoice("To Odoo", to, after, (one) => toPath("module", name, "diff", from, one))}`;
}

function renderSideLink(side: ModuleDiff["from"]): Html {
  const { technical_name: name, platform_version: at, organization: org, repository: repo } = side;
  return html`<a href="${toModuleAddress(name, at, `${org}/${repo}`)}">${name} ${at}</a>`;
}
