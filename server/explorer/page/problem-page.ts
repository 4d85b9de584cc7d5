// The page for what the interface answered with a problem: what is wrong, and what is near; and that
// for a page that could not be made.
import type { Page, PageContent, PageRequest } from "../page.js";
import { toPath, toQuery, type ProblemBody } from "../../contract/browser/ask.js";
import { html, type Html } from "../../contract/browser/html.js";
import { DEFINITIONS } from "../../contract/outcome.js";
import { toModuleAddress } from "./names.js";

/** Pages of suggestions by problem; default: modules. */
const KINDS: Readonly<Record<string, string>> = { unknown_repository: "repo", ...DEFINITIONS };

/** @param page the one that could not be shown */
export function describeProblem(
  problem: ProblemBody,
  page: Pick<Page, "path">,
  request: PageRequest,
): PageContent {
  const { title, detail, suggestions = [], available_versions: versions = [] } = problem;
  const { available_repositories: repositories = [], required_at_versions: requiring = [] } =
    problem;
  const { name = "", model, version = "" } = request.path;
  // Fields and methods may be those of one model.
  const toOwnPath = (of: string, one: string): string =>
    model === undefined || of === "model" ? toPath(of, one) : toPath(of, model, one);
  const kind = KINDS[problem.code]?.toLowerCase() ?? "module";
  const isOfSystem = page.path.startsWith("/registry/");
  const near = suggestions.map((one) => {
    if (!isOfSystem) return link(toOwnPath(kind, one), one);
    // Ids of views have a point, names of modules at which a view can stop have none.
    const isModule = request.query.has("at") && !one.includes(".");
    return link(toSystemAddress(page, request, isModule ? { at: one } : { name: one }), one);
  });
  // Other kinds than modules have the version in the query.
  const others = versions.map((one) => {
    if (isOfSystem) return link(toSystemAddress(page, request, { platform_version: one }), one);
    return problem.code === "not_at_version"
      ? link(toOwnPath(getKind(page), name) + toQuery({ platform_version: one }), one)
      : link(toPath("module", name, one), one);
  });
  const providers = repositories.map((one) => link(toModuleAddress(name, version, one), one));
  const dependents = requiring.map((one) =>
    link(`/${toQuery({ q: `depends:${name} version:${one}` })}`, one),
  );
  const main = html`<h1>${title}</h1>
    <p>${detail}</p>
    ${!isOfSystem && renderFollowing(problem, name)}
    ${renderChoice("Used at", dependents)}
    ${renderChoice("Did you mean", near)} ${renderChoice("Available at", others)}
    ${renderChoice("Available in", providers)}
    ${isOfSystem && html`<p><a href="/registry/models">Choose the installed modules</a></p>`}
    <p><a href="/${toQuery({ q: name })}">Search for it</a></p>`;
  return { title, main };
}

/** @param requestId by which the operator finds it in the log; only of defects it is of use */
export function describeFailure(
  {
    title,
    detail,
    status,
    suggestions = [],
  }: Pick<ProblemBody, "title" | "detail" | "status" | "suggestions">,
  requestId: string | undefined,
): PageContent {
  const near = suggestions.filter((path) => !path.includes("{"));
  const main = html`<h1>${title}</h1>
    <p>${detail}</p>
    ${
      status >= 500 &&
      requestId !== undefined &&
      html`<p>
        The log of the service has the details under <code>${requestId}</code>. Trying again may help.
      </p>`
    }
    ${renderChoice(
      "Did you mean",
      near.map((path) => link(path, path)),
    )}
    <p><a href="/">Search for a module</a></p>`;
  return { title, main };
}

/** Successors of a missing module, with a link to its lineage. */
function renderFollowing({ code, successors = [] }: ProblemBody, name: string): Html | false {
  if (successors.length === 0 && code !== "module_not_at_version") return false;
  const rows = successors.map((one) =>
    link(
      toPath(one.repository === null ? "lineage" : "module", one.technical_name),
      one.technical_name,
    ),
  );
  return html`${renderChoice("Successors", rows)}
    <p><a href="${toPath("lineage", name)}">Its history, step by step</a></p>`;
}

/** The same page of a system, for another name. */
function toSystemAddress(
  page: Pick<Page, "path">,
  { path, query }: PageRequest,
  { name = path["name"] ?? "", ...values }: Readonly<Record<string, string>>,
): string {
  const address = page.path.replace("{name}", () => encodeURIComponent(name));
  return address + toQuery({ ...Object.fromEntries(query), ...values });
}

/** Kind of a page: `/model/{name}` gives `model`. */
function getKind({ path }: Pick<Page, "path">): string {
  return path.split("/")[1] ?? "";
}

function link(href: string, text: string): Html {
  return html`<li><a href="${href}">${text}</a></li>`;
}

const renderChoice = (title: string, links: readonly Html[]): Html | false =>
  links.length > 0 &&
  html`<h2>${title}</h2>
    <ul class="inline">
      ${links}
    </ul>`;
