// Lists of repositories: .gitmodules, oca_dependencies.txt, addresses, and in YAML repos.yaml of git-aggregator, addons.yaml of doodba.
// They name repositories, modules by repository, or both.
import { addToGroup } from "../../../data/grouped.js";
import { addModuleRow } from "./states.js";
import { isRequirement, readRequirement } from "./requirements.js";
import {
  MODULE_KEYS,
  MOST_LINE_CHARS,
  OF_SERIES,
  parseBranchVersion,
  parseGitAddress,
  type ListCollector,
  type ListFormat,
} from "./collect-list.js";

/** A row of `addons` in a buildout: kind, address, folder, branch. */
const BUILT =
  /^(?:addons *\+?= *|[ \t]+)(?:git|bzr|hg) (\S{1,1000}) \S{1,200}(?: (\S{1,200}))?[^\n]*/gm;

export const SUBMODULES: ListFormat = {
  kind: ".gitmodules",
  read(text, list) {
    const built = [...text.matchAll(BUILT)];
    for (const [, address = "", branch = ""] of built)
      addRepository(address, parseBranchVersion(branch), list);
    if (built.length > 0) {
      for (const line of text.replaceAll(BUILT, "").split("\n"))
        if (/\w/.test(line)) list.leaveOut("setting", line);
      return true;
    }
    const [, ...sections] = text.split(/^[^\S\n]*\[submodule [^\n]*\]/m);
    for (const section of sections) {
      const [, address = ""] = /^[^\S\n]*url *= *(\S+)/m.exec(section) ?? [];
      const [, branch = ""] = /^[^\S\n]*branch *= *(\S+)/m.exec(section) ?? [];
      addRepository(address, parseBranchVersion(branch), list);
    }
    return sections.length > 0;
  },
};

/** A repository by its name, its address, or both; its branch may follow. */
const DEPENDENCY =
  /^(?:([\w.-]{1,100})(?: +|$))?(?:((?:(?:https?|ssh|git):\/\/|[\w.-]+@[\w.-]+:)[\w./@:~-]+)(?: +(\S+))?)?$/;

/** Path segments before a folder of a repository. */
const INNER = /\/(?:tree|blob|raw|src|apps|project)\//;

/** One without an address is of the OCA. A text of names alone is such a list where none can be a module. */
export const OCA_DEPENDENCIES: ListFormat = {
  kind: "oca_dependencies.txt",
  read(text, list) {
    const lines = text.split("\n").map((line) => line.replace(/(?:^|\s)#.*$/, "").trim());
    const rows = lines.filter(Boolean).map((line) => {
      const row = line.length > MOST_LINE_CHARS ? null : DEPENDENCY.exec(line);
      const [, name = "", address = "", branch = ""] = row ?? [];
      return { isRow: row !== null && !INNER.test(address), name, address, branch };
    });
    const isTold = rows.some(({ name, address }) => address !== "" || /\w-\w/.test(name));
    if (!isTold || !rows.every(({ isRow, name }) => isRow && !name.includes("_"))) return false;
    for (const { name, address, branch } of rows)
      addRepository(address || `/OCA/${name}`, parseBranchVersion(branch), list);
    return true;
  },
};

export const REPOSITORIES: ListFormat = {
  kind: "YAML",
  read(text, list) {
    const lines = text.split("\n");
    const isTold = isRepositoryList(lines);
    if (isTold) readRepositoryList(lines, list);
    return isTold;
  },
};

function addRepository(address: string, version: string | undefined, list: ListCollector): void {
  const provider = parseGitAddress(address);
  if (provider === undefined) list.leaveOut("no_repository", address);
  else list.addRepository(provider);
  if (version !== undefined) list.addVersion(version, `${address} ${version}`);
}

/** A key of the first column with nothing behind it and more below, or with a list in brackets; or keys alone, one of modules. */
function isRepositoryList(lines: readonly string[]): boolean {
  const shown = lines.filter((line) => !/^\s*(?:#|---|$)/.test(line.slice(0, MOST_LINE_CHARS)));
  const keys = shown.map((line) => /^(\w{1,200}): *\S/.exec(line)?.[1]);
  if (keys.every((key) => key !== undefined) && keys.some((key) => MODULE_KEYS.test(key)))
    return true;
  return shown.some((line, at) => {
    const text = line.slice(0, MOST_LINE_CHARS).trimEnd();
    return (
      (/^["']?[\w./~-]+["']?: *(?: #.*)?$/.test(text) &&
        /^(?: +\S|- )/.test(shown[at + 1] ?? "")) ||
      /^["']?[\w./~-]+["']?: +\[[^\]]*\]$|^- (?:technical_)?name: +\w+$/.test(text)
    );
  });
}

function readRepositoryList(lines: readonly string[], list: ListCollector): void {
  const readable = lines.filter((line) => line.length <= MOST_LINE_CHARS);
  for (const line of lines) if (line.length > MOST_LINE_CHARS) list.leaveOut("unread", line);
  const { values, unread } = parseYamlLines(readable);
  for (const line of unread) list.leaveOut("unread", line);
  for (const group of groupByKey(readModuleRows(values, list))) readGroup(group, list);
}

/** Reads modules with their names and states below keys. @returns the other values */
function readModuleRows(values: readonly YamlValue[], list: ListCollector): readonly YamlValue[] {
  const ofKey = (key: RegExp): readonly YamlValue[] =>
    values.filter(({ path }) => key.test(path.at(-1) ?? "") && isItem(path.at(-2) ?? ""));
  const states = new Map(ofKey(/^state$/).map(({ path, value }) => [toRow(path), value]));
  const names = ofKey(/^(?:technical_)?name$/).filter(
    ({ path }) => path.length === 2 || isOfModules(path),
  );
  for (const { path, value } of names) addModuleRow(value, states.get(toRow(path)), list);
  const read = new Set(names.map(({ path }) => toRow(path)));
  return values.filter(({ path }) => !read.has(toRow(path)));
}

function groupByKey(values: readonly YamlValue[]): Iterable<readonly YamlValue[]> {
  const groups = new Map<string, YamlValue[]>();
  for (const value of values) addToGroup(groups, value.path[0] ?? "", value);
  return groups.values();
}

/** Reads the rows about one folder. */
function readGroup(group: readonly YamlValue[], list: ListCollector): void {
  const remotes = new Map<string, string>();
  const merges = new Map<string, Merge>();
  let target: Merge | undefined;
  for (const { path, value } of group) {
    const [, key = "", item = "", part = ""] = path;
    // `environment.yml` of conda has requirements below `pip`.
    if (isRequirement(value)) readRequirement(value, list);
    else if (isItem(key) && path.length === 2) addName(value, list);
    else if (isOfModules(path)) addName(value, list);
    else if (MODULE_KEYS.test(path.at(-2) ?? "") && OF_SERIES.test(value))
      addName(path.at(-1) ?? "", list);
    else if (MODULE_KEYS.test(path.at(-1) ?? "") && /^\w+(?:, ?\w+)*$/.test(value))
      for (const name of value.split(",")) addName(name.trim(), list);
    else if (key === "remotes" && path.length === 3) remotes.set(item, value);
    else if (key === "merges" && isItem(item))
      merges.set(item, toMerge(value, part, merges.get(item)));
    else if (key === "target" && path.length === 2) target = toMerge(value, "", undefined);
    else list.leaveOut("setting", `${path.join(".")}: ${value}`);
  }
  const [first, ...others] = merges.values();
  for (const { remote, branch } of others) list.leaveOut("merge", `${remote} ${branch}`);
  const [only] = remotes.values();
  const address = remotes.get(first?.remote ?? target?.remote ?? "") ?? only;
  if (address === undefined) return;
  const version =
    parseBranchVersion(first?.branch ?? "") ?? parseBranchVersion(target?.branch ?? "");
  addRepository(address, version, list);
}

function toRow(path: readonly string[]): string {
  return path.slice(0, -1).join("\n");
}

interface Merge {
  readonly remote: string;
  readonly branch: string;
}

/** `origin 17.0`, or the same as a mapping, a value at a time. */
function toMerge(value: string, part: string, known: Merge = { remote: "", branch: "" }): Merge {
  if (part === "remote") return { ...known, remote: value };
  if (part === "ref") return { ...known, branch: value };
  if (part !== "") return known;
  const [remote = "", branch = ""] = value.split(/ +/);
  return { remote, branch };
}

/** An item of a list of modules, or the name of one; lists may be in groups. */
function isOfModules(path: readonly string[]): boolean {
  const inner = /^(?:technical_)?name$/.test(path.at(-1) ?? "") ? path.slice(0, -1) : path;
  return isItem(inner.at(-1) ?? "") && inner.slice(0, -1).some((key) => MODULE_KEYS.test(key));
}

function isItem(key: string): boolean {
  return key.startsWith("#");
}

function addName(value: string, list: ListCollector): void {
  if (/[*?[\]]/.test(value)) list.leaveOut("pattern", value);
  else if (value === "pip") list.leaveOut("other_package", value);
  else list.addModule(value);
}

// The part of YAML that such lists use: nested mappings and lists of one value a line, quotes,
// comments, and lists in brackets. Other lines are read one by one.

interface YamlValue {
  /** Keys from the outside to the value; an item of a list is `#` and its number. */
  readonly path: readonly string[];
  readonly value: string;
}

interface YamlLines {
  readonly values: readonly YamlValue[];
  /** Lines that are none of what is read. */
  readonly unread: readonly string[];
}

interface Level {
  /** A key at column n has 2n, an item of a list at the same column lies within it. */
  readonly depth: number;
  readonly key: string;
  items: number;
}

/** Further in than any list of repositories goes. */
const MOST_COLUMN = 40;

/** A key, and what follows it in its line. */
const KEY = /^("[^"]{0,200}"|'[^']{0,200}'|[^\s:'"[{#][^:]{0,200}):(?: +(.*))?$/;

/** @param lines each of bounded length */
function parseYamlLines(lines: readonly string[]): YamlLines {
  const values: YamlValue[] = [];
  const unread: string[] = [];
  const stack: Level[] = [];
  const enter = (depth: number, key: string): void => {
    while ((stack.at(-1)?.depth ?? -1) >= depth) stack.pop();
    stack.push({ depth, key, items: 0 });
  };
  /** An item is counted by what holds it. */
  const enterItem = (depth: number): void => {
    while ((stack.at(-1)?.depth ?? -1) >= depth) stack.pop();
    const holder = stack.at(-1);
    stack.push({
      depth,
      key: `#${holder === undefined ? values.length : holder.items++}`,
      items: 0,
    });
  };
  for (const line of lines) {
    let content = cutComment(line).trimEnd();
    if (/^\s*$|^(?:---|\.\.\.)/.test(content)) continue;
    let column = content.length - content.trimStart().length;
    if (content.slice(0, column).includes("\t") || column > MOST_COLUMN) {
      unread.push(line);
      continue;
    }
    content = content.trimStart();
    while (/^-(?: |$)/.test(content) && column <= MOST_COLUMN) {
      enterItem(2 * column + 1);
      const rest = content.slice(1).trimStart();
      column += content.length - rest.length;
      content = rest;
    }
    const [, key, value = key === undefined ? content : ""] = KEY.exec(content) ?? [];
    if (key !== undefined) enter(2 * column, unquote(key.trim()));
    if (value === "" && key !== undefined) continue;
    const path = stack.map((level) => level.key);
    const flow = /^\[(.*)\]$/.exec(value);
    if (flow === null) values.push({ path, value: unquote(value) });
    for (const [at, item] of (flow?.[1]?.split(",") ?? []).entries()) {
      if (item.trim() !== "")
        values.push({ path: [...path, `#${at}`], value: unquote(item.trim()) });
    }
  }
  return { values, unread };
}

/** A `#` that stands within quotes, or in a word, is no comment. */
function cutComment(line: string): string {
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? "";
    if (quote !== "") quote = sign === quote ? "" : quote;
    else if ((sign === '"' || sign === "'") && /^$|[\s[,-]/.test(line[at - 1] ?? "")) quote = sign;
    else if (sign === "#" && /^$|\s/.test(line[at - 1] ?? "")) return line.slice(0, at);
  }
  return line;
}

function unquote(text: string): string {
  const [, , inner = text] = /^(["'])(.*)\1$/.exec(text) ?? [];
  return inner;
}
