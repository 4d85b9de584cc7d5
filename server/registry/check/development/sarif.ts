// Findings as a log of the Static Analysis Results Interchange Format (SARIF 2.1.0, OASIS): what editors and forges
// show beside the lines of a change.
import type { CheckedModules } from "./check-written.js";
import { RULES, type Rule } from "./finding.js";

const SCHEMA =
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

const RULE_IDS = Object.keys(RULES) as readonly Rule[];

/** @param version of this program */
export function toSarif({ missing, findings }: CheckedModules, version: string) {
  const notifications = missing.map((name) => ({
    level: "note",
    message: { text: `${name} is not in the index, so what may be its is not judged.` },
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
              shortDescription: { text: RULES[id] },
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
