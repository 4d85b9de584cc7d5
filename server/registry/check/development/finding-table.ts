// Findings as lines, as compilers write them, and as a log of the Static Analysis Results Interchange Format (SARIF 2.1.0,
// OASIS): what editors and forges show beside the lines of a change.
import { formatCount } from "../../../contract/browser/words.js";
import { describeMissing } from "../../../contract/shape/system/plan-states.js";
import type { CheckedModules } from "./check-written.js";
import { FINDING_KINDS, getLevel, RULES, type FindingLevel } from "./finding-kinds.js";

export function formatFindings({
  platform_version: version,
  modules,
  references,
  silenced,
  findings,
  ...unknown
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
      ...(modules === 0 && unknown.not_judged.not_indexed > 0
        ? ["Nothing could be checked against other modules, since this index has none of them"]
        : []),
      `${found} in ${formatCount(references, "reference")}, against ${system} at ${version}`,
      ...describeDoubts(unknown),
      ...(silenced === 0 ? [] : [`${silenced} silenced`]),
    ].join("; "),
  ].join("\n");
}

/** Numbers of references without a verdict, a sentence for each reason. */
function describeDoubts({
  missing,
  incomplete,
  not_judged: { not_indexed: notIndexed, run_time: runTime, demo_data: demoData },
}: Pick<CheckedModules, "missing" | "incomplete" | "not_judged">): readonly string[] {
  // Modules that exist somewhere matter where something is asked of them.
  const told = missing.filter(({ reason }) => notIndexed > 0 || reason !== "not_indexed");
  const because = [
    ...describeMissing(told),
    ...(incomplete.length === 0 ? [] : [`${incomplete.join(" and ")} may have them`]),
  ].join("; ");
  return [
    ...(notIndexed === 0
      ? describeMissing(told)
      : [`${notIndexed} not checked: ${because || "their modules are not indexed"}`]),
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

const SCHEMA =
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

const LEVELS = { error: "error", warning: "warning", off: "note" } as const satisfies Readonly<
  Record<FindingLevel, string>
>;

/** @param version of this program */
export function toSarif(checked: CheckedModules, version: string) {
  const { findings } = checked;
  const notifications = describeDoubts(checked).map((text) => ({
    level: "warning",
    message: { text },
  }));
  return {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "module-lookup",
            version,
            rules: RULES.map((id) => ({
              id,
              shortDescription: { text: FINDING_KINDS[id].means },
              defaultConfiguration: { level: LEVELS[getLevel(id)] },
            })),
          },
        },
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: notifications }],
        results: findings.map(({ rule, level, file, line, message }) => ({
          ruleId: rule,
          ruleIndex: RULES.indexOf(rule),
          level: LEVELS[level],
          message: { text: message },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: file.split("/").map(encodeURIComponent).join("/") },
                region: { startLine: Math.max(line, 1) },
              },
            },
          ],
        })),
      },
    ],
  } as const;
}
