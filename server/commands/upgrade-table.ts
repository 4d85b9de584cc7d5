// What an upgrade does as tables of a terminal: first what is lost, then what may fail.
import { formatCount } from "../contract/browser/words.js";
import { formatSections } from "../../data/settings/text-table.js";
import { UPGRADE_CLASSES, type UpgradeClass } from "../contract/shape/migration/upgrade-codes.js";
import type { Upgrade } from "../contract/shape/migration/upgrade.js";
import {
  isDangerous,
  listChanges,
  listUnraised,
  listUpdated,
  type ShownChange,
} from "../contract/browser/upgrade-changes.js";

const CLASSES = Object.keys(UPGRADE_CLASSES) as readonly UpgradeClass[];

/** @param showsAll also what asks for nothing */
export function formatUpgrade(
  { from, to, modules, missing, not_indexed: notIndexed, updates }: Upgrade,
  showsAll: boolean,
): string {
  const changes = listChanges(modules);
  const shown = changes.filter((one) => showsAll || isDangerous(one));
  const sections = formatSections([
    ...CLASSES.map(
      (kind) =>
        [
          UPGRADE_CLASSES[kind],
          shown.filter((one) => one.class === kind && !one.covered_by).map(toRow),
        ] as const,
    ),
    [
      "A migration script names it",
      shown.flatMap(({ module, code, subject, covered_by: [cover] = [] }) =>
        cover === undefined
          ? []
          : [[module, code, subject, cover.call, `${cover.module}/${cover.file}:${cover.line}`]],
      ),
    ],
    [
      "Migration scripts that run",
      modules.flatMap(({ module, scripts }) => scripts.map(({ file }) => [module, file])),
    ],
    [
      "What only running code knows",
      modules.flatMap(({ module, unknown }) =>
        unknown.map(({ model, field, side, reason }) => [
          module,
          `${model} ${field ?? ""}`,
          side,
          reason,
        ]),
      ),
    ],
    ...(from.platform_version === to.platform_version ? listUpdates(modules, updates) : []),
    ["Not there before", missing.from.map((name) => [name])],
    ["Not there afterwards", missing.to.map((name) => [name])],
    ["Not indexed: what these change is not known", notIndexed.map((name) => [name])],
  ]);
  const totals = CLASSES.map(
    (kind) => `${changes.filter((one) => one.class === kind).length} ${kind}`,
  ).join(", ");
  const covered = changes.filter((one) => one.covered_by !== undefined).length;
  return [
    ...sections,
    `From ${from.platform_version} to ${to.platform_version}, ${formatCount(modules.length, "module")}: ${totals}; ${covered} covered by migration scripts`,
  ].join("\n");
}

/** What an update within one platform version asks for. */
function listUpdates(modules: Upgrade["modules"], updates: Upgrade["updates"]) {
  const { update, restart } = updates ?? { update: listUpdated(modules), restart: [] };
  return [
    ["To be updated (-u)", update.map((name) => [name])],
    ["Code alone changes: a restart is enough", restart.map((name) => [name])],
    [
      "schema-change-without-version: tables change, and the version of the module does not",
      listUnraised(modules).map((name) => [name]),
    ],
  ] as const;
}

function toRow({ module, code, subject, places }: ShownChange): readonly string[] {
  const [place] = [...places.to, ...places.from];
  return [
    module,
    code,
    subject,
    ...(place === undefined ? [] : [`${place.module}/${place.file}:${place.line}`]),
  ];
}
