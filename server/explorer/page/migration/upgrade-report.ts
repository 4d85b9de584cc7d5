// An analysis of an upgrade as markup: what is lost and what may fail that no migration script names, sums of all
// changes, and modules one by one.
import { toPath } from "../../../contract/browser/ask.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import {
  isAskedFor,
  isDangerous,
  isUncovered,
  listChanges,
  type ShownChange,
} from "../../../contract/browser/upgrade-changes.js";
import type { ModuleUpgrade, Upgrade } from "../../../contract/shape/migration/upgrade.js";
import {
  UPGRADE_CLASSES,
  UPGRADE_CODES,
  type UpgradeClass,
  type UpgradeCode,
} from "../../../contract/shape/migration/upgrade-codes.js";
import { renderPlace, renderShortPlace } from "../code-location.js";
import { renderNames } from "../names.js";
import { renderMarks, renderPart } from "../../../faces/page/pieces.js";
import { formatCount } from "../../../contract/browser/words.js";
import { renderFoldedTable, renderTable } from "../../../faces/page/table.js";

const CLASSES = Object.keys(UPGRADE_CLASSES) as readonly UpgradeClass[];

/** Of one kind of change; the answer as JSON has all. */
const MOST_ROWS = 100;

/**
 * What it comes to, of one module where one is shown.
 * @param named the modules that were asked for
 * @param shown of one module, with each step; empty for all
 */
export function describeUpgrade(
  { from, to, modules, complete }: Upgrade,
  named: readonly string[],
  shown: readonly ModuleUpgrade[],
) {
  const [first] = shown;
  const [asked, needed] = splitModules(modules, named);
  const own = first === undefined ? asked : shown;
  const changes = listChanges(own);
  const uncovered = changes.filter(isUncovered);
  const lost = uncovered.filter((one) => one.class === "data_lost").length;
  return {
    badge:
      uncovered.length === 0
        ? complete
          ? "Nothing is lost"
          : "Nothing is known to be lost"
        : lost > 0
          ? `${lost} lost without a script`
          : `${uncovered.length} may fail`,
    isGood: uncovered.length === 0 && complete,
    title:
      first === undefined
        ? `From ${from.platform_version} to ${to.platform_version}`
        : `${first.module} ${first.from_version ?? "not installed"} → ${shown.at(-1)?.to_version ?? "not installed"}`,
    lines:
      first === undefined
        ? [
            `${formatCount(countModules(own), "module")} asked for: ${describeSums(changes)}.`,
            needed.length > 0 &&
              `${formatCount(countModules(needed), "module")} that they need: ${describeSums(listChanges(needed))}.`,
          ]
        : [`${describeSums(changes)}.`],
  };
}

/** Those that were asked for, and the others. */
function splitModules(modules: readonly ModuleUpgrade[], named: readonly string[]) {
  const names = new Set(named);
  const asked = modules.filter((one) => isAskedFor(one, names));
  return [asked, modules.filter((one) => !asked.includes(one))] as const;
}

/** Each once, however many steps it has. */
function countModules(modules: readonly ModuleUpgrade[]): number {
  return new Set(modules.map(({ module }) => module)).size;
}

/** @param hidden the question as fields of a form, which asks it of one module */
export function renderUpgrade(upgrade: Upgrade, named: readonly string[], hidden: Piece): Html {
  const [own, needed] = splitModules(upgrade.modules, named);
  return html`${renderDoubts(upgrade)}
    ${renderClasses(listChanges(own).filter(isUncovered), upgrade)} ${renderCovered(own, upgrade)}
    ${renderScripts(own, upgrade)} ${renderUnknown(own)}
    <form action="/upgrade" method="get">
      ${hidden}
      ${renderModules("Modules that were asked for", own)}
      ${renderModules("Modules that they need", needed)}
    </form>`;
}

/** All changes of one module. */
export function renderModuleUpgrade(one: ModuleUpgrade, upgrade: Upgrade): Html {
  const open = listChanges([one]).filter((change) => change.covered_by === undefined);
  return html`${renderClasses(open, upgrade)} ${renderCovered([one], upgrade)}
    ${renderScripts([one], upgrade)} ${renderUnknown([one])}`;
}

function describeSums(changes: readonly ShownChange[]): string {
  if (changes.length === 0) return "nothing changes";
  const sums = CLASSES.flatMap((kind) => {
    const rows = changes.filter((one) => one.class === kind);
    const covered = rows.filter((one) => one.covered_by !== undefined).length;
    if (rows.length === 0) return [];
    const note = covered > 0 ? `, ${covered} of them named by a migration script` : "";
    return [`${rows.length} ${WORDS[kind]}${note}`];
  });
  return sums.join("; ");
}

const WORDS: Readonly<Record<UpgradeClass, string>> = {
  data_lost: "where data is lost unless a script saves it",
  may_fail: "that may fail",
  orm: "that the ORM does",
  nothing: "that ask for nothing",
};

/** What the analysis does not have, so that nobody takes it for whole. */
function renderDoubts({ missing, not_indexed: unread, from, to }: Upgrade): Html | false {
  const lists: readonly (readonly [what: string, names: readonly string[]])[] = [
    [`Not at ${from.platform_version}:`, missing.from],
    [`Not at ${to.platform_version}:`, missing.to],
    ["Not indexed, so that what they change is unknown:", unread],
  ];
  const told = lists.filter(([, names]) => names.length > 0);
  return (
    told.length > 0 &&
    html`<div class="notice">
      ${told.map(([what, names]) => html`<p>${what} ${renderNames(names)}</p>`)}
    </div>`
  );
}

/** By class, then by kind of change: what it means is said once. */
function renderClasses(changes: readonly ShownChange[], upgrade: Upgrade): readonly Piece[] {
  const codes = Object.keys(UPGRADE_CODES) as readonly UpgradeCode[];
  return CLASSES.map((kind) => {
    const rows = changes.filter((one) => one.class === kind);
    return renderPart(UPGRADE_CLASSES[kind], rows.length, () =>
      codes.map((code) =>
        renderCode(
          code,
          rows.filter((one) => one.code === code),
          upgrade,
        ),
      ),
    );
  });
}

function renderCode(
  code: UpgradeCode,
  changes: readonly ShownChange[],
  upgrade: Upgrade,
): Html | false {
  const { cause, remedy } = UPGRADE_CODES[code];
  return (
    changes.length > 0 &&
    html`<section>
      <h3>${renderMarks(cause)}</h3>
      <p class="hint">${renderMarks(remedy)}</p>
      ${renderTable({
        label: code,
        heads: ["What", "Module", "Where"],
        rows: changes
          .slice(0, MOST_ROWS)
          .map((one) => [renderSubject(one), renderModule(one.module), renderWhere(one, upgrade)]),
      })}
      ${changes.length > MOST_ROWS && html`<p class="hint">The first ${MOST_ROWS} of ${changes.length}.</p>`}
    </section>`
  );
}

function renderSubject({ subject }: ShownChange): Html {
  return html`<code>${subject}</code>`;
}

function renderModule(name: string): Html {
  return html`<a href="${toPath("module", name)}"><code>${name}</code></a>`;
}

/** As it is written afterwards; of what goes, before. */
function renderWhere({ module, places }: ShownChange, { line_urls: urls }: Upgrade): Piece {
  const side = places.to.length > 0 ? "to" : "from";
  const [place] = places[side];
  if (place === undefined) return "";
  return html`${place.module !== module && `${place.module} `}${renderShortPlace(place, urls[side][place.module])}`;
}

function renderCovered(modules: readonly ModuleUpgrade[], upgrade: Upgrade): Html | false {
  const rows = listChanges(modules).flatMap((one) =>
    (one.covered_by ?? [])
      .slice(0, 1)
      .map((cover) => [
        renderSubject(one),
        html`<code>${one.code}</code>`,
        renderModule(one.module),
        html`<code>${cover.call}</code> ${renderPlace(cover, upgrade.line_urls.to[cover.module])}`,
      ]),
  );
  return renderFold("A migration script names it", ["What", "Change", "Module", "Script"], rows);
}

function renderScripts(
  modules: readonly ModuleUpgrade[],
  { line_urls: urls }: Upgrade,
): Html | false {
  const rows = modules.flatMap(({ module, scripts }) =>
    scripts.map(({ version, phase, file, source }) => [
      renderModule(module),
      version,
      phase,
      renderPlace({ file, line: 1 }, urls.to[source]),
    ]),
  );
  return renderFold("Migration scripts that run", ["Module", "Version", "Phase", "File"], rows);
}

function renderUnknown(modules: readonly ModuleUpgrade[]): Html | false {
  const rows = modules.flatMap(({ module, unknown }) =>
    unknown.map(({ model, field, side, reason }) => [
      html`<code>${model}${field !== null && ` ${field}`}</code>`,
      renderModule(module),
      side === "from" ? "before" : "afterwards",
      reason,
    ]),
  );
  return renderFold("What only running code knows", ["What", "Module", "When", "Of it"], rows);
}

function renderFold(
  label: string,
  heads: readonly string[],
  rows: readonly (readonly Piece[])[],
): Html | false {
  return renderFoldedTable({ label, heads, rows: rows.slice(0, MOST_ROWS) });
}

const HEADS = ["Data lost", "May fail", "ORM", "Nothing to do"] as const;

/** Each leads to all changes of the module in the same upgrade; those without any are names. */
function renderModules(title: string, modules: readonly ModuleUpgrade[]): Html | false {
  const told = modules.map((one) => ({ one, changes: listChanges([one]) }));
  const changed = told.filter(({ changes }) => changes.length > 0);
  const same = told.filter(({ changes }) => changes.length === 0);
  const rank = (kind: (change: ShownChange) => boolean) =>
    changed.filter(({ changes }) => changes.some(kind));
  const dangerous = new Set([...rank(isUncovered), ...rank(isDangerous)]);
  return renderPart(title, modules.length, () => [
    changed.length > 0 &&
      renderTable({
        label: title,
        heads: ["Module", "Version", ...HEADS],
        numbers: HEADS,
        rows: [...new Set([...dangerous, ...changed])].map(({ one, changes }) => [
          html`<button class="plain" name="module" value="${one.module}"><code>${one.module}</code></button>`,
          `${one.from_version ?? "new"} → ${one.to_version ?? "gone"}`,
          ...CLASSES.map((kind) => changes.filter((change) => change.class === kind).length || ""),
        ]),
      }),
    same.length > 0 &&
      html`<p>
        ${formatCount(same.length, "module")} without changes:
        ${renderNames(same.map(({ one }) => one.module))}
      </p>`,
  ]);
}
