// A plan as requirements.txt: the distributions of its modules, and the other Python packages that they
// need. Modules come from anyone, so a line is written only for what is a requirement (PEP 508), and
// the others stand in comments.
import { compareText } from "../../../../data/platform/platform-version.js";
import { findDistributionName, isPackageName, saysVersion } from "../../../lookup/module/purl.js";
import { toPackageName } from "../../../contract/browser/shell-lines.js";
import { parseRequirement } from "../../../registry/python-versions.js";
import type { Plan, PlanModule, PythonPackage } from "../../../contract/shape/system/plan.js";

export function renderRequirements(plan: Plan): string {
  const base = plan.modules.find(({ technical_name: name }) => name === "base");
  const own = plan.modules
    .filter(({ organization, repository }) =>
      base === undefined
        ? true
        : organization !== base.organization || repository !== base.repository,
    )
    .map((module) => toModuleLine(module, plan.platform_version));
  const packages = plan.python.flatMap(toPackageLines);
  const missing = plan.missing.map(
    ({ technical_name: name, reason }) => `# ${escapeText(name)}: missing (${reason})`,
  );
  const sections = [own, packages, missing].filter((lines) => lines.length > 0);
  return sections.map((lines) => `${lines.toSorted(compareText).join("\n")}\n`).join("\n");
}

/** The requirement for a module, as setuptools-odoo and whool write it; none for what cannot be one. */
export function toDistribution(technicalName: string, platformVersion: string): string | undefined {
  const name = findDistributionName(technicalName, platformVersion);
  if (name === undefined || !saysVersion(platformVersion)) return name;
  const number = Number.parseInt(platformVersion, 10);
  return number < 18 ? `${name}>=${number}.0dev,<${number}.1dev` : `${name}==${number}.0.*`;
}

function toModuleLine({ technical_name: name }: PlanModule, platformVersion: string): string {
  return (
    toDistribution(name, platformVersion) ??
    `# ${escapeText(name)}: no distribution has this name at ${platformVersion}`
  );
}

/** One line for each condition under which, and each choice of extras with which, a package is needed. */
function toPackageLines({ name, requirements }: PythonPackage): readonly string[] {
  if (!isPackageName(name)) return [`# ${escapeText(name)}: no package can have this name`];
  const lines = new Map<string, Set<string>>();
  for (const { requirement } of requirements) {
    const { specifier, marker } = parseRequirement(requirement);
    const condition = marker === "" ? "" : ` ; ${marker}`;
    if (!CONDITION.test(condition)) {
      lines.set(`# ${escapeText(requirement)}: its condition cannot be read`, new Set());
      continue;
    }
    const key = `${toPackageName(name)}${findExtras(requirement)}\0${condition}`;
    const clauses = lines.get(key) ?? new Set();
    for (const clause of specifier.split(",")) if (clause !== "") clauses.add(clause);
    lines.set(key, clauses);
  }
  return [...lines].map(([key, clauses]) =>
    key.replace("\0", [...clauses].toSorted(compareText).join(",")),
  );
}

/** `[s3,http]`, sorted; empty where there are none. */
function findExtras(requirement: string): string {
  const written = /^[\w.-]+\s*\[([\w.,\s-]*)\]/.exec(requirement.trim())?.[1] ?? "";
  const extras = written.split(",").map((extra) => extra.trim());
  const right = [...new Set(extras)].filter(isPackageName).toSorted(compareText);
  return right.length === 0 ? "" : `[${right.join(",")}]`;
}

/** The grammar of environment markers in PEP 508, without what stands in brackets inside brackets. */
const CONDITION = ((): RegExp => {
  const variable =
    "(?:python_version|python_full_version|os_name|sys_platform|platform_(?:release|system|version|machine|python_implementation)|implementation_(?:name|version)|extra)";
  const literal = `(?:'[^'"\\\\\\p{C}\\p{Z}]*'|"[^'"\\\\\\p{C}\\p{Z}]*")`;
  const operator = "(?:<=?|>=?|[=!~]=|===|\\s(?:not )?in\\s)";
  const comparison = `(?:${variable} *${operator} *${literal}|${literal} *${operator} *${variable})`;
  const group = `(?:${comparison}|\\( *${comparison}(?: +(?:and|or) +${comparison})* *\\))`;
  return new RegExp(`^(?: ; ${group}(?: +(?:and|or) +${group})*)?$`, "u");
})();

/** Readable, in one line, and of signs that end none. */
function escapeText(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[^ -~]/gu,
    (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
