// Versions of Odoo in a row, each with what there is: a strip of links below a name, and cells of a matrix.
import { toQuery } from "../../contract/browser/ask.js";
import { html, type Html } from "../../contract/browser/html.js";

/**
 * A module whose manifest says that it cannot be installed is there, and not ported; of one that is elsewhere
 * another name has the contents.
 */
export type Presence = "installable" | "not_installable" | "elsewhere" | "absent";

const SIGNS = { installable: "✓", not_installable: "–", elsewhere: "→", absent: "" } as const;

interface PresenceCell {
  readonly presence: Presence;
  /** Content of the version for screen readers. */
  readonly label: string;
  readonly href: string;
}

/** A cell of a matrix. */
export function renderPresence({ presence, label, href }: PresenceCell): Html {
  if (presence === "absent") return html`<td class="no"><span class="hidden">no</span></td>`;
  return html`<td class="yes ${presence}">
    <a href="${href}" aria-label="${label}">${SIGNS[presence]}</a>
  </td>`;
}

/** Words of each, beside its sign. */
export const PRESENCES: Readonly<Record<Presence, string>> = {
  installable: "installable",
  not_installable: "not installable",
  elsewhere: "under another name",
  absent: "not there",
};

/** Meaning of a matrix's signs, if one needs it. */
export function describePresences(presences: Iterable<Presence>): { readonly hint?: string } {
  const all = new Set(presences);
  const lines = [
    all.has("not_installable") &&
      `${SIGNS.not_installable} not installable: its manifest says so, usually since it is not ported to this version`,
    all.has("elsewhere") && `${SIGNS.elsewhere} under another name, or part of Odoo`,
  ].filter((line) => line !== false);
  if (lines.length === 0) return {};
  return { hint: [`${SIGNS.installable} installable`, ...lines].join(" · ") };
}

interface StripVersion {
  readonly version: string;
  readonly presence: Presence;
  /** None where nothing is there. */
  readonly href?: string;
  readonly isHere?: boolean;
  /** Beside the version: a number, or what has the contents. */
  readonly note?: string | number;
}

/** @param versions oldest first; the newest is shown first */
export function renderVersionStrip(label: string, versions: readonly StripVersion[]): Html {
  const cells = versions.toReversed().map(({ version, presence, href, isHere = false, note }) => {
    const word = presence === "installable" ? "" : PRESENCES[presence];
    const text = html`${version}${note !== undefined && html` <small>${note}</small>`}${word !== "" && html`<span class="hidden"> ${word}</span>`}`;
    const title = word !== "" && html` title="${word}"`;
    return href === undefined
      ? html`<li><span class="version ${presence}"${title}>${text}</span></li> `
      : html`<li><a class="version ${presence}" href="${href}"${title}${isHere && html` aria-current="page"`}>${text}</a></li> `;
  });
  return html`<nav aria-label="${label}">
    <ol class="strip">${cells}</ol>
  </nav>`;
}

/** Links to the same page at every version. @param path of the page */
export function renderVersionLinks(
  path: string,
  versions: readonly string[],
  current: string,
): Html {
  return renderVersionStrip(
    "Odoo versions",
    versions.map((version) => ({
      version,
      presence: "installable",
      href: path + toQuery({ platform_version: version }),
      isHere: version === current,
    })),
  );
}
