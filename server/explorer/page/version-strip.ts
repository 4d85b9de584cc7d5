// Versions of Odoo in a row, each with what there is: a strip of links below a name, and cells of a matrix.
import { toPath, toQuery } from "../../contract/browser/ask.js";
import { html, type Html } from "../../contract/browser/html.js";
import { describeSuccessor } from "../../contract/shape/lineage.js";
import type { Ask } from "../../routes/ask.js";

/**
 * A module whose manifest says that it cannot be installed is there, and not ported; of one that is elsewhere
 * another name has the contents.
 */
type Presence = "installable" | "not_installable" | "elsewhere" | "absent";

const SIGNS = { installable: "✓", not_installable: "–", elsewhere: "→", absent: "" } as const;

export interface VersionPresence {
  readonly presence: Presence;
  /** Words for it; of one elsewhere what became of it. */
  readonly says: string;
  /** None where nothing is there. */
  readonly href?: string;
}

/** A cell of a matrix. @param of the module and the version, for screen readers */
export function renderPresence({ presence, says, href }: VersionPresence, of: string): Html {
  if (href === undefined) return html`<td class="no"><span class="hidden">no</span></td>`;
  return html`<td class="yes ${presence}">
    <a href="${href}" aria-label="${of}: ${says}">${SIGNS[presence]}</a>
  </td>`;
}

/** Meaning of a matrix's signs, if one needs it. */
export function describePresences(presences: Iterable<VersionPresence>): {
  readonly hint?: string;
} {
  const all = new Set(Array.from(presences, ({ presence }) => presence));
  const lines = [
    all.has("not_installable") &&
      `${SIGNS.not_installable} not installable: its manifest says so, usually since it is not ported to this version`,
    all.has("elsewhere") && `${SIGNS.elsewhere} under another name, or part of Odoo`,
  ].filter((line) => line !== false);
  if (lines.length === 0) return {};
  return { hint: [`${SIGNS.installable} installable`, ...lines].join(" · ") };
}

/** Names of one question, which the interface takes at most. */
const NAMES = 500;

/**
 * Presence of modules at versions; after the last of a module with its successors.
 * @param modules technical name → platform version → whether it can be installed there
 */
export async function readPresences(
  ask: Ask,
  modules: ReadonlyMap<string, ReadonlyMap<string, boolean>>,
  versions: readonly string[],
): Promise<(name: string, version: string) => VersionPresence> {
  const elsewhere = new Map<string, string>();
  // A port at any version usually exists at the newest: most modules are not ported.
  let going = [...modules.keys()];
  for (const to of versions.toReversed()) {
    const older = versions.slice(0, versions.indexOf(to));
    const gone = going.filter((name) => {
      const at = modules.get(name);
      return at?.has(to) === false && older.some((one) => at.has(one));
    });
    const kept = new Set<string>();
    for (let first = 0; first < gone.length; first += NAMES) {
      const names = gone.slice(first, first + NAMES).join(",");
      const { body } = await ask("/v1/coverage", { names, from: to, to });
      for (const { technical_name: name, successors, is_elsewhere } of body.modules) {
        if (successors.length === 0) continue;
        kept.add(name);
        if (!is_elsewhere) continue;
        elsewhere.set(`${name} ${to}`, successors.map(describeSuccessor).join(", "));
      }
    }
    if (to === versions.at(-1)) going = [...kept];
  }
  return (name, version) => {
    const isInstallable = modules.get(name)?.get(version);
    const href = toPath("module", name, version);
    if (isInstallable === true) return { presence: "installable", says: "installable", href };
    if (isInstallable === false)
      return { presence: "not_installable", says: "not installable", href };
    const says = elsewhere.get(`${name} ${version}`);
    return says === undefined
      ? { presence: "absent", says: "not there" }
      : { presence: "elsewhere", says, href: toPath("lineage", name) };
  };
}

interface StripVersion extends Omit<VersionPresence, "says"> {
  readonly version: string;
  /** None where it is installable. */
  readonly says?: string;
  readonly isHere?: boolean;
}

/** @param versions oldest first; the newest is shown first */
export function renderVersionStrip(label: string, versions: readonly StripVersion[]): Html {
  const cells = versions.toReversed().map((one) => {
    const { version, presence, says = "", href, isHere = false } = one;
    const word = presence === "installable" ? "" : says;
    const text = html`${version}${word !== "" && html`<span class="hidden"> ${word}</span>`}`;
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
