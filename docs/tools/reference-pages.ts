// The pages of docs/ that follow from declarations and are read where there is no service to ask: dataset, kinds of findings.
// `make docs` writes them; a test compares the files with what is made here. What the program says of itself (`--help`,
// /openapi.json, /metrics, the list of tools, the schema of the dataset) is not written down once more.
import {
  FINDING_KINDS,
  getLevel,
  RULES,
} from "../../server/registry/check/development/finding-kinds.js";
import { describeDataset } from "./reference-dataset.js";
import { toCode, toTable, toText } from "./reference-table.js";

const GENERATED =
  "<!-- Written by `make docs` from the declarations in the source; change those. -->";

/** Text by the name of the file in docs/. */
export function writeReferencePages(): ReadonlyMap<string, string> {
  const pages: [string, string][] = [
    ["dataset.md", describeDataset()],
    ["check-kinds.md", describeFindings()],
  ];
  return new Map(pages.map(([name, text]) => [name, `${GENERATED}\n\n${text}\n`]));
}

function describeFindings(): string {
  return toText([
    "# Kinds of findings",
    "Findings of [`module-lookup check`](check-in-ci.md). An error makes its exit code 1, a warning does not; a kind that is `off` needs `--select`. A comment in the line of a finding, or alone in the line before, silences it: `# module-lookup: ignore[unknown-field]`, in XML `<!-- module-lookup: ignore[unknown-field] -->`. `--ignore` leaves kinds out, `--baseline` former findings.",
    toTable(
      ["code", "what is wrong", "level", "at versions"],
      RULES.map((rule) => {
        const { means, since, until } = FINDING_KINDS[rule];
        const span = [
          ...(since === undefined ? [] : [`from ${since} on`]),
          ...(until === undefined ? [] : [`before ${until}`]),
        ];
        return [toCode(rule), means, getLevel(rule), span.join(", ") || "all"];
      }),
    ),
  ]);
}
