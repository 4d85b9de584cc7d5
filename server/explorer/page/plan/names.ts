// Names of modules in sentences and tables: the first few, the rest folded.
import { toPath, toQuery } from "../../../contract/browser/ask.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import { joinCodes } from "../pieces.js";

const FEW_NAMES = 5;

export function renderNames(names: readonly string[]): Html {
  const shown = names.length <= FEW_NAMES + 1 ? names : names.slice(0, FEW_NAMES);
  const rest = names.slice(shown.length);
  return html`${joinCodes(shown)}${
    rest.length > 0 &&
    html`<details class="names">
      <summary>and ${rest.length} more</summary>
      ${joinCodes(rest)}
    </details>`
  }`;
}

/** @param provider `<org>/<repo>`; without it whichever the module's page takes */
export function renderModuleLink(name: string, version: string, provider?: string): Html {
  const [org, repo] = provider?.split("/") ?? [];
  const href = toPath("module", name, version) + toQuery({ org, repo });
  return html`<a href="${href}"><code>${name}</code></a>`;
}

export function renderRepositoryLink(provider: string): Html {
  const [, repository = ""] = provider.split("/");
  return html`<a class="provider" href="${toPath("repo", repository)}">${provider}</a>`;
}

/** A part of the page, left out where there is nothing to show. */
export function renderPart(title: string, number: number, content: () => Piece): Html | false {
  return (
    number > 0 &&
    html`<section>
      <h2>${title} <span class="number">${number}</span></h2>
      ${content()}
    </section>`
  );
}
