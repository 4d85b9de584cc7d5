// Changes of an upgrade as tables: each with its state, place and script; what their kinds mean, and scripts that run.
import { toLineAddress } from "../../browser/line-address.js";
import type { ShownChange } from "../../browser/upgrade-changes.js";
import {
  layTable,
  toPlainStates,
  toState,
  type Block,
  type DeclaredColumn,
  type State,
} from "../../layout.js";
import { UPGRADE_CLASSES, UPGRADE_CODES } from "./upgrade-codes.js";
import type { ModuleUpgrade, Upgrade } from "./upgrade.js";

export type Urls = Upgrade["line_urls"];

/** All changes of a module in the same upgrade; who shows it adds what was asked. */
export const ONE_MODULE = "/upgrade?module=";

export const UPGRADE_ORIGINS = toPlainStates<ModuleUpgrade["origin"]>({
  requested: "asked for",
  dependency: "needed",
  platform: "Odoo",
});

const STATES = {
  data_lost: { code: "data_lost", title: UPGRADE_CLASSES.data_lost, tone: "bad", isWork: true },
  may_fail: { code: "may_fail", title: UPGRADE_CLASSES.may_fail, tone: "bad", isWork: true },
  stays: toState("stays", UPGRADE_CLASSES.stays),
  covered: toState("covered", "A migration script names it", "good"),
  orm: toState("orm", UPGRADE_CLASSES.orm, "good"),
  nothing: toState("nothing", UPGRADE_CLASSES.nothing, "good"),
} as const satisfies Readonly<Record<string, State>>;

export function toChangeState(change: ShownChange): State {
  return STATES[change.covered_by === undefined ? change.class : "covered"];
}

export function isDone({ code }: State): boolean {
  return code === "orm" || code === "nothing";
}

export const GROUPS = { key: "state", states: Object.values(STATES), stateOf: toChangeState };

/** Folded, since nobody writes scripts for them here. */
const OF_PLATFORM = toState(
  "platform",
  "Odoo's own modules: lost data, failures and records that stay",
  "good",
);
const { data_lost: lost, may_fail: failing, ...done } = STATES;
export const GROUPS_OF_ALL = {
  key: "state",
  states: [lost, failing, OF_PLATFORM, ...Object.values(done)],
  stateOf(change: ShownChange): State {
    const state = toChangeState(change);
    return change.origin === "platform" && state.tone !== "good" ? OF_PLATFORM : state;
  },
};

/** Nothing is folded of what was asked for. */
export const OPEN_GROUPS = {
  ...GROUPS_OF_ALL,
  states: GROUPS_OF_ALL.states.map((state): State => ({ ...state, tone: "plain" })),
};

export function listColumns(
  urls: Urls,
  hasSteps: boolean,
  hasModules: boolean,
): readonly DeclaredColumn<ShownChange>[] {
  return [
    { key: "state", agents: false, value: toChangeState },
    { key: "class", place: "data" },
    { key: "code", title: "Change", value: toCodeState },
    { key: "subject", title: "What", isCode: true },
    { key: "kind", value: ({ kind }) => (kind === "added" || kind === "removed" ? null : kind) },
    { key: "table", value: ({ table }) => table },
    {
      key: "fate",
      title: "What happens",
      value: ({ code, covered_by: cover }) =>
        cover === undefined ? (UPGRADE_CODES[code] as { readonly fate?: string }).fate : null,
    },
    ...(hasModules
      ? ([
          { key: "module", href: (_, name) => toOneModule(name) },
          { key: "of", title: "Origin", value: ({ origin }) => origin && UPGRADE_ORIGINS[origin] },
        ] satisfies DeclaredColumn<ShownChange>[])
      : []),
    { key: "step", value: ({ from, to }) => (hasSteps ? `${from} → ${to}` : null) },
    {
      key: "where",
      value(row) {
        const found = findPlace(row);
        return found && `${toPlace(found.place) ?? ""} (${row[found.side]})`;
      },
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

/** `module not ported`; programs get the code. */
const toCodeState = ({ code }: { readonly code: string }): State =>
  toState(code, code.replaceAll("_", " "));

export const toOneModule = (name: string): string => ONE_MODULE + encodeURIComponent(name);

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
export function layCodes(changes: readonly ShownChange[]): Block {
  const codes = new Set(changes.map(({ code }) => code));
  return layTable({
    name: "codes",
    title: "Meaning of these changes",
    isFolded: true,
    rows: [...codes].map((code) => ({ code, ...UPGRADE_CODES[code] })),
    columns: [
      { key: "code", title: "Change", value: toCodeState },
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
export function layRunning(modules: readonly ModuleUpgrade[], urls: Urls): readonly Block[] {
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
      title: "Set by code: change unknown",
      isFolded: true,
      hint: "Functions make these values when Odoo runs: whether they change is unknown.",
      rows: modules.flatMap(({ module, unknown, ...versions }) =>
        unknown.map((one) => ({ ...one, module, at: versions[one.side] })),
      ),
      columns: [
        "model",
        "field",
        "reason: Attribute",
        "at",
        "module",
        { key: "side", place: "data" },
      ],
    }),
  ];
}
