// Reads a text typed into the box without the snapshot: an address of a forge, a path, a
// distribution, a name with points, a version, filters.
import { decodePercents } from "../../../data/text/percents.js";
import { parsePlatformVersion, RELEASE_BRANCH } from "../../../data/platform/platform-version.js";
import { collectList } from "../../contract/list/collect-list.js";
import { readRequirement as collectRequirement } from "../../contract/list/requirements.js";
import { readCode } from "./typed-code.js";
import { readErrorSubject, toSubject, type ErrorSubject } from "./error-subject.js";
import { readError, type ErrorText } from "./typed-error.js";
import { readFilters, readSpokenFilter, type TypedFilter } from "./typed-filters.js";

export type TypedForm =
  /** A place at a forge, or a path such as `OCA/queue/queue_job`; parts are decoded, none is empty. */
  | { readonly form: "place"; readonly host: string | undefined; readonly path: readonly string[] }
  /** An error with its context or calls. */
  | { readonly form: "error"; readonly error: ErrorText }
  /** A module by a name in which `-`, `_` and `.` are one, as package indexes have it. */
  | { readonly form: "distribution"; readonly module: string }
  /** All modules of a repository as one distribution: of `odoo-addons-oca-queue` it is `oca-queue`. */
  | { readonly form: "collection"; readonly name: string }
  /** `sale.order#action_confirm`: a model, and a method or a field of it. */
  | { readonly form: "member"; readonly model: string; readonly member: string }
  /** `sale.order`, `sale.view_order_form`, `sale.order.amount_total`: it has a point. */
  | { readonly form: "dotted"; readonly name: string }
  /** One word: a name of any kind. */
  | { readonly form: "name"; readonly name: string }
  /** One word with `*`, which stands for any letters. */
  | { readonly form: "pattern"; readonly pattern: string };

export interface TypedText {
  /** Words left to search, without filters and version. */
  readonly words: string;
  /** A platform version that may be meant; the snapshot says whether it is one of its. */
  readonly version: string | undefined;
  readonly filters: readonly TypedFilter[];
  /** A filter that the words may be. */
  readonly spokenFilter?: TypedFilter | undefined;
  /** `undefined` for several words, and where filters are. */
  readonly form: TypedForm | undefined;
  /** Names that an error is about. */
  readonly subject?: ErrorSubject | undefined;
}

/** Only an error may be longer. */
const MOST_CHARS = 2_000;

/** Reads any text, in time that grows with its length alone. */
export function readTypedText(text: string): TypedText {
  const typed = text.slice(0, MOST_CHARS).trim();
  const code = readCode(stripQuotes(typed));
  // Code is read from a line; the lines of an error are read one by one.
  // The module of a record that is not there can be.
  const isMissing = /^[\w.]{1,200}: External ID not found/.test(typed);
  const error = readError(text, isMissing || code === typed || typed.includes("\n"));
  if (error !== undefined) {
    const words = error.lines[0]?.slice(0, MOST_CHARS) ?? "";
    const subject =
      error.lines.map(readErrorSubject).find((one) => one !== undefined) ??
      (error.database && toSubject([]));
    return { form: { form: "error", error }, version: undefined, words, filters: [], subject };
  }
  const subject = readErrorSubject(typed);
  const distribution = readRequirement(code);
  if (distribution !== undefined) {
    return { form: distribution.form, version: distribution.version, words: "", filters: [] };
  }
  const { filters, rest } = readFilters(code);
  const asked = filters.find(({ key }) => key === "version");
  const facts = filters.filter((filter) => filter !== asked);
  const { words, version } = splitVersion(rest, facts.length > 0);
  const read = facts.length > 0 ? { form: undefined } : readForm(words);
  return {
    words,
    version: (asked && parsePlatformVersion(asked.value)) ?? version ?? read.version,
    filters: facts,
    spokenFilter: facts.length === 0 ? readSpokenFilter(words) : undefined,
    form: read.form,
    subject,
  };
}

/** Marks around what was copied out of code. */
function stripQuotes(text: string): string {
  const [, inner] = /^(["'`«“‘])([^]*)["'`»”’]$/.exec(text)?.slice(1) ?? [];
  return inner === undefined || /["'`]/.test(inner) ? text : inner.trim();
}

/** A line of requirements.txt that names a module: `odoo-addon-queue_job>=16.0,<16.1`. */
function readRequirement(line: string): Read | undefined {
  const [, series, name] = /^odoo(\d{0,2})-addons-([\w.-]+)$/i.exec(line) ?? [];
  if (name !== undefined) {
    return { form: { form: "collection", name }, version: series ? `${series}.0` : undefined };
  }
  if (!/^(?:odoo\d{0,2}[-_.]addon[-_.]|(?:-e |--editable[ =])?git\+)/i.test(line)) return undefined;
  const list = collectList();
  collectRequirement(line, list);
  const { modules, platformVersion } = list.finish("requirement");
  const [module] = modules;
  if (module === undefined) return undefined;
  return { version: platformVersion, form: { form: "distribution", module } };
}

/** Names of the platform's first versions, and of those that a bare number may mean. */
const SERIES = /^v?(\d{1,2}(?:\.\d)?)$/i;
const FIRST_SERIES = 5;
const LAST_SERIES = 40;

/**
 * `queue_job 16.0`, `queue_job@16`, `16.0 queue_job`: one version at either end of other words.
 * @param mayBeAll whether a version alone is one
 */
function splitVersion(
  text: string,
  mayBeAll: boolean,
): { readonly words: string; readonly version?: string } {
  const [, name, suffix] = /^([\w.-]+)@([\w.~-]+)$/.exec(text) ?? [];
  const parts = name === undefined ? text.split(/\s+/) : [name, suffix ?? ""];
  if (parts.length < 2 && !mayBeAll && !/^\d+\.\d$/.test(text)) return { words: text };
  const last = toVersion(parts.at(-1) ?? "");
  if (last !== undefined) return { words: parts.slice(0, -1).join(" "), version: last };
  const first = toVersion(parts[0] ?? "");
  // A number before other words is mostly how many of them.
  const isFirst = first !== undefined && RELEASE_BRANCH.test(parts[0] ?? "");
  return isFirst ? { words: parts.slice(1).join(" "), version: first } : { words: text };
}

function toVersion(word: string): string | undefined {
  const [, number] = SERIES.exec(word) ?? [];
  if (number === undefined)
    return word.startsWith("saas-") ? parsePlatformVersion(word) : undefined;
  const series = Number(number);
  return series >= FIRST_SERIES && series < LAST_SERIES ? parsePlatformVersion(number) : undefined;
}

type Read = Pick<TypedText, "form"> & { readonly version?: string | undefined };

export function readForm(text: string): Read {
  // A call is followed by its arguments.
  const name = text.replace(/^([\w.#]+)\([^()]*\):?$/, "$1");
  if (name === "" || /\s/.test(name)) return { form: undefined };
  const place = text.includes("/") ? readPlace(text) : undefined;
  if (place !== undefined) return place;
  if (/^[\w.*-]+$/.test(text) && text.includes("*")) {
    return { form: { form: "pattern", pattern: text } };
  }
  const [, model, member] = /^(\w+(?:\.\w+)*)#(\w+)$/.exec(name) ?? [];
  if (model !== undefined && member !== undefined) {
    return { form: { form: "member", model, member } };
  }
  if (/^[\w-]+(?:\.[\w-]+)+$/.test(name)) return { form: { form: "dotted", name } };
  return { form: { form: "name", name } };
}

/** Hosts that show something else than repositories, and what their addresses name. */
const NAMED_PLACES: readonly {
  readonly host: RegExp;
  read(path: readonly string[]): Read | undefined;
}[] = [
  {
    host: /^(?:www\.)?pypi\.org$/,
    read: ([project, name]) =>
      project === "project" && name !== undefined ? readRequirement(name) : undefined,
  },
  {
    host: /^apps\.odoo\.com$/,
    read: ([apps, , series = "", name]) =>
      apps === "apps" && name !== undefined
        ? { form: { form: "name", name }, version: toVersion(series) }
        : undefined,
  },
];

/** `https://host/owner/name/…`, `git@host:owner/name.git`, `host.org/owner/name`, `owner/name/folder`. */
function readPlace(text: string): Read | undefined {
  const [, scheme = "", rest = ""] =
    /^(?:git\+)?((?:https?|ssh|git):\/\/(?:[^/@]*@)?|[\w.-]+@(?=[\w.-]+:))?(.*)$/s.exec(text) ?? [];
  const [address = ""] = rest.split(/[?#]/, 1);
  const hasHost = scheme !== "" || /^[\w-]+(?:\.[\w-]+)+\/[\w.~-]+\/./.test(address);
  const [, host, tail = ""] = hasHost
    ? (/^([\w.-]+)(?::\d+(?=\/|$))?[:/]?(.*)$/s.exec(address) ?? [])
    : [undefined, undefined, address];
  const path = tail.split("/").map(decodePercents).flatMap(splitBranch).filter(isPart);
  if (path.length === 0 || (hasHost && host === undefined)) return undefined;
  const named = NAMED_PLACES.find((one) => one.host.test(host?.toLowerCase() ?? ""));
  if (named !== undefined) return named.read(path);
  return { form: { form: "place", host: host?.toLowerCase(), path } };
}

function isPart(part: string): boolean {
  return part !== "" && part !== "." && part !== "..";
}

/** `queue.git` is `queue`; what follows an `@` is a branch, as pip has it. */
function splitBranch(part: string): readonly string[] {
  const [name = "", branch] = part.split(/(?:\.git)?@|\.git$/);
  return branch === undefined ? [name] : [name, branch];
}
