// Collects the modules of a pasted list of any kind, and its ignored parts.
import type { Steps } from "../../../data/yield.js";

/** Reasons for ignoring a part of a list, as words behind a number. */
export const LEFT_OUT = {
  no_name: "not a module name",
  not_understood: "not understood",
  outside: "outside the list of dependencies",
  optional: "only in an extra or a development group",
  other_package: "Python package that is not a module",
  option: "option of pip",
  not_installed: "not installed, says its state",
  unknown_state: "state in words that are not known",
  pattern: "pattern, not a name",
  pin: "pin to a version or commit, not kept",
  folder: "folder, not a repository",
  command: "line without a module or repository",
  setting: "setting without a module or repository",
  merge: "merge of another branch, ignored in a plan",
  no_repository: "URL that names no repository",
  other_version: "for another Odoo version, but included",
  unread: "not readable",
  too_long: "beyond 1,048,576 characters or 30,000 lines",
} as const;

type LeftOutReason = keyof typeof LEFT_OUT;

interface LeftOut {
  readonly reason: LeftOutReason;
  readonly count: number;
  /** The first few, cut where they are long. */
  readonly examples: readonly string[];
}

export interface ModuleList {
  /** Kind of the list, in words. */
  readonly kind: string;
  /** Technical names, each once, in the order of the list. */
  readonly modules: readonly string[];
  /** `<org>/<repo>` of a list of repositories, in its order: the addons path. */
  readonly repositories: readonly string[];
  /** `<org>/<repo>` that modules of the list are asked from. */
  readonly prefer: readonly string[];
  /** The first that the list says, if any. */
  readonly platformVersion: string | undefined;
  readonly leftOut: readonly LeftOut[];
}

/** Gathers what a reader finds. */
export interface ListCollector {
  addModule(name: string): void;
  addRepository(provider: string): void;
  addPreferred(provider: string): void;
  /** @param from what says so */
  addVersion(version: string, from: string): void;
  leaveOut(reason: LeftOutReason, text: string): void;
  finish(kind: string): ModuleList;
}

/** One form in which people have a list. */
export interface ListFormat {
  /** In words. */
  readonly kind: string;
  /** Reads a text of this form, in steps where it may be long; false, with nothing collected, for any other text. */
  read(text: string, list: ListCollector): boolean | Steps<boolean>;
}

/** A folder that the platform takes for a module is one that Python can import. */
const MODULE_NAME = /^(?!\d+$)[A-Za-z0-9_]{1,200}$/;

/** Limits of a whole list, in UTF-16 units and in lines: a million of tiny lines costs seconds. */
export const MOST_LIST_CHARS = 1_048_576;
const MOST_LIST_LINES = 30_000;

/** Length of the start of a text that is read. */
export function cutList(text: string): number {
  let end = -1;
  for (let line = 0; line < MOST_LIST_LINES; line++) {
    end = text.indexOf("\n", end + 1);
    if (end < 0 || end >= MOST_LIST_CHARS) return Math.min(text.length, MOST_LIST_CHARS);
  }
  return end + 1;
}

const MOST_EXAMPLES = 5;
const EXAMPLE_CHARS = 80;

export function collectList(): ListCollector {
  const modules = new Set<string>();
  const repositories = new Set<string>();
  const prefer = new Set<string>();
  const leftOut = new Map<LeftOutReason, { count: number; readonly examples: string[] }>();
  let platformVersion: string | undefined;
  const leaveOut = (reason: LeftOutReason, text: string): void => {
    const known = leftOut.get(reason) ?? { count: 0, examples: [] };
    leftOut.set(reason, known);
    known.count++;
    if (known.examples.length < MOST_EXAMPLES) known.examples.push(toExample(text));
  };
  return {
    addModule: (name) =>
      void (MODULE_NAME.test(name) ? modules.add(name) : leaveOut("no_name", name)),
    addRepository: (provider) => void repositories.add(provider),
    addPreferred: (provider) => void prefer.add(provider),
    addVersion(version, from) {
      platformVersion ??= version;
      if (version !== platformVersion) leaveOut("other_version", from);
    },
    leaveOut,
    finish: (kind) => ({
      kind,
      modules: [...modules],
      repositories: [...repositories],
      prefer: [...prefer],
      platformVersion,
      leftOut: [...leftOut].map(([reason, { count, examples }]) => ({ reason, count, examples })),
    }),
  };
}

/** On one line, without what a terminal would take as an order. */
function toExample(text: string): string {
  const start = text
    .slice(0, EXAMPLE_CHARS * 2)
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim();
  return start.length > EXAMPLE_CHARS ? `${start.slice(0, EXAMPLE_CHARS)}…` : start;
}

/** `<org>/<repo>` of a git address. */
export function parseGitAddress(address: string): string | undefined {
  const [, organization, repository] =
    /[/:]([\w.-]{1,100})\/([\w.-]{1,100}?)(?:\.git)?\/?$/.exec(address.slice(0, 1_000)) ?? [];
  return organization === undefined ? undefined : `${organization}/${repository}`;
}

/** Version of a branch such as `17.0`. */
export function parseBranchVersion(branch: string): string | undefined {
  return /^\d{1,2}\.\d{1,2}$/.test(branch) ? branch : undefined;
}

/** Version of a module, with that of its platform. */
export const OF_SERIES = /^\d{1,2}\.0(?:\.\d+){2,3}$/;

/** Keys of settings under which modules stand by name. */
export const MODULE_KEYS =
  /^(?:(?!exclude|skip|un|without|no_)\w+_)?(?:modules?|addons)(?:_list|_dict)?$|^(?:init|install|installed|update|upgrade)$/i;

/** A backslash at its end joins a line with the next. */
export function joinLines(lines: readonly string[]): readonly string[] {
  const joined: string[] = [];
  let parts: string[] = [];
  for (const line of lines) {
    const goesOn = line.endsWith("\\");
    parts.push(goesOn ? line.slice(0, -1) : line);
    if (goesOn) continue;
    joined.push(parts.join(" "));
    parts = [];
  }
  return [...joined, parts.join(" ")];
}

/** A longer one is nothing that somebody wrote, and is left out. */
export const MOST_LINE_CHARS = 4_000;
