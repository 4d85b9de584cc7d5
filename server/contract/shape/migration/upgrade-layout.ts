// Layout of an upgrade: losses and possible failures first, names in scripts, the meaning of each
// kind of change, and modules one by one.
import { isFormerName, isUncovered, listChanges } from "../../browser/upgrade-changes.js";
import {
  layCaveat,
  layTable,
  toPlainStates,
  toState,
  type Block,
  type ComputedColumn,
  type DeclaredColumn,
  type LayoutContext,
  type State,
  type Words,
} from "../../layout.js";
import { listSome } from "../../problem.js";
import { layUnknown } from "../completeness.js";
import { MISSING_COLUMNS } from "../system/plan-states.js";
import { UPGRADE_CLASSES, UPGRADE_VERDICTS } from "./upgrade-codes.js";
import {
  GROUPS,
  GROUPS_OF_ALL,
  isDone,
  layCodes,
  layRunning,
  listColumns,
  OPEN_GROUPS,
  toChangeState,
  toOneModule,
  UPGRADE_ORIGINS,
  type Urls,
} from "./upgrade-tables.js";
import type { ModuleUpgrade, ModuleUpgradeAnswer, Upgrade, UpgradeCounts } from "./upgrade.js";

/** @param context `showsAll` for what asks for nothing too */
export function layUpgrade(upgrade: Upgrade, { showsAll }: LayoutContext): readonly Block[] {
  const { from, to, modules, counts, line_urls: urls, updates } = upgrade;
  const hasSteps = upgrade.steps !== undefined;
  const asked = modules.filter(({ origin }) => origin === "requested");
  const all = listChanges(sortByOrigin(modules));
  const shown = showsAll === true ? all : all.filter((one) => !isDone(toChangeState(one)));
  const verdict = UPGRADE_VERDICTS[upgrade.verdict];
  return [
    {
      kind: "verdict",
      tone: verdict.tone,
      title: [verdict.title],
      says: [
        `From ${from.platform_version} to ${to.platform_version}: `,
        ...describeVerdict(upgrade),
      ],
    },
    ...layCaveat(
      counts.platform_changes.uncovered > 0,
      "The result above does not count Odoo's own modules that you did not list. Odoo's upgrade service or OpenUpgrade converts them. " +
        (upgrade.openupgrade_indexed
          ? "OpenUpgrade's scripts were read."
          : "This index lacks OpenUpgrade's scripts for a version on the way."),
    ),
    layCounts(counts),
    layMissingModules(upgrade),
    ...layUnknown(upgrade),
    layTable({
      name: "to_do",
      title: "Changes to look at",
      isMain: true,
      groups: showsAll === true ? OPEN_GROUPS : GROUPS_OF_ALL,
      rows: shown,
      columns: listColumns(urls, hasSteps, true),
    }),
    ...(updates === undefined
      ? []
      : [
          ...layNames("To be updated (-u):", updates.update),
          ...layNames("Only code changes, a restart is enough:", updates.restart),
          ...layNames(
            "Tables change, but the version of the module does not (schema-change-without-version):",
            updates.unraised,
          ),
        ]),
    layTable({
      name: "modules",
      groups: { key: "part", states: Object.values(PARTS), stateOf: toPart },
      rows: sortByOrigin(modules).filter((one) => !isFormerName(one)),
      columns: [
        ...MODULE_COLUMNS,
        { key: "step", value: (row) => (hasSteps ? `${row.from} → ${row.to}` : null) },
      ],
    }),
    layCodes(shown),
    ...layRunning(asked, urls),
    layTable({
      name: "changes",
      title: "All changes",
      place: "data",
      rows: all,
      columns: listColumns(urls, hasSteps, true),
    }),
  ];
}

export const layModuleUpgrade = ({ steps, ...one }: ModuleUpgradeAnswer): readonly Block[] => [
  ...layOneModule(steps ?? [one], one.line_urls),
  layMissingModules(one),
  ...layUnknown(one),
];

/** @param rows the same module, one for each step; at least one */
export function layOneModule(rows: readonly ModuleUpgrade[], urls: Urls): readonly Block[] {
  const [first] = rows;
  if (first === undefined) return [];
  const changes = listChanges(rows);
  const { title, tone } = UPGRADE_VERDICTS[first.verdict];
  const { module, renamed_from: former = [], renamed_to: later } = first;
  const names =
    module +
    (later === undefined ? "" : ` (now part of ${later})`) +
    (former.length === 0 ? "" : ` (before: ${former.join(", ")})`);
  const versions = `${names} ${first.from_version ?? "not installed"} → ${rows.at(-1)?.to_version ?? "not installed"}`;
  return [
    {
      kind: "verdict",
      tone,
      title: [title],
      says: [`${versions}: `, ...describeWork(first.verdict, first.counts, changes), "."],
    },
    layTable({
      name: "changes",
      groups: GROUPS,
      rows: changes,
      columns: listColumns(urls, rows.length > 1, false),
    }),
    layCodes(changes),
    ...layRunning(rows, urls),
  ];
}

/** Requested modules first, and in each part those with most to do. */
function sortByOrigin(modules: readonly ModuleUpgrade[]): readonly ModuleUpgrade[] {
  const rank = Object.keys(UPGRADE_ORIGINS);
  return modules.toSorted(
    (one, other) =>
      rank.indexOf(one.origin) - rank.indexOf(other.origin) ||
      other.counts.uncovered - one.counts.uncovered,
  );
}

const listCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .flatMap(([words, number]) => (number === 0 ? [] : `${number} ${words}`))
    .join(", ");

function describeVerdict({ verdict, counts, modules }: Upgrade): Words {
  const {
    judged_changes: judged,
    community_changes: own,
    listed_platform_changes: listed,
  } = counts;
  if (verdict === "unknown_names") {
    return [
      `${counts.unknown_names} of ${counts.asked} names unknown. Correct the names, or add their repositories to the index.`,
    ];
  }
  const changes = listChanges(modules);
  const key = verdict === "data_lost" ? "lost" : verdict === "may_fail" ? "failing" : undefined;
  return [
    ...describeWork(verdict, judged, changes),
    ...(key === undefined
      ? [
          `. ${listCounts({ "asked for": counts.asked, "that they need": counts.needed, "of Odoo": counts.platform })}.`,
        ]
      : listed[key] === 0
        ? [describeUnported(changes) ? "." : ". Write a migration script."]
        : [
            own[key] === 0 ? "." : `. ${own[key]} in community modules: write a script.`,
            ` ${listed[key]} in Odoo's modules that you listed: OpenUpgrade or Odoo's upgrade service handles them.`,
          ]),
  ];
}

/** Words where nothing but missing ports is open. */
function describeUnported(changes: ReturnType<typeof listChanges>): string | undefined {
  const open = changes.filter((one) => one.origin !== "platform" && isUncovered(one));
  const [first] = open;
  if (first === undefined || open.some(({ code }) => code !== "module_not_ported"))
    return undefined;
  const names = listSome([...new Set(open.map(({ module }) => module))], 3);
  const [is, them] = names === first.module ? ["is", "it"] : ["are", "them"];
  return `${names} ${is} not at ${first.to}: port ${them}, or uninstall ${them} before the upgrade`;
}

function describeWork(
  verdict: Upgrade["verdict"],
  { lost, unused, failing }: UpgradeCounts,
  changes: ReturnType<typeof listChanges>,
): Words {
  const unported = describeUnported(changes);
  if (unported !== undefined) return [unported];
  switch (verdict) {
    case "data_lost":
      return unused === 0
        ? [
            { count: lost, noun: "change loses", nouns: "changes lose" },
            " data that no migration script saves",
          ]
        : [
            {
              count: lost,
              noun: "change loses data or leaves",
              nouns: "changes lose data or leave",
            },
            ` it in unused tables or columns (${unused}), and no migration script saves it`,
          ];
    case "may_fail":
      return [
        { count: failing, noun: "change", nouns: "changes" },
        " may stop it or need values, and no migration script names them",
      ];
    case "unknown":
    case "unknown_names":
      return ["not all needed modules are in this index"];
    case "nothing_lost":
      return ["nothing needs a script"];
  }
}

/** Numbers of requested modules, of those that they need, and of Odoo's. */
const layCounts = (counts: Upgrade["counts"]): Block =>
  layTable({
    name: "sums",
    title: "Changes of each kind",
    isSums: true,
    rows: [
      { origin: UPGRADE_ORIGINS.requested, modules: counts.modules, sum: counts },
      { origin: UPGRADE_ORIGINS.dependency, modules: counts.needed, sum: counts.needed_changes },
      { origin: UPGRADE_ORIGINS.platform, modules: counts.platform, sum: counts.platform_changes },
    ],
    columns: [
      { key: "of", title: "Origin", value: ({ origin }) => origin },
      "modules",
      ...listSums(({ sum }: { readonly sum: UpgradeCounts }) => sum),
    ],
  });

/** Numbers of the same words wherever they stand. */
function listSums<Row>(toSum: (row: Row) => UpgradeCounts): readonly ComputedColumn<Row>[] {
  return SUMS.map(([key, title]) => ({
    key,
    title,
    value: (row) =>
      (key === "dropped" ? toSum(row).lost - toSum(row).unused : toSum(row)[key]) || null,
  }));
}

const SUMS = [
  ["dropped", "Data lost"],
  ["unused", "Data left unused"],
  ["failing", "May fail"],
  ["stays", "Records no longer shipped"],
  ["covered", "Named by migration scripts"],
  ["orm", UPGRADE_CLASSES.orm],
  ["nothing", UPGRADE_CLASSES.nothing],
] as const;

/** A row for each name and reason, with all versions. */
function layMissingModules({ missing_modules: all }: Pick<Upgrade, "missing_modules">): Block {
  const rows = new Map<string, (typeof all)[number] & { readonly at: string[] }>();
  for (const one of all) {
    const key = `${one.technical_name} ${one.reason}`;
    const row = rows.get(key) ?? { ...one, at: [] };
    rows.set(key, row);
    if (!row.at.includes(one.platform_version)) row.at.push(one.platform_version);
  }
  return layTable({
    name: "missing",
    title: "Missing modules",
    rows: [...rows.values()],
    columns: ["technical_name", "at", ...MISSING_COLUMNS],
  });
}

const layNames = (says: string, names: readonly string[]): readonly Block[] =>
  layCaveat(names.length > 0, says, names);

const PARTS = {
  ...toPlainStates({
    requested: "Changed modules that were asked for",
    dependency: "Changed modules that come with them",
    platform: "Changed modules of Odoo",
  }),
  same: toState("same", "Modules without changes", "good"),
} as const satisfies Readonly<Record<string, State>>;

function toPart({ origin, counts, state }: ModuleUpgrade): State {
  const isThere = state === "compared" || state === "added";
  return isThere && counts.changes === 0 ? PARTS.same : PARTS[origin];
}

const MODULE_STATES = toPlainStates<Exclude<ModuleUpgrade["state"], "compared">>({
  added: "new",
  removed: "uninstalled",
  renamed: "renamed",
  merged: "merged",
  not_ported: "not ported",
  not_known: "not compared",
});

const MODULE_COLUMNS: readonly DeclaredColumn<ModuleUpgrade>[] = [
  { key: "module", href: (_, name) => toOneModule(name) },
  { key: "part", agents: false, value: toPart },
  { key: "origin", place: "data" },
  "repository",
  {
    key: "version",
    value: ({ from_version: from, to_version: to }) => `${from ?? "new"} → ${to ?? "gone"}`,
  },
  {
    key: "module_state",
    title: "State",
    value: ({ state }) => (state === "compared" ? null : MODULE_STATES[state]),
  },
  { key: "renamed_to", title: "Now part of", isCode: true },
  { key: "renamed_from", title: "Replaces", isCode: true },
  ...listSums(({ counts }: ModuleUpgrade) => counts),
];
