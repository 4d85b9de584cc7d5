// docs/dataset.md: the tables of the dataset, and questions in SQL, as they are declared.
import { RECIPES } from "./recipes.js";
import { DATASET_VERSION, FULL_TEXT, TABLES } from "../../server/dataset/tables.js";
import { toCode, toText } from "./reference-table.js";

const INTRODUCTION = `All that a snapshot says of modules, as tables for your own SQL: one file of SQLite.

\`\`\`
module-lookup export --snapshot snapshots --format sqlite --out modules.sqlite
sqlite3 modules.sqlite "SELECT count(*) FROM entries WHERE platform_version = '19.0'"
duckdb -c "SELECT count(*) FROM sqlite_scan('modules.sqlite', 'entries')"
\`\`\`

The file has foreign keys, indexes, what each column means (\`.schema entries\`) and a table for full-text search (FTS5); it needs SQLite 3.37 (2021) or newer. Times are UTC, \`YYYY-MM-DD HH:MM:SS\`; \`json\` is text, for \`json_each\`. The same snapshot gives the same bytes with the same version of this program. 13,328 entries of 39 repositories take 20 s of a processor, 300 MB of memory, 158 MB on disk.

Version ${DATASET_VERSION} (\`PRAGMA user_version\`): tables and columns may be added, none changes. Ids hold in one dataset: between two, compare names.`;

export function describeDataset(): string {
  const { name, table, columns } = FULL_TEXT;
  return toText([
    "# The dataset",
    INTRODUCTION,
    "## Questions",
    "The names in them are those of the demo (`make demo`), where the tests ask them.",
    ...RECIPES.map(({ question, note = "", sql }) =>
      toText([`### ${question}`, note, `\`\`\`sql\n${sql}\n\`\`\``]),
    ),
    "## Tables",
    `\`.schema\` says what each holds.\n\n\`\`\`text\n${TABLES.map((one) => one.name).join("\n")}\n\`\`\``,
    `\`${name}\`: full-text search in ${columns.map(toCode).join(", ")} of \`${table}\`, by its \`rowid\`.`,
  ]);
}
