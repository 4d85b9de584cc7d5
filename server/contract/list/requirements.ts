// Requirements: a requirements.txt, what pip freezes or lists, and single ones of other files. Distributions of modules by the names that
// they have on package indexes, modules out of git repositories, and Python packages that are none.
import {
  joinLines,
  MOST_LINE_CHARS,
  parseBranchVersion,
  parseGitAddress,
  type ListCollector,
  type ListFormat,
} from "./collect-list.js";

/** `odoo14-addon-queue-job`, from 15.0 on `odoo-addon-queue-job`; names are compared as PEP 503 says. */
const DISTRIBUTION = /^odoo(\d{0,2})[-_.]addon[-_.]([\w.-]+)$/i;

/** A built distribution of a module, wherever it lies. */
const WHEEL = /(?:^|\/)(odoo\d{0,2}_addon_\w+)-(\d[\w.]*)-[^\s/]*\.whl/i;

/** One in what lists them with more around: trees, tables, addresses of an index. */
const NAMED = /(?:^|[\s/])(odoo\d{0,2}-addon-[\w-]+)(?:\s+v?(\d[\w.]*))?/i;

/** A name, extras, and what is asked of its version or where it is. */
const REQUIREMENT = /^([A-Za-z0-9][\w.-]*) ?(?:\[[^\]]*\])? ?([=<>!~@(].*)?$/;

/** A module by its own name with the version of its manifest, as `queue_job==17.0.1.0.0`. */
const MODULE_PIN = /^\s*(\w+) ?={2,3} ?(\d{1,2}\.0)(?:\.\d+){2,3}\s*(?:#.*)?$/;

const VCS = /^(?:git|hg|bzr|svn)\+/;

/** A line that only such a file has. */
const TELLING =
  /^[\s│├└─]*(?:https?:\/\/\S+\/)?(?:odoo\d{0,2}[-_.]addon[-_.]\w|(?:-e |--editable[ =])?git\+|-[rcife] |--[a-z][a-z-]+[ =]|[A-Za-z0-9][\w.-]*(?:\[[\w, .-]*\])? ?(?:[=!~<>]=|[<>]\s?\d|@ ?\w+\+?:)|\S+\.whl$)/;

/** The heads of what `pip list` prints, and a row of it. */
const PIP_LIST = /^[^\S\n]*Package +Version\b/m;
const PIP_ROW = /^([\w.-]+) +(\d\S*)/;

/** Head of a package in the output of `pip show`. */
const PIP_SHOW = /^Name: ([\w.-]+)\nVersion: (\d\S*)$/gm;

export const REQUIREMENTS: ListFormat = {
  kind: "requirements.txt",
  read(text, list) {
    const lines = text.split("\n");
    const shown = Array.from(text.matchAll(PIP_SHOW), ([, name = "", version = ""]) => [
      name,
      version,
    ]);
    if (shown.length > 0) {
      for (const part of shown) readRequirement(part.join("=="), list);
      return true;
    }
    const isOfPip = PIP_LIST.test(text);
    const isTold = isOfPip || lines.some((line) => TELLING.test(line.slice(0, MOST_LINE_CHARS)));
    if (!isTold) return false;
    // If one line is such a module, a bare name is one as well.
    const isOfModules = lines.some(
      (line) => line.length <= MOST_LINE_CHARS && MODULE_PIN.test(line),
    );
    for (const line of joinLines(lines)) {
      const [, name, version] = (line.length <= MOST_LINE_CHARS && MODULE_PIN.exec(line)) || [];
      const row = isOfPip ? PIP_ROW.exec(line) : null;
      if (row !== null) readRequirement(`${row[1] ?? ""}==${row[2] ?? ""}`, list);
      else if (name !== undefined && version !== undefined) {
        list.addModule(name);
        list.leaveOut("pin", line.trim());
        list.addVersion(version, line.trim());
      } else if (isOfModules && /^\s*\w+\s*$/.test(line)) list.addModule(line.trim());
      else if (!isOfPip || !/^[\s-]*(?:Package .*)?$/.test(line)) readRequirement(line, list);
    }
    return true;
  },
};

export function isDistribution(name: string): boolean {
  return DISTRIBUTION.test(name);
}

/** True for a certain module. */
export function isRequirement(text: string): boolean {
  return VCS.test(text) || isDistribution(/^[\w.-]*/.exec(text)?.[0] ?? "");
}

/** A package as locks have one: where it is from under any of the keys of uv, Poetry, Pipenv, PDM and PEP 751. */
export function addPackage(
  name: string,
  facts: Readonly<Record<string, unknown>>,
  list: ListCollector,
): void {
  const read = (...keys: readonly string[]): string =>
    keys.map((key) => facts[key]).find((value) => typeof value === "string") ?? "";
  // uv writes all into one address: `?subdirectory=…&branch=…#commit`.
  const [address = "", asked = ""] = read("git", "url").split(/[?#]/);
  const said = new URLSearchParams(asked);
  const isGit = "git" in facts || read("type", "reference", "requested-revision") !== "";
  if (address === "" || !isGit) {
    const version = read("version");
    const clause = /^\d/.test(version)
      ? `==${version}`
      : version.replace(/^\^/, ">=").replace(/^\*$/, "");
    return readRequirement(name + clause, list);
  }
  const branch =
    read("branch", "ref", "reference", "requested-revision", "tag", "rev") ||
    (said.get("branch") ?? said.get("rev") ?? said.get("tag") ?? "");
  const folder = read("subdirectory") || (said.get("subdirectory") ?? "");
  const place = `${VCS.test(address) ? "" : "git+"}${address}${branch === "" ? "" : `@${branch}`}`;
  return parseAddress(`${place}#subdirectory=${folder}`, name, list);
}

/** One requirement as PEP 508 or pip has it, with what a line of pip has around it. */
export function readRequirement(line: string, list: ListCollector): void {
  if (line.length > MOST_LINE_CHARS) return list.leaveOut("unread", line);
  const whole = line
    .replace(/(?:^|\s)#.*$/, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ --hash[= ]\S+/g, "")
    .trim();
  if (whole === "") return undefined;
  const target = whole.replace(/^(?:-e|--editable)[ =]/, "").trim();
  if (VCS.test(target)) return parseAddress(target, undefined, list);
  const [, wheel, version] = WHEEL.exec(target) ?? [];
  if (wheel !== undefined) return readRequirement(`${wheel}==${version}`, list);
  if (whole.startsWith("-")) return list.leaveOut("option", whole);
  const [asked = ""] = target.split(/ ?;/);
  const [, name, rest = ""] = REQUIREMENT.exec(asked) ?? [];
  const [, named, shown] = (name === undefined && NAMED.exec(whole)) || [];
  if (named !== undefined) return readRequirement(shown ? `${named}==${shown}` : named, list);
  if (name === undefined) return list.leaveOut("no_name", whole);
  const distribution = DISTRIBUTION.exec(name);
  if (rest.startsWith("@")) return parseAddress(target.slice(target.indexOf("@") + 1), name, list);
  if (distribution === null) return list.leaveOut("other_package", whole);
  return addDistribution(distribution, rest, whole, list);
}

function addDistribution(
  [, series = "", name = ""]: readonly string[],
  rest: string,
  whole: string,
  list: ListCollector,
): void {
  // One below 15.0 has its series in its name, later ones have it in what is asked of their version.
  const [, asked] = /(?:^|[^<!>])(?:>=|={2,3}|~=)\s*(\d{1,2}\.\d{1,2})(?!\d)/.exec(rest) ?? [];
  const version = series === "" ? asked : `${series}.0`;
  list.addModule(toModuleName(name));
  // `==17.0.1.2.3` and not `==17.0.*`.
  if (/^={2,3}\s*\d+\.\d+\.\d/.test(rest)) list.leaveOut("pin", whole);
  if (version !== undefined) list.addVersion(version, whole);
}

export function toModuleName(name: string): string {
  return name.replaceAll(/[-_.]+/g, "_").toLowerCase();
}

/** @param name of the distribution, where something before the address says it */
function parseAddress(target: string, name: string | undefined, list: ListCollector): void {
  const [address = "", fragment = ""] = target.trim().split(" ")[0]?.split("#") ?? [];
  const facts = new URLSearchParams(fragment);
  const distribution = DISTRIBUTION.exec(name ?? facts.get("egg")?.replace(/\[.*/, "") ?? "");
  const folder = facts
    .get("subdirectory")
    ?.split("/")
    .findLast((part) => part !== "");
  if (distribution === null && (name !== undefined || folder === undefined)) {
    return list.leaveOut("other_package", name ?? target);
  }
  const module = distribution === null ? folder : toModuleName(distribution[2] ?? "");
  if (module === undefined || module.startsWith("_")) return list.leaveOut("no_name", target);
  list.addModule(module);
  // Text before an `@` in front of the host is a user.
  const [, place = address, branch = ""] = /^(.+\/[^@]*)@(.+)$/.exec(address) ?? [];
  const version =
    parseBranchVersion(branch) ?? (distribution?.[1] ? `${distribution[1]}.0` : undefined);
  if (branch !== "" && parseBranchVersion(branch) === undefined) list.leaveOut("pin", target);
  const provider = VCS.test(place) ? parseGitAddress(place) : undefined;
  if (provider !== undefined) list.addPreferred(provider);
  if (version !== undefined) list.addVersion(version, target);
  return undefined;
}
