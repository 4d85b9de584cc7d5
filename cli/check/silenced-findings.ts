// Findings that are not told: a comment beside the line, an option, or a file with those of before says so.
import { readFileSync, writeFileSync } from "node:fs";
import { isObject } from "../../data/json.js";
import type { ConfigError } from "../../data/operator-error.js";
import { compareText } from "../../data/platform/platform-version.js";
import { splitOption } from "../../server/commands/command-input.js";
import type { CheckedModules } from "../../server/registry/check/development/check-written.js";
import type { Finding } from "../../server/registry/check/development/finding.js";
import {
  FINDING_KINDS,
  RULES,
  type Rule,
} from "../../server/registry/check/development/finding-kinds.js";

/** In Python and XML alike, in the line of the finding or alone in the one before. */
const COMMENT = /(?:#|<!--) *module-lookup: *ignore\[([\w\s,-]*)\]/;

interface SilenceSettings {
  readonly ignore: string | undefined;
  readonly select: string | undefined;
  readonly baseline: string | undefined;
}

/** Makes the error of a value that cannot be used. */
type Refuse = (what: string, got: string) => ConfigError;

/** A comment that silences findings, as written. */
interface Silence {
  readonly kinds: ReadonlySet<Rule>;
  /** Findings of before by `toKey`. */
  readonly known: ReadonlySet<string>;
}

/** @param isWriting then no baseline need be there */
export function readSilence(
  settings: SilenceSettings,
  refuse: Refuse,
  isWriting: boolean,
): Silence {
  const readKinds = (option: "ignore" | "select"): readonly Rule[] =>
    (splitOption(settings[option]) ?? []).map((name) => {
      const rule = RULES.find((one) => one === name);
      if (rule === undefined) throw refuse(`--${option} names no kind of findings: ${name}`, name);
      return rule;
    });
  const selected = new Set(readKinds("select"));
  const off = RULES.filter((rule) => FINDING_KINDS[rule].level === "off" && !selected.has(rule));
  const { baseline } = settings;
  if (isWriting && baseline === undefined) {
    throw refuse("--write-baseline needs --baseline", "nothing");
  }
  const known = isWriting || baseline === undefined ? [] : readBaseline(baseline, refuse);
  return { kinds: new Set([...off, ...readKinds("ignore")]), known: new Set(known) };
}

/** @param checked with paths in the folders of modules @param readText of the file of a finding */
export function silenceFindings(
  checked: CheckedModules,
  { kinds, known }: Silence,
  readText: (finding: Finding) => string,
): CheckedModules {
  const isSilent = (finding: Finding): boolean =>
    known.has(toKey(finding)) ||
    kinds.has(finding.rule) ||
    isCommented(finding, readText(finding).split("\n"));
  const findings = checked.findings.filter((finding) => !isSilent(finding));
  const isOff = ({ rule }: Finding): boolean =>
    kinds.has(rule) && FINDING_KINDS[rule].level === "off";
  const told = checked.findings.filter((finding) => !isOff(finding)).length;
  return { ...checked, findings, silenced: told - findings.length };
}

function isCommented({ rule, line }: Finding, lines: readonly string[]): boolean {
  const [before = "", own = ""] = [lines[line - 2], lines[line - 1]];
  const isAlone = /^\s*(?:#|<!--)/.test(before);
  return [own, ...(isAlone ? [before] : [])].some((text) => {
    const [, codes = ""] = COMMENT.exec(text) ?? [];
    return codes.split(",").some((code) => code.trim() === rule);
  });
}

/** Lines are left out, since they move. */
const toKey = ({ module, file, rule, name }: Pick<Finding, "module" | "file" | "rule" | "name">) =>
  [module, file, rule, name].join("\0");

export function writeBaseline(file: string, { findings }: CheckedModules, refuse: Refuse): void {
  const rows = new Map(
    findings.map((one) => {
      const { module, rule, name } = one;
      return [toKey(one), { module, file: one.file, rule, name }];
    }),
  );
  const sorted = [...rows].toSorted(([left], [right]) => compareText(left, right));
  const lines = sorted.map(([, row]) => JSON.stringify(row));
  try {
    writeFileSync(file, `[\n${lines.join(",\n")}\n]\n`);
  } catch (error) {
    const { code = "unwritable" } = error as NodeJS.ErrnoException;
    throw refuse(`--baseline ${file} cannot be written (${code})`, file);
  }
}

function readBaseline(file: string, refuse: Refuse): readonly string[] {
  try {
    const rows: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (Array.isArray(rows) && rows.every(isRow)) return rows.map(toKey);
  } catch (error) {
    const { code = "no JSON" } = error as NodeJS.ErrnoException;
    throw refuse(`--baseline ${file} cannot be read (${code})`, file);
  }
  throw refuse(`--baseline ${file} is no list of findings`, file);
}

function isRow(row: unknown): row is Pick<Finding, "module" | "file" | "rule" | "name"> {
  const names = ["module", "file", "rule", "name"];
  return isObject(row) && names.every((name) => typeof row[name] === "string");
}
