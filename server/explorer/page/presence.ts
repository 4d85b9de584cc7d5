// Whether a module is there at a platform version: a cell of a matrix, and the legend of its signs.
import { html, type Html } from "../../contract/browser/html.js";

/**
 * A module whose manifest says that it cannot be installed is there, and not ported; of one that is elsewhere
 * another name has the contents.
 */
export type Presence = "installable" | "not_installable" | "elsewhere" | "absent";

const SIGNS = { installable: "✓", not_installable: "–", elsewhere: "→", absent: "" } as const;

const LOOKS = {
  installable: "yes",
  not_installable: "yes off",
  elsewhere: "yes elsewhere",
} as const;

interface PresenceCell {
  readonly presence: Presence;
  /** What is there and where, for who hears the page. */
  readonly label: string;
  readonly href: string;
  /** The page that shows it is this one. */
  readonly isHere?: boolean;
}

export function renderPresence({ presence, label, href, isHere = false }: PresenceCell): Html {
  if (presence === "absent") return html`<td class="no"><span class="hidden">no</span></td>`;
  return html`<td class="${LOOKS[presence]}">
    <a
      href="${href}"
      ${isHere && html` aria-current="page"`}
      aria-label="${label}${presence === "not_installable" && ", not installable"}"
      >${isHere ? "●" : SIGNS[presence]}</a
    >
  </td>`;
}

/** Empty where no cell needs to be explained. */
export function renderPresenceLegend(presences: Iterable<Presence>): Html | false {
  const all = new Set(presences);
  const lines = [
    ...(all.has("not_installable")
      ? [
          `${SIGNS.not_installable} not installable: its manifest says so, usually since it is not ported to this version`,
        ]
      : []),
    ...(all.has("elsewhere") ? [`${SIGNS.elsewhere} under another name, or part of Odoo`] : []),
  ];
  return (
    lines.length > 0 &&
    html`<p class="hint">${[`${SIGNS.installable} installable`, ...lines].join(" · ")}</p>`
  );
}
