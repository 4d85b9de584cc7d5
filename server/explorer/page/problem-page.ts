// The page for what the interface answered with a problem: what is wrong, and what is near; and that
// for a page that could not be made.
import type { PageContent, PageRequest } from "../page.js";
import { toPath, toQuery, type ProblemBody } from "../shared/ask.js";
import { html, type Html } from "../shared/html.js";

/** Which pages show what is suggested; modules for other problems. */
const KINDS: Readonly<Record<string, string>> = {
  unknown_repository: "repo",
  unknown_model: "model",
  unknown_view: "view",
};

export function describeProblem(problem: ProblemBody, { path }: PageRequest): PageContent {
  const { title, detail, suggestions = [], available_versions: versions = [] } = problem;
  const { available_repositories: repositories = [], required_at_versions: requiring = [] } =
    problem;
  const { name = "", version = "" } = path;
  const kind = KINDS[problem.code] ?? "module";
  const near = suggestions.map((one) => link(toPath(kind, one), one));
  const others = versions.map((one) => link(toPath("module", name, one), one));
  const providers = repositories.map((one) => {
    const [org = "", repo = ""] = one.split("/");
    return link(toPath("module", name, version) + toQuery({ org, repo }), one);
  });
  const dependents = requiring.map((one) =>
    link(toPath("v1", "module", name, one, "dependents"), one),
  );
  const main = html`<h1>${title}</h1>
    <p>${detail}</p>
    ${renderChoice("It has dependents at", dependents)}
    ${renderChoice("Did you mean", near)} ${renderChoice("It exists at", others)}
    ${renderChoice("It is carried by", providers)}
    <p><a href="/${toQuery({ q: name })}">Search for it</a></p>`;
  return { title, main };
}

/** @param requestId by which the operator finds it in the log; only of defects it is of use */
export function describeFailure(
  { title, detail, status }: Pick<ProblemBody, "title" | "detail" | "status">,
  requestId: string | undefined,
): PageContent {
  const main = html`<h1>${title}</h1>
    <p>${detail}</p>
    ${
      status >= 500 &&
      requestId !== undefined &&
      html`<p>
        Who runs this service finds it in the log as <code>${requestId}</code>. Asking again may
        help.
      </p>`
    }
    <p><a href="/">Search for a module</a></p>`;
  return { title, main };
}

function link(href: string, text: string): Html {
  return html`<li><a href="${href}">${text}</a></li>`;
}

function renderChoice(title: string, links: readonly Html[]): Html | false {
  return (
    links.length > 0 &&
    html`<h2>${title}</h2>
      <ul class="inline">
        ${links}
      </ul>`
  );
}
