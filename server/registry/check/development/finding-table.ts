// Findings as lines, as compilers write them.
import { formatCount } from "../../../contract/browser/words.js";
import type { CheckedModules } from "./check-written.js";

export function formatFindings({
  platform_version: version,
  modules,
  missing,
  references,
  not_judged: notJudged,
  silenced,
  findings,
}: CheckedModules): string {
  const lines = findings.map(
    ({ file, line, message, rule, level }) =>
      `${file}:${line}: ${level === "error" ? "" : "warning: "}${message} [${rule}]`,
  );
  const found = formatCount(findings.length, "finding");
  const system = formatCount(modules, "module");
  return [
    ...lines,
    [
      `${found} in ${formatCount(references, "reference")}, against ${system} at ${version}`,
      ...describeDoubts({ missing, not_judged: notJudged }),
      ...(silenced === 0 ? [] : [`${silenced} silenced`]),
    ].join("; "),
  ].join("\n");
}

/** More names than these tell nobody more. */
const MOST_NAMES = 10;

/** Numbers of references without a verdict, a sentence for each reason. */
export function describeDoubts({
  missing,
  not_judged: { not_indexed: notIndexed, run_time: runTime, demo_data: demoData },
}: Pick<CheckedModules, "missing" | "not_judged">): readonly string[] {
  const rest = missing.length - MOST_NAMES;
  const names = [...missing.slice(0, MOST_NAMES), ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
  const verb = missing.length === 1 ? "is" : "are";
  const because =
    missing.length === 0 ? "their modules are not indexed" : `${names} ${verb} not in the index`;
  return [
    ...(notIndexed === 0 ? [] : [`${notIndexed} not checked: ${because}`]),
    ...(runTime === 0 ? [] : [`${runTime} not checked: only running code knows them`]),
    ...(demoData === 0 ? [] : [`${demoData} not checked: demo data is not indexed`]),
  ];
}

/** Findings as commands of GitHub's workflows, which shows them beside the lines of a change. */
export function formatAnnotations(checked: CheckedModules): string {
  const errors = checked.findings.map(({ file, line, message, rule, level }) => {
    const place = `file=${escapeProperty(file)},line=${Math.max(line, 1)},title=${rule}`;
    return `::${level === "error" ? "error" : "warning"} ${place}::${escapeData(message)}`;
  });
  const warnings = describeDoubts(checked).map((doubt) => `::warning::${escapeData(doubt)}`);
  return [...errors, ...warnings].join("\n");
}

/** Like `escapeData` and `escapeProperty` of actions/toolkit (packages/core/src/command.ts). */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
