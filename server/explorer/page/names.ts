// Links to modules, repositories and pages of a forge, as sentences and tables have them.
import { toPath, toQuery } from "../../contract/browser/ask.js";
import { html, type Html } from "../../contract/browser/html.js";
import { renderName } from "../../faces/page/pieces.js";
import { renderIcon } from "../shared/icons.js";

/** @param provider `<org>/<repo>`; without it whichever the module's page takes */
export function toModuleAddress(name: string, version: string, provider?: string): string {
  const [org, repo] = provider?.split("/") ?? [];
  return toPath("module", name, version) + toQuery({ org, repo });
}

interface ShownModule {
  readonly technical_name: string;
  readonly name: string;
  readonly platform_version: string;
}

/** A short list of modules, each with its two names. */
export function renderShelf(modules: readonly ShownModule[]): Html {
  return html`<ul class="shelf">
    ${modules.map(
      ({ technical_name, name, platform_version }) =>
        html`<li>
          ${renderIcon("module")}<a href="${toPath("module", technical_name, platform_version)}">${name}</a>
          ${renderName(technical_name, "hint")}
        </li>`,
    )}
  </ul>`;
}

export function renderRepositoryLink(provider: string): Html {
  return html`<a class="provider" href="${toPath("repo", ...provider.split("/"))}">${provider}</a>`;
}

/** The text alone where the forge is not known. */
export const renderForgeLink = (href: string | undefined, text: Html): Html =>
  href === undefined ? text : html`<a href="${href}" rel="external">${text}</a>`;
