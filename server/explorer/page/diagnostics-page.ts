// Page of diagnostics: counts, meanings, and every place with a link to it.
import { readValue, readVersion, type PageContent, type PageRequest } from "../page.js";
import { readAllParts, splitProvider, toQuery } from "../../contract/browser/ask.js";
import { html, type Html } from "../../contract/browser/html.js";
import { layTable, type Block } from "../../contract/layout.js";
import { REPOSITORY } from "../../contract/shape/repository-column.js";
import { layDiagnostics, type SnapshotDetails } from "../../contract/shape/snapshot.js";
import { renderBlocks, renderFormats } from "../../faces/page/blocks.js";
import { renderSelect } from "./question/fields.js";

/** Limit of the interface for one question. */
const ROWS = 500;

export async function showDiagnostics(request: PageRequest): Promise<PageContent> {
  const { body: snapshot } = await request.ask("/v1/snapshot", {});
  const filter = {
    code: readValue(request, "code"),
    repository: readValue(request, "repository"),
    platform_version: readVersion(request),
  };
  const question = toQuestion(filter);
  const { body, ...answer } = await readAllParts("", ROWS, (part) =>
    request.ask("/v1/diagnostics", { ...question, ...part }),
  );
  const main = html`<h1>Diagnostics</h1>
    <p class="lead">
      Files with errors. Their modules are still indexed.
    </p>
    ${renderBlocks([layStale(snapshot), layCodes(snapshot, filter)], { query: request.query })}
    ${renderFilter(snapshot, filter)}
    ${
      answer.total === 0
        ? html`<p role="status">No diagnostics of this kind there.</p>`
        : renderBlocks(layDiagnostics(body, answer), { query: request.query })
    }
    ${renderFormats(answer)}`;
  const about = "Problems found while reading the repositories, by code, repository and version.";
  return { title: "Diagnostics", about, main };
}

/** Repositories whose modules are those of an earlier build. */
const layStale = ({ sources }: SnapshotDetails): Block =>
  layTable({
    name: "stale",
    title: "Not read this time, kept as read before",
    rows: sources.flatMap(({ branches, ...source }) =>
      branches.flatMap(({ stale, ...at }) =>
        stale === null ? [] : { ...source, ...at, ...stale },
      ),
    ),
    columns: [REPOSITORY, "branch", "commit", "date: Last change", "reason"],
  });

/** Filters of the list, empty for all; a repository is `<organization>/<repository>`. */
type Filter = Readonly<Record<"code" | "repository" | "platform_version", string>>;

function renderFilter({ counts, sources }: SnapshotDetails, filter: Filter): Html {
  const odd = sources.filter(({ diagnostics }) => diagnostics > 0);
  const { code, repository, platform_version } = filter;
  const open = "all";
  return html`<form class="inline-form" action="/diagnostics" method="get">
    ${renderSelect({ name: "code", title: "Code", open, chosen: code, values: Object.keys(counts.diagnostics) })}
    ${renderSelect({
      name: "repository",
      title: "Repository",
      open,
      chosen: repository,
      values: odd.map((source) => `${source.organization}/${source.repository}`),
    })}
    ${renderSelect({
      name: "platform_version",
      title: "Odoo version",
      open,
      chosen: platform_version,
      values: Object.keys(counts.platform_versions).toReversed(),
    })}
    <button class="button">Filter</button>
  </form>`;
}

function toQuestion({ code, repository, platform_version }: Filter) {
  const { organization, repository: repo } = splitProvider(repository);
  return { code, org: organization, repo, platform_version };
}

function toHref(filter: Filter): string {
  return `/diagnostics${toQuery({ ...filter })}`;
}

/** Counts by code, over all sources. */
const layCodes = (snapshot: SnapshotDetails, filter: Filter): Block =>
  layTable({
    name: "codes",
    rows: Object.entries(snapshot.counts.diagnostics).map(([code, count]) => ({
      code,
      count,
      meaning: snapshot.diagnostic_meanings[code],
    })),
    columns: [
      { key: "code", isCode: true, href: (_, code) => toHref({ ...filter, code }) },
      "count",
      "meaning",
    ],
  });
