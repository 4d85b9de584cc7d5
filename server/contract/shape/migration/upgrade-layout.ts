// Layout of an upgrade: losses and possible failures first, names in scripts, the meaning of each
// kind of change, and modules one by one.
import { toLineAddress } from "../../browser/line-address.js";
import { listChanges, type ShownChange } from "../../browser/upgrade-changes.js";
import {
  layCaveat,
  toState,
  layFacts,
  layTable,
  toPlainStates,
  type Block,
  type DeclaredColumn,
  type LayoutContext,
  type State,
} from "../../layout.js";
import { layUnknown } from "../completeness-layout.js";
import { UPGRADE_CLASSES, UPGRADE_CODES, UPGRADE_VERDICTS } from "./upgrade-codes.js";
import type { ModuleUpgrade, ModuleUpgradeAnswer, Upgrade, UpgradeCounts } from "./upgrade.js";

type Urls = Upgrade["line_urls"];

/** All changes of a module in the same upgrade; who shows it adds what was asked. */
export const ONE_MODULE = "/upgrade?module=";

/** @param context `showsAll` for what asks for nothing too, of every module */
export function layUpgrade(upgrade: Upgrade, { showsAll }: LayoutContext): readonly Block[] {
  const { from, to, modules, counts, missing, line_urls: urls, updates } = upgrade;
  const hasSteps = upgrade.steps !== undefined;
  const asked = modules.filter(({ origin }) => origin === "requested");
  const shown = listChanges(showsAll === true ? modules : asked);
  const at = `From ${from.platform_version} to ${to.platform_version}`;
  return [
    layVerdict(upgrade.verdict, counts, [
      `${at}: `,
      { count: counts.modules, noun: "module" },
      ` asked for, ${counts.needed} that they need.`,
    ]),
    layCounts(counts),
    ...layNames(`Not at ${from.platform_version}:`, missing.from),
    ...layNames(`Not at ${to.platform_version}:`, missing.to),
    ...layUnknown(upgrade),
    layTable({
      name: "to_do",
      title: "What asks for something",
      groups: GROUPS,
      rows: showsAll === true ? shown : shown.filter((one) => !isDone(toChangeState(one))),
      columns: listColumns(urls, hasSteps),
    }),
    layCodes(shown, showsAll === true ? () => true : (state) => !isDone(state)),
    ...layRunning(asked, urls),
    ...(updates === undefined
      ? []
      : [
          ...layNames("To be updated (-u):", updates.update),
          ...layNames("Code alone changes, a restart is enough:", updates.restart),
          ...layNames(
            "schema-change-without-version, tables change and the version of the module does not:",
            updates.unraised,
          ),
        ]),
    layTable({
      name: "modules",
      groups: { key: "part", states: Object.values(PARTS), stateOf: toPart },
      rows: modules.toSorted((one, other) => other.counts.uncovered - one.counts.uncovered),
      columns: [
        ...MODULE_COLUMNS,
        { key: "step", value: (row) => (hasSteps ? `${row.from} → ${row.to}` : null) },
      ],
    }),
    layTable({
      name: "changes",
      title: "All changes",
      isMain: true,
      place: "data",
      rows: listChanges(modules),
      columns: listColumns(urls, hasSteps),
    }),
  ];
}

/** All changes of one module. */
export const layModuleUpgrade = ({ steps, ...one }: ModuleUpgradeAnswer): readonly Block[] => [
  ...layOneModule(steps ?? [one], one.line_urls),
  ...layUnknown(one),
];

/** @param rows the same module, one for each step; at least one */
export function layOneModule(rows: readonly ModuleUpgrade[], urls: Urls): readonly Block[] {
  const [first] = rows;
  if (first === undefined) return [];
  const changes = listChanges(rows);
  const said = `${first.module} ${first.from_version ?? "not installed"} → ${rows.at(-1)?.to_version ?? "not installed"}`;
  return [
    layVerdict(first.verdict, first.counts, [said]),
    layTable({
      name: "changes",
      groups: GROUPS,
      rows: changes,
      columns: listColumns(urls, rows.length > 1),
    }),
    layCodes(changes, () => true),
    ...layRunning(rows, urls),
  ];
}

function layVerdict(
  verdict: Upgrade["verdict"],
  { lost, uncovered }: UpgradeCounts,
  says: Extract<Block, { readonly kind: "verdict" }>["says"],
): Block {
  const { title, tone } = UPGRADE_VERDICTS[verdict];
  const counted =
    verdict === "data_lost" ? `${lost} ` : verdict === "may_fail" ? `${uncovered} ` : "";
  return { kind: "verdict", tone, title: [counted, title], says };
}

const layCounts = ({ needed_changes: needed, ...counts }: Upgrade["counts"]): Block =>
  layFacts(
    [
      "data_lost",
      "may_fail",
      "covered: Handled by scripts",
      "orm: Done by Odoo",
      "nothing: No action needed",
      {
        key: "needed_data_lost",
        title: "Data lost in modules needed",
        value: needed.data_lost || null,
      },
      { key: "needed_may_fail", title: "May fail there", value: needed.may_fail || null },
    ],
    counts,
  );

const layNames = (says: string, names: readonly string[]): readonly Block[] =>
  layCaveat(names.length > 0, says, names);

const STATES = {
  data_lost: { code: "data_lost", title: UPGRADE_CLASSES.data_lost, tone: "bad", isWork: true },
  may_fail: { code: "may_fail", title: UPGRADE_CLASSES.may_fail, tone: "bad", isWork: true },
  covered: toState("covered", "A migration script names it", "good"),
  orm: toState("orm", UPGRADE_CLASSES.orm, "good"),
  nothing: toState("nothing", UPGRADE_CLASSES.nothing, "good"),
} as const satisfies Readonly<Record<string, State>>;

function toChangeState(change: ShownChange): State {
  return STATES[change.covered_by === undefined ? change.class : "covered"];
}

function isDone({ code }: State): boolean {
  return code === "orm" || code === "nothing";
}

const GROUPS = { key: "state", states: Object.values(STATES), stateOf: toChangeState };

function listColumns(urls: Urls, hasSteps: boolean): readonly DeclaredColumn<ShownChange>[] {
  return [
    { key: "state", agents: false, value: toChangeState },
    { key: "class", place: "data" },
    { key: "code", title: "Change", isCode: true },
    { key: "subject", title: "What", isCode: true },
    { key: "module", href: (_, name) => toOneModule(name) },
    { key: "step", value: ({ step }) => (hasSteps ? step : null) },
    {
      key: "where",
      value: (row) => toPlace(findPlace(row)?.place),
      href(row) {
        const found = findPlace(row);
        const url = found && toLineAddress(found.place, urls[found.side][found.place.module]);
        return url ?? null;
      },
    },
    {
      key: "script",
      value: ({ covered_by: [cover] = [] }) => cover && `${cover.call} ${toPlace(cover) ?? ""}`,
      href: ({ covered_by: [cover] = [] }) =>
        (cover && toLineAddress(cover, urls.to[cover.module])) ?? null,
    },
  ];
}

const toOneModule = (name: string): string => ONE_MODULE + encodeURIComponent(name);

/** Place in the new version; for a removed thing, in the old one. */
function findPlace({ places }: ShownChange) {
  const side = places.to.length > 0 ? "to" : "from";
  const [place] = places[side];
  return place && ({ side, place } as const);
}

function toPlace(
  place: { readonly module: string; readonly file: string; readonly line: number } | undefined,
): string | null {
  return place === undefined ? null : `${place.module}/${place.file}:${place.line}`;
}

/** Meaning of each kind of change, once. */
function layCodes(changes: readonly ShownChange[], isShown: (state: State) => boolean): Block {
  const codes = new Set(
    changes.filter((one) => isShown(toChangeState(one))).map(({ code }) => code),
  );
  return layTable({
    name: "codes",
    title: "What these changes mean",
    rows: [...codes].map((code) => ({ code, ...UPGRADE_CODES[code] })),
    columns: [
      { key: "code", title: "Change", isCode: true },
      { key: "cause", title: "Means", value: ({ cause }) => unmark(cause) },
      { key: "remedy", title: "What to do", value: ({ remedy }) => unmark(remedy) },
    ],
  });
}

/** Marks of code are for documents. */
function unmark(text: string): string {
  return text.replaceAll("`", "");
}

/** Scripts that run, and facts that only running code knows. */
function layRunning(modules: readonly ModuleUpgrade[], urls: Urls): readonly Block[] {
  return [
    layTable({
      name: "scripts",
      title: "Migration scripts that run",
      isFolded: true,
      rows: modules.flatMap(({ module, scripts }) =>
        scripts.map((script) => ({ ...script, module })),
      ),
      columns: [
        "module",
        "version",
        "phase",
        {
          key: "file",
          href: ({ file, source }) => toLineAddress({ file, line: 1 }, urls.to[source]) ?? null,
        },
      ],
    }),
    layTable({
      name: "unknown",
      title: "What only running code knows",
      isFolded: true,
      rows: modules.flatMap(({ module, unknown }) => unknown.map((one) => ({ ...one, module }))),
      columns: [
        "model",
        "field",
        "module",
        { key: "side", title: "When", value: ({ side }) => SIDES[side] },
        "reason: Of it",
      ],
    }),
  ];
}

const SIDES = toPlainStates({ from: "before", to: "afterwards" });

const PARTS = {
  ...toPlainStates({
    requested: "Modules that were asked for",
    dependency: "Modules that they need",
  }),
  same: toState("same", "Modules without changes", "good"),
} as const satisfies Readonly<Record<string, State>>;

function toPart({ origin, counts }: ModuleUpgrade): State {
  return counts.changes === 0 ? PARTS.same : PARTS[origin];
}

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
    value: ({ state }) => (state === "compared" ? null : state),
  },
  { key: "renamed_to", title: "Now called", isCode: true },
  { key: "data_lost", value: ({ counts }) => counts.data_lost || null },
  { key: "may_fail", value: ({ counts }) => counts.may_fail || null },
  { key: "covered", title: "Named by scripts", value: ({ counts }) => counts.covered || null },
  { key: "orm", title: "ORM", value: ({ counts }) => counts.orm || null },
  { key: "nothing", title: "Nothing to do", value: ({ counts }) => counts.nothing || null },
];
