// TOML with requirements: pyproject.toml of any tool, its locks, a Pipfile. Dependencies of tests
// and development are reported, not taken.
import { parse } from "smol-toml";
import { MODULE_KEYS, type ListCollector, type ListFormat } from "./collect-list.js";
import { addPackage, readRequirement, toModuleName } from "./requirements.js";

type Table = Readonly<Record<string, unknown>>;

/** The head of a table that only such a file has. */
const HEAD =
  /^[^\S\n]*\[{1,2}(?:project|build-system|dependency-groups|tool|packages?|dev-packages)(?:[.\]])/m;

export const TOML: ListFormat = {
  kind: "TOML",
  read(text, list) {
    if (!HEAD.test(text)) return false;
    const file = parseToml(text);
    if (file === undefined) addQuoted(text, list);
    else readFile(file, list);
    return true;
  },
};

function parseToml(text: string): Table | undefined {
  try {
    return parse(text, { maxDepth: 50, integersAsBigInt: "asNeeded" });
  } catch {
    return undefined;
  }
}

/** A damaged or partial file: requirements in quotes, line by line. */
function addQuoted(text: string, list: ListCollector): void {
  for (const line of text.split("\n")) {
    const [, quoted] = /["'](odoo\d{0,2}[-_.]addon[-_.][^"'\n]{1,1000})["']/i.exec(line) ?? [];
    if (quoted !== undefined) readRequirement(quoted, list);
    else if (line.trim() !== "") list.leaveOut("unread", line);
  }
}

function readFile(file: Table, list: ListCollector): void {
  const { project, tool, package: locked, packages, ...others } = file;
  const { dependencies, "optional-dependencies": extras, ...said } = toTable(project);
  const { poetry, uv, ...tools } = toTable(tool);
  const {
    dependencies: ofPoetry,
    group,
    "dev-dependencies": dev,
    ...poetryOthers
  } = toTable(poetry);
  const { sources, "dev-dependencies": uvDev, ...uvOthers } = toTable(uv);
  const { "dependency-groups": groups, "dev-packages": devPackages, ...rest } = others;
  const places = new Map(
    Object.entries(toTable(sources)).map(([name, facts]) => [toModuleName(name), toTable(facts)]),
  );
  for (const one of toList(dependencies)) {
    if (typeof one === "string") readSourced(one, places, list);
  }
  for (const row of [...toList(locked), ...toList(packages)]) addLocked(toTable(row), list);
  for (const table of [ofPoetry, Array.isArray(packages) ? {} : packages]) {
    for (const [name, facts] of Object.entries(toTable(table))) {
      // The interpreter, which is no package.
      if (name !== "python") addPackage(name, toFacts(facts), list);
    }
  }
  for (const part of [extras, groups, group, dev, uvDev, devPackages]) leaveOutOptional(part, list);
  const unread = { project: said, ...tools, poetry: poetryOthers, uv: uvOthers, ...rest };
  for (const [name, value] of Object.entries(unread)) {
    const keys = Object.keys(toTable(value)).filter(
      (key) => !(OF_ODOO.test(name) && addListed(key, toTable(value)[key], list)),
    );
    if (keys.length > 0) list.leaveOut("setting", `${name}: ${keys.join(", ")}`);
  }
}

/** Tools whose tables are about Odoo. */
const OF_ODOO = /odoo|doodba|^oca/i;

/** @returns whether it is a list of modules */
function addListed(key: string, value: unknown, list: ListCollector): boolean {
  const names = MODULE_KEYS.test(key) ? toList(value) : [];
  for (const name of names) if (typeof name === "string") list.addModule(name);
  return names.length > 0;
}

function toTable(value: unknown): Table {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Table)
    : {};
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A version alone, or a table of facts. */
function toFacts(value: unknown): Table {
  return typeof value === "string" ? { version: value } : toTable(value);
}

/** uv says beside a requirement where it is from. */
function readSourced(text: string, places: ReadonlyMap<string, Table>, list: ListCollector): void {
  const [name = ""] = /^[\w.-]+/.exec(text) ?? [];
  const place = places.get(toModuleName(name));
  if (place?.["git"] === undefined) readRequirement(text, list);
  else addPackage(name, place, list);
}

/** A package of a lock; what the lock is of has its folder as source. */
function addLocked(row: Table, list: ListCollector): void {
  const { name, version, source, vcs } = row;
  if (typeof name !== "string") return list.leaveOut("unread", JSON.stringify(Object.keys(row)));
  const { virtual, editable, directory, ...place } = {
    ...toTable(source),
    ...toTable(vcs),
  } as Table;
  if ([virtual, editable, directory].includes(".")) return list.leaveOut("setting", name);
  return addPackage(name, { version, ...place }, list);
}

/** Each name of an extra or a group, however deep it stands. */
function leaveOutOptional(part: unknown, list: ListCollector): void {
  if (typeof part === "string") return list.leaveOut("optional", part);
  for (const one of toList(part)) leaveOutOptional(one, list);
  for (const [name, value] of Object.entries(toTable(part))) {
    if (Array.isArray(value) || "dependencies" in toTable(value)) leaveOutOptional(value, list);
    else list.leaveOut("optional", name);
  }
  return undefined;
}
