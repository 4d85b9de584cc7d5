// Former findings in a file that is kept beside the code: only others are shown.
import { readFileSync, writeFileSync } from "node:fs";
import { describeUnread } from "../../data/files/input-file.js";
import { isObject } from "../../data/json.js";
import type { ConfigError } from "../../data/operator-error.js";
import { compareText } from "../../data/platform/platform-version.js";
import type { CheckedModules } from "../../server/registry/check/development/check-written.js";
import type { Finding } from "../../server/registry/check/development/finding.js";

/** Makes the error of a value that cannot be used. */
type Refuse = (what: string, got: string) => ConfigError;

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

/** @returns whether a finding is one of the file */
export function readBaseline(file: string, refuse: Refuse): (finding: Finding) => boolean {
  try {
    const rows: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (Array.isArray(rows) && rows.every(isRow)) {
      const known = new Set(rows.map(toKey));
      return (finding) => known.has(toKey(finding));
    }
  } catch (error) {
    throw refuse(`${describeUnread(file, error, `--baseline ${file}`)}: correct --baseline`, file);
  }
  throw refuse(`--baseline ${file} is no list of findings`, file);
}

function isRow(row: unknown): row is Pick<Finding, "module" | "file" | "rule" | "name"> {
  const names = ["module", "file", "rule", "name"];
  return isObject(row) && names.every((name) => typeof row[name] === "string");
}
