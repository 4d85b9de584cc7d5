// Rows of search hits for agents: the purpose of each module in a line; and for an empty search,
// the next question.
import type { ToolBody, ToolQuestion, ToolRoute } from "./tool.js";

/** Next step after an empty search, by parameter. */
const NEXT = {
  anything: "Nothing has this name. For a need ask search_modules with q; it may exist elsewhere.",
  name: "No module has such a name. For what it should do ask search_modules with q; it may exist elsewhere.",
  facts:
    "No module of this version has all of it. Leave out words or facts, ask with q for the need, or find_module for a name at any version.",
  meaning: "Nothing is near. Give other words in also, or ask with term.",
  unknown: "Ask again with a value of known.",
} as const;

export function addSummaries(
  kind: Exclude<keyof typeof NEXT, "unknown">,
): NonNullable<ToolRoute["refine"]> {
  return async (answer, question) => {
    const { given, ask } = question;
    if (kind === "anything") {
      const isEmpty = (answer["hits"] as readonly unknown[] | undefined) === undefined;
      return { ...answer, hits: answer["hits"] ?? [], ...(isEmpty && { next: NEXT.anything }) };
    }
    const q = given["module_name"]?.trim();
    const { body } = q ? await ask("/v1/find", { q, limit: 1 }) : { body: undefined };
    const rows = answer["rows"] as readonly ToolBody[];
    const ofOdoo = body?.platform_module && { platform_module: body.platform_module };
    if (rows.length > 0) return { ...ofOdoo, rows: await toToolRows(rows, question) };
    const { body: unknown } = await ask("/v1/unknown-values");
    const next = unknown.length === 0 ? NEXT[kind] : NEXT.unknown;
    return { ...ofOdoo, ...answer, ...(unknown.length > 0 && { unknown_values: unknown }), next };
  };
}

const MOST_SUMMARY_CHARS = 160;

/** With the summary, or the display name where there is none, of modules that are at the version. */
async function toToolRows(
  rows: readonly ToolBody[],
  { ask, given }: ToolQuestion,
): Promise<readonly ToolBody[]> {
  const names = [...new Set(rows.map((row) => row["technical_name"]))].join(",");
  const { platform_version } = given;
  const { body } = await ask("/v1/modules", { names, platform_version, limit: 500, offset: 0 });
  const about = new Map(
    body.flatMap((row) =>
      row.found ? [[row.technical_name, toLine(row.summary) || row.name] as const] : [],
    ),
  );
  return rows.map(
    ({ technical_name, name: _name, platform_versions, platform_version: at, ...row }) => ({
      technical_name,
      summary: about.get(String(technical_name)),
      // With a row for each module its version is the newest of these.
      ...(platform_versions === undefined ? { platform_version: at } : { platform_versions }),
      ...row,
    }),
  );
}

function toLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > MOST_SUMMARY_CHARS ? `${line.slice(0, MOST_SUMMARY_CHARS)}…` : line;
}
