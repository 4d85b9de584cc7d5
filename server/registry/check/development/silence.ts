// Findings that are left out: a comment beside the line, or the question, says so.
import type { Steps } from "../../../../data/yield.js";
import type { CheckedModules } from "./check-written.js";
import type { Finding } from "./finding.js";
import { getLevel, RULES, type Rule } from "./finding-kinds.js";

/** In Python and XML alike, in the line of the finding or alone in the one before. */
const COMMENT = /(?:#|<!--) *module-lookup: *ignore\[([\w\s,-]*)\]/;

export interface SilencedKinds {
  /** Kinds to leave out. */
  readonly ignore: readonly Rule[];
  /** Kinds that are reported on request only. */
  readonly select: readonly Rule[];
}

/** Reads the file of a finding. */
export type ReadLines = (finding: Finding) => readonly string[];

/** One finding a step. */
export function* silenceFindings(
  checked: CheckedModules,
  { ignore, select }: SilencedKinds,
  readLines: ReadLines,
): Steps<CheckedModules> {
  const isOff = ({ rule }: Finding): boolean => getLevel(rule) === "off" && !select.includes(rule);
  const told = checked.findings.filter((finding) => !isOff(finding));
  const silent = new Set<Finding>();
  for (const finding of told) {
    yield;
    const isSilent = ignore.includes(finding.rule) || isCommented(finding, readLines(finding));
    if (isSilent) silent.add(finding);
  }
  return leaveOut({ ...checked, findings: told }, (finding) => silent.has(finding));
}

/** Counts what is left out. */
export function leaveOut(
  checked: CheckedModules,
  isSilent: (finding: Finding) => boolean,
): CheckedModules {
  const findings = checked.findings.filter((finding) => !isSilent(finding));
  const silenced = checked.silenced + checked.findings.length - findings.length;
  return { ...checked, findings, silenced };
}

function isCommented({ rule, line }: Finding, lines: readonly string[]): boolean {
  const [before = "", own = ""] = [lines[line - 2], lines[line - 1]];
  const isAlone = /^\s*(?:#|<!--)/.test(before);
  return [own, ...(isAlone ? [before] : [])].some((text) => {
    const [, codes = ""] = COMMENT.exec(text) ?? [];
    return codes.split(",").some((code) => code.trim() === rule);
  });
}

/** The rule of a name, where it has one. */
export function findRule(name: string): Rule | undefined {
  return RULES.find((one) => one === name);
}
