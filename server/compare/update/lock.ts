// A plan that is kept: what was asked, and what it came to, without what can be had from these. As a file it
// is JSON with a line for each row, in an order that does not follow from what was asked, so that git
// shows what an update changes: a line for each repository, and for each module of another version.
import { isObject, isTexts, parseJson } from "../../../data/json.js";
import { compareText, parsePlatformVersion } from "../../../data/platform/platform-version.js";
import type { Plan } from "../../contract/shape/system/plan.js";
import { isIndexed } from "../../contract/browser/plan-members.js";
import { sortDistinct } from "../../lookup/entries.js";
import {
  LIST_NAMES,
  LIST_OPTIONS,
  mapLists,
  mapSwitches,
  SWITCH_NAMES,
  type ListName,
  type ListOption,
  type PlanQuestion,
  type SwitchName,
} from "../../contract/browser/plan-question.js";

interface LockedRepository {
  /** `<org>/<repo>` */
  readonly provider: string;
  readonly commit: string;
}

export interface LockedModule {
  readonly technicalName: string;
  /** Without the leading platform version. */
  readonly version: string;
  /** `<org>/<repo>`; `undefined` where that is not told. */
  readonly provider?: string;
}

/** Former state that an update is compared with. */
export interface Locked {
  readonly repositories: readonly LockedRepository[];
  /** `undefined` where it is not told which modules there were. */
  readonly modules: readonly LockedModule[] | undefined;
}

/** Options of the former question; `null` is the whole index. */
export type LockedOptions = Readonly<Record<ListName, readonly string[] | null>> &
  Readonly<Record<SwitchName, boolean>>;

/** The file, with the names that it has there. */
export interface Lock {
  readonly format: 1;
  readonly platform_version: string;
  readonly requested: readonly string[];
  readonly options: LockedOptions;
  readonly repositories: readonly {
    readonly repository: string;
    readonly git: string;
    readonly branch: string;
    readonly commit: string;
  }[];
  readonly modules: readonly {
    readonly technical_name: string;
    readonly version: string;
    readonly repository: string;
    readonly path: string;
  }[];
  readonly python: readonly { readonly name: string; readonly requirements: readonly string[] }[];
  readonly binaries: readonly string[];
}

export function toLock(question: PlanQuestion, plan: Plan): Lock {
  return {
    format: 1,
    platform_version: question.platformVersion,
    requested: sortDistinct(question.modules),
    options: {
      ...mapLists((name) => toLockedList(name, question[name])),
      ...mapSwitches((name) => question[name] ?? true),
    },
    repositories: plan.repositories.map(({ organization, repository, git, branch, commit }) => ({
      repository: `${organization}/${repository}`,
      git,
      branch,
      commit,
    })),
    modules: plan.modules
      .filter(isIndexed)
      .map((module) => ({
        technical_name: module.technical_name,
        version: module.version,
        repository: `${module.organization}/${module.repository}`,
        path: module.source_path,
      }))
      .toSorted((left, right) => compareText(left.technical_name, right.technical_name)),
    python: plan.python.map(({ name, requirements }) => ({
      name,
      requirements: requirements.map(({ requirement }) => requirement),
    })),
    binaries: plan.binaries.map(({ name }) => name),
  };
}

function toLockedList(
  name: ListName,
  words: readonly string[] | undefined,
): readonly string[] | null {
  const { absent, parameter }: ListOption = LIST_OPTIONS[name];
  if (words === undefined) return absent === null ? null : [];
  return parameter.isUnordered === true ? sortDistinct(words) : words;
}

/** JSON, with a line for each member, and in lists one for each row. */
export function encodeLock(lock: Lock): string {
  const members = Object.entries(lock).map(([name, value]) => {
    const rows = Array.isArray(value) && value.length > 0 ? (value as readonly unknown[]) : [];
    const text =
      rows.length === 0
        ? JSON.stringify(value)
        : `[\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(",\n")}\n  ]`;
    return `  ${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${members.join(",\n")}\n}\n`;
}

/** @returns what is wrong, as an end of a sentence, where the text is no lock file */
export function parseLock(text: string): Lock | string {
  const value = parseJson(text);
  if (!isObject(value)) return "is no JSON object";
  if (value["format"] !== 1) return 'has no "format" that this program reads, which is 1';
  const version = value["platform_version"];
  if (typeof version !== "string" || parsePlatformVersion(version) === undefined) {
    return 'has no "platform_version"';
  }
  const options = value["options"];
  if (
    !isObject(options) ||
    !LIST_NAMES.every((name) => isLockedList(name, options[name])) ||
    !SWITCH_NAMES.every((name) => typeof options[name] === "boolean")
  ) {
    return 'has no whole "options"';
  }
  for (const name of ["requested", "binaries"]) {
    if (!isTexts(value[name])) return `has no list of names "${name}"`;
  }
  for (const [name, columns] of Object.entries(COLUMNS)) {
    const rows = value[name];
    if (!Array.isArray(rows)) return `has no list "${name}"`;
    const isWhole = rows.every(
      (row) => isObject(row) && columns.every((column) => typeof row[column] === "string"),
    );
    if (!isWhole) return `has a row in "${name}" without ${columns.join(", ")}`;
  }
  return value as unknown as Lock;
}

/** Fields of each row. */
const COLUMNS = {
  repositories: ["repository", "git", "branch", "commit"],
  modules: ["technical_name", "version", "repository", "path"],
} as const;

/** The words of a lock, as they stand in an address. */
export function toLockWords({ repositories, modules }: Lock): readonly string[] {
  return [
    ...repositories.map(({ repository, commit }) => `${repository}@${commit}`),
    ...modules.map((one) => `${one.repository}/${one.technical_name}@${one.version}`),
  ];
}

/**
 * Parses a lock in an address: `<org>/<repo>@<commit>` for each repository and optionally
 * `<module>@<version>` or `<org>/<repo>/<module>@<version>` for each module. @returns the first
 * invalid word, if any
 * @returns the first that is neither, where there is one
 */
export function parseLockWords(words: readonly string[]): Locked | string {
  const repositories: LockedRepository[] = [];
  const modules: LockedModule[] = [];
  for (const word of words) {
    const at = word.lastIndexOf("@");
    const [name, rest] = [word.slice(0, at), word.slice(at + 1)];
    if (at < 1 || rest === "") return word;
    const [, provider, module] = /^([^/]+\/[^/]+)\/([^/]+)$/.exec(name) ?? [];
    if (!name.includes("/")) modules.push({ technicalName: name, version: rest });
    else if (provider !== undefined && module !== undefined) {
      modules.push({ technicalName: module, version: rest, provider });
    } else if (PROVIDER.test(name) && COMMIT.test(rest)) {
      repositories.push({ provider: name, commit: rest.toLowerCase() });
    } else return word;
  }
  return { repositories, modules: modules.length === 0 ? undefined : modules };
}

const PROVIDER = /^[^/]+\/[^/]+$/;

/** Whole, or as git shortens it. */
const COMMIT = /^[\da-f]{7,64}$/i;

function isLockedList(name: ListName, value: unknown): boolean {
  const { absent }: ListOption = LIST_OPTIONS[name];
  return isTexts(value) || (value === null && absent === null);
}
