// Every version of a module: its number, where it is, when it changed, whether it can be installed, and what is
// different there.
import type { ModuleDetail, ModuleSelection } from "../../../contract/shape/module.js";
import { toPath, toQuery } from "../../../contract/browser/ask.js";
import type { Ask } from "../../../routes/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import { toStepAddress } from "../migration/step-form.js";
import { join, renderDay } from "../../../faces/page/pieces.js";
import { renderRepositoryLink } from "../names.js";
import { renderTable } from "../../../faces/page/table.js";

const FIELDS = "version,update_date,installable,organization,repository,platform_version" as const;

/** A module at one platform version in one repository. */
export type Release = Pick<
  Required<ModuleSelection>,
  "version" | "update_date" | "installable" | "organization" | "repository" | "platform_version"
>;

/** Newest platform version first, of each those that can be installed first. */
export async function readReleases(
  ask: Ask,
  name: string,
  versions: readonly string[],
): Promise<readonly Release[]> {
  const found: Release[] = [];
  for (const platform_version of versions.toReversed()) {
    const { body } = await ask("/v1/module/{module_name}/{platform_version}", {
      module_name: name,
      platform_version,
      fields: FIELDS,
    });
    const releases = body as readonly Release[];
    found.push(...releases.toSorted((a, b) => Number(b.installable) - Number(a.installable)));
  }
  return found;
}

interface Shown {
  readonly name: string;
  readonly version: string;
  /** Oldest first. */
  readonly versions: readonly string[];
  readonly detail: Pick<Release, "organization" | "repository">;
  readonly releases: readonly Release[];
}

export function renderVersions({ name, version, versions, detail, releases }: Shown): Html {
  const rows = releases.map((release) => {
    const { organization: org, repository: repo, platform_version: at } = release;
    const isHere = at === version && org === detail.organization && repo === detail.repository;
    const isShared = releases.filter((other) => other.platform_version === at).length > 1;
    const href = toPath("module", name, at) + (isShared ? toQuery({ org, repo }) : "");
    return [
      html`<a href="${href}" ${isHere && html` aria-current="page"`}>${at}</a>`,
      release.version,
      renderRepositoryLink(`${org}/${repo}`),
      release.update_date === null ? "" : renderDay(release.update_date),
      release.installable ? "installable" : html`<span class="badge bad">not installable</span>`,
      renderDiffLink({ name, version, versions }, at),
    ];
  });
  const heads = ["Odoo", "Version", "Repository", "Last change", "State", "Changes"];
  return renderTable({ label: "Versions", heads, rows });
}

function renderDiffLink(
  { name, version, versions }: Pick<Shown, "name" | "version" | "versions">,
  other: string,
): Html | false {
  if (other === version) return false;
  const isOlder = versions.indexOf(other) < versions.indexOf(version);
  const [from, to] = isOlder ? [other, version] : [version, other];
  const upgrade = toStepAddress("/upgrade", { from, to, modules: name });
  return html`<a href="${toPath("module", name, "diff", from, to)}">Compare ${from} with ${to}</a>,
    <a href="${upgrade}">what it does to a database</a>`;
}

/** Pull requests that add it to versions at which it is missing. */
export function renderPortRequests({
  port_requests: requests,
}: Pick<ModuleDetail, "port_requests">): Html | false {
  return (
    requests.length > 0 &&
    html`<p>Being ported: ${join(
      requests.map(
        ({ number, platform_version: version, first_commit_date: first, last_commit_date: last }) =>
          html`to ${version} by pull request #${number} (${renderDay(first)}, last commit ${renderDay(last)})`,
      ),
      "; ",
    )}. Whether they are still open is not known here.</p>`
  );
}
