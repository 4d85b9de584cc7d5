// Plain SQL of migration scripts: which table a statement writes, or reads first, and every name that stands in it. No
// grammar: a name is a word outside texts and comments that is none of the language.
import type { MigrationStepRecord } from "../../../../data/module/module-parts.js";
import { QUERY_LIMIT_UNITS } from "./query-value.js";

/** Names of one statement that are kept. */
const NAME_LIMIT = 200;

const COMMAND =
  /^\s*(?:with\b[\s\S]*?\b)??(update|insert\s+into|delete\s+from|alter\s+table|create\s+(?:temp(?:orary)?\s+|unlogged\s+)?table|drop\s+table|truncate)\b\s*(?:if\s+(?:not\s+)?exists\s+)?(?:only\s+)?(?:"?public"?\.)?"?([a-z_]\w*)/i;
/** Read rows are mostly written elsewhere, one by one. */
const QUERY = /^\s*(select)\b[\s\S]*?\bfrom\s+(?:only\s+)?(?:"?public"?\.)?"?([a-z_]\w*)/i;
const LOOSE = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|%\(\w+\)s|%s/g;
const NAME = /[a-z_]\w*/gi;

const WORDS = new Set(
  `add all alter and any array as asc between boolean by cascade case cast coalesce column concat conflict constraint count create
  date default delete desc distinct do drop else end exists false float foreign from full group having if in inner insert int
  int4 integer into is join json jsonb key left like limit lower max min not nothing null numeric offset on only or order outer
  primary references rename replace returning right select set sum table temp temporary text then timestamp to true truncate type
  union unique update using values varchar when where with without`.split(/\s+/),
);

/** Statements of one text stand behind semicolons. */
export function readStatements(query: string): readonly Omit<MigrationStepRecord, "line">[] {
  if (query.length > QUERY_LIMIT_UNITS) return [];
  return query
    .replace(LOOSE, " ")
    .split(";")
    .flatMap((statement) => {
      const [, command, table] = COMMAND.exec(statement) ?? QUERY.exec(statement) ?? [];
      if (command === undefined || table === undefined) return [];
      const found = Array.from(statement.matchAll(NAME), ([name]) => name.toLowerCase());
      const names = [...new Set(found)].filter((name) => !WORDS.has(name) && name !== table);
      return [
        {
          call: command.toUpperCase().replace(/\s+.*$/, ""),
          thing: "statement" as const,
          on: table.toLowerCase(),
          names: names.slice(0, NAME_LIMIT),
        },
      ];
    });
}
