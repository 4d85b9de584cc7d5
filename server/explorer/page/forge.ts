// What the host of a repository is called, and links to its pages there.
import { html, type Html, type Piece } from "../../contract/browser/html.js";

const HOSTS: ReadonlyMap<string, string> = new Map([
  ["github.com", "GitHub"],
  ["codeberg.org", "Codeberg"],
  ["bitbucket.org", "Bitbucket"],
]);

/** `GitHub`, `GitLab`, and by its own name what is none of the known. */
export function nameForge(address: string): string {
  const { hostname } = new URL(address);
  return HOSTS.get(hostname) ?? (hostname.startsWith("gitlab.") ? "GitLab" : hostname);
}

/** The text alone where the forge is not known. */
export function renderForgeLink(href: string | null | undefined, text: Piece): Html {
  return href === undefined || href === null
    ? html`${text}`
    : html`<a href="${href}" rel="external">${text}</a>`;
}
