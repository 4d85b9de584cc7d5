// Options of a plan beside the names of modules, each declared once: parameters of routes, options
// of commands, words for agents, fields of forms and files of locks follow.
// server/registry/addons-path.ts applies them.
import type { FlagParameter, ListParameter } from "../parameter.js";

/** Words with commas between them. */
export interface ListOption {
  readonly parameter: Omit<ListParameter, "required">;
  /** One line for --help. */
  readonly help: string;
  readonly forAgents: string;
  /** Label of its field in a form. */
  readonly title: string;
  /** In the empty field. */
  readonly placeholder: string;
  /** In a lock, where nothing was said; by default an empty list. */
  readonly absent?: null;
}

/** True unless it is switched off; on the command line `--no-…`. */
interface SwitchOption extends Pick<ListOption, "help" | "forAgents" | "title"> {
  readonly parameter: FlagParameter & { readonly default: true };
}

/** Limit of repositories in a question. */
const MOST_REPOSITORIES = 500;

/** Limit of modules in a question. */
export const MOST_NAMES = 500;

export const LIST_OPTIONS = {
  repositories: {
    parameter: {
      kind: "list",
      mostValues: MOST_REPOSITORIES,
      description:
        "The addons path: `<org>/<repo>`, comma-separated, the first wins; by default those of needed modules.",
      example: "harbor-works/retail,northwind-addons/hr",
    },
    help: "addons path: org/repo, comma-separated, the first wins; by default those of needed modules",
    forAgents: "Addons path: odoo/odoo, OCA/web. Default all.",
    title: "Addons path",
    placeholder: "empty: those of needed modules",
    absent: null,
  },
  exclude: {
    parameter: {
      kind: "list",
      mostValues: MOST_NAMES,
      isUnordered: true,
      description: "Modules to leave out, comma-separated: the answer is as if they did not exist.",
      example: "rental_portal",
    },
    help: "modules to leave out, comma-separated",
    forAgents: "Modules to do without.",
    title: "Leave out",
    placeholder: "sale_loyalty",
  },
  prefer: {
    parameter: {
      kind: "list",
      mostValues: MOST_REPOSITORIES,
      description:
        "Organizations or `<org>/<repo>`, comma-separated, most preferred first: where several repositories have a module, the first of these is taken.",
      example: "northwind-addons",
    },
    help: "organizations or org/repo to prefer where several repositories have a module, comma-separated",
    forAgents: "Organizations or org/repo to take a module from first.",
    title: "Prefer modules of",
    placeholder: "OCA, acme/web",
  },
} as const satisfies Readonly<Record<string, ListOption>>;

export const SWITCH_OPTIONS = {
  auto_install: {
    parameter: {
      kind: "flag",
      description: "False: without auto-installed modules.",
      default: true,
      example: true,
    },
    help: "without auto-installed modules",
    forAgents: "False: nothing installs itself.",
    title: "Without auto-installed modules",
  },
} as const satisfies Readonly<Record<string, SwitchOption>>;

export type ListName = keyof typeof LIST_OPTIONS;
export type SwitchName = keyof typeof SWITCH_OPTIONS;

export const LIST_NAMES = Object.keys(LIST_OPTIONS) as readonly ListName[];
export const SWITCH_NAMES = Object.keys(SWITCH_OPTIONS) as readonly SwitchName[];

type Dashed<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}-${Dashed<Rest>}`
  : Name;

/** Switches an option off on the command line: `no-auto-install`. */
export type SwitchSetting = `no-${Dashed<SwitchName>}`;

export function toSwitchSetting(name: SwitchName): SwitchSetting {
  return `no-${name.replaceAll("_", "-") as Dashed<SwitchName>}`;
}

/** Options that were given; missing ones have their default. */
export type PlanOptions = { readonly [N in ListName]?: readonly string[] | undefined } & {
  readonly [N in SwitchName]?: boolean;
};

/** Names of modules, and the options for their installation. */
export interface PlanQuestion extends PlanOptions {
  readonly platformVersion: string;
  readonly modules: readonly string[];
}

/** Options among `values`. */
export function pickPlanOptions(values: PlanOptions): PlanOptions {
  return Object.fromEntries([...LIST_NAMES, ...SWITCH_NAMES].map((name) => [name, values[name]]));
}

/** A value for each list, by its name. */
export function mapLists<T>(toValue: (name: ListName) => T): Readonly<Record<ListName, T>> {
  return mapNames(LIST_NAMES, toValue);
}

/** A value for each switch, by its name. */
export function mapSwitches<T>(toValue: (name: SwitchName) => T): Readonly<Record<SwitchName, T>> {
  return mapNames(SWITCH_NAMES, toValue);
}

function mapNames<Name extends string, T>(
  names: readonly Name[],
  toValue: (name: Name) => T,
): Readonly<Record<Name, T>> {
  return Object.fromEntries(names.map((name) => [name, toValue(name)])) as Record<Name, T>;
}
