// The pages of docs/ that follow from declarations and are read where there is no service to ask: errors, dataset, codes.
// `make docs` writes them; a test compares the files with what is made here. What the program says of itself (`--help`,
// /openapi.json, /metrics, the list of tools, the schema of the dataset) is not written down once more.
import { DIAGNOSTICS } from "../../data/diagnostic-codes.js";
import { PROBLEMS } from "../../server/contract/problem-catalog.js";
import {
  UPGRADE_CLASSES,
  UPGRADE_CODES,
} from "../../server/contract/shape/migration/upgrade-codes.js";
import {
  FINDING_KINDS,
  FINDINGS_PAGE,
  RULES,
} from "../../server/registry/check/development/finding-kinds.js";
import { describeDataset } from "./reference-dataset.js";
import { toCode, toTable, toText } from "./reference-table.js";

const GENERATED =
  "<!-- Written by `make docs` from the declarations in the source; change those. -->";

/** Text by the name of the file in docs/. */
export function writeReferencePages(): ReadonlyMap<string, string> {
  const pages: [string, string][] = [
    ["errors.md", describeErrors()],
    ["dataset.md", describeDataset()],
    ["upgrade-codes.md", describeUpgradeCodes()],
    [FINDINGS_PAGE, describeFindings()],
  ];
  return new Map(pages.map(([name, text]) => [name, `${GENERATED}\n\n${text}\n`]));
}

function describeUpgradeCodes(): string {
  return toText([
    "# Changes of an upgrade by code",
    "What each change of [an upgrade](upgrade.md) means for the rows that are there. Programs go by `class` and `code`, which never change. `openupgradelib` has the functions.",
    ...Object.entries(UPGRADE_CLASSES).flatMap(([kind, title]) => [
      `## ${title}`,
      `\`class\`: ${toCode(kind)}.`,
      toTable(
        ["code", "what has changed", "what helps"],
        Object.entries(UPGRADE_CODES)
          .filter(([, one]) => one.class === kind)
          .map(([code, { cause, remedy }]) => [toCode(code), cause, remedy]),
      ),
    ]),
  ]);
}

function describeFindings(): string {
  return toText([
    "# Kinds of findings",
    "Findings of [`module-lookup check`](check-in-ci.md). An error makes its exit code 1, a warning does not; a kind that is `off` needs `--select`. A comment in the line of a finding, or alone in the line before, silences it: `# module-lookup: ignore[unknown-field]`, in XML `<!-- module-lookup: ignore[unknown-field] -->`. `--ignore` leaves kinds out, `--baseline` former findings.",
    toTable(
      ["code", "what is wrong", "level", "at versions"],
      RULES.map((rule) => {
        const { means, level, since, until } = FINDING_KINDS[rule];
        const span = [
          ...(since === undefined ? [] : [`from ${since} on`]),
          ...(until === undefined ? [] : [`before ${until}`]),
        ];
        return [toCode(rule), means, level, span.join(", ") || "all"];
      }),
    ),
  ]);
}

function describeErrors(): string {
  return toText([
    "# Errors and diagnostics",
    "## Problems",
    "Every error of the interface is `application/problem+json` (RFC 9457) with `type`, `title`, `status`, `detail`, `instance` and `code`. Some add `errors` (every wrong parameter at once), `suggestions`, `available_versions`, `available_repositories` or `required_at_versions`. Programs go by `code`, which never changes; `type` leads to `/problems/{code}`. `instance` is the path of the request, and missing where none could be read. A search that finds nothing is no error: `200 []`.",
    toTable(
      ["code", "status", "cause", "what helps"],
      Object.entries(PROBLEMS).map(([code, { status, cause, remedy }]) => [
        toCode(code),
        String(status),
        cause,
        remedy,
      ]),
    ),
    "## Diagnostics",
    "What was odd in a file that a build read. Files of 15 years hold everything: what cannot be read costs one diagnostic, never the module. They are counted in the report of a build and in `/v1/snapshot`, and listed with file and line by `/v1/diagnostics` and `inspect --json`.",
    toTable(
      ["code", "meaning"],
      Object.entries(DIAGNOSTICS).map(([code, meaning]) => [toCode(code), meaning]),
    ),
  ]);
}
