// Findings as a log of the Static Analysis Results Interchange Format (SARIF 2.1.0, OASIS): what editors and forges
// show beside the lines of a change.
import type { CheckedModules } from "./check-written.js";
import { describeDoubts } from "./finding-table.js";
import { FINDING_KINDS, RULES, type FindingLevel } from "./finding-kinds.js";

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
              defaultConfiguration: { level: LEVELS[FINDING_KINDS[id].level] },
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
