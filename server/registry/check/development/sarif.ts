// Findings as a log of the Static Analysis Results Interchange Format (SARIF 2.1.0, OASIS): what editors and forges
// show beside the lines of a change.
import type { CheckedModules } from "./check-written.js";
import { describeDoubts } from "./finding-table.js";
import { RULES, type Rule } from "./judgement.js";

const SCHEMA =
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

const RULE_IDS = Object.keys(RULES) as readonly Rule[];

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
            rules: RULE_IDS.map((id) => ({
              id,
              shortDescription: { text: RULES[id].meaning },
              defaultConfiguration: { level: "error" },
            })),
          },
        },
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: notifications }],
        results: findings.map(({ rule, file, line, message }) => ({
          ruleId: rule,
          ruleIndex: RULE_IDS.indexOf(rule),
          level: "error",
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
