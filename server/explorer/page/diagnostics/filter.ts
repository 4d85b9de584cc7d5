// The form that narrows a list of diagnostics down; without scripts it is sent as an address.
import { html, type Html } from "../../../contract/browser/html.js";
import type { SnapshotDetails } from "../../../contract/shape/snapshot.js";
import { renderOption, renderSelectField } from "../pieces.js";

/** Empty for all. */
export interface Filter {
  readonly code: string;
  /** `<organization>/<repository>` */
  readonly repository: string;
  readonly platform_version: string;
}

export function renderFilter({ counts, sources }: SnapshotDetails, filter: Filter): Html {
  const odd = sources.filter(({ diagnostics }) => diagnostics > 0);
  return html`<form class="inline-form" action="/diagnostics" method="get">
    ${renderSelect("code", "Code", Object.keys(counts.diagnostics), filter)}
    ${renderSelect(
      "repository",
      "Repository",
      odd.map(({ organization, repository }) => `${organization}/${repository}`),
      filter,
    )}
    ${renderSelect("platform_version", "Version", listVersions(counts), filter)}
    <button class="button">Filter</button>
  </form>`;
}

function listVersions({ platform_versions }: SnapshotDetails["counts"]): readonly string[] {
  return Object.keys(platform_versions).toReversed();
}

function renderSelect(
  name: keyof Filter,
  title: string,
  known: readonly string[],
  filter: Filter,
): Html {
  const chosen = filter[name];
  const values = ["", ...(chosen === "" || known.includes(chosen) ? [] : [chosen]), ...known];
  const options = values.map((value) => renderOption(value, value || "all", value === chosen));
  return renderSelectField(name, title, options);
}
