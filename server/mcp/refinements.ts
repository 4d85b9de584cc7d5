// Answers for agents with what other routes say of them: the purpose of each search hit in a line, and for an empty search the next
// question; parts of a module that an agent may ask for, and what became of it.
import type { ToolBody, ToolQuestion, ToolRoute } from "./tool.js";
import { PART_NAMES } from "../../data/module/module-parts.js";
import { TOLD } from "../../data/module/told-facts.js";
import type { AnyQuestion } from "../contract/parameter.js";

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
      const hits = answer["hits"] as readonly unknown[];
      return { ...answer, ...(hits.length === 0 && { next: NEXT.anything }) };
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

/** Parts of the answer by their names in a record; the others have the same name. */
const OF_RECORD: Readonly<Record<string, readonly string[]>> = {
  description: ["description"],
  dependencies: ["declared_dependencies", "unresolved_dependencies", "unresolved", "dependencies"],
  people: ["authors", "maintainers", "committers", "developers", "translators"],
  models: ["models"],
  fields: ["models"],
  methods: ["models"],
  views: ["views"],
};

export const PARTS: readonly string[] = [...Object.keys(OF_RECORD), ...PART_NAMES];

const DEFAULT_PARTS = "description,dependencies,models";

function listParts({ given: { parts = DEFAULT_PARTS } }: ToolQuestion): readonly string[] {
  return parts.split(",");
}

/** At the newest version at which it can be installed, unless one is given. */
export async function chooseParts(question: ToolQuestion): Promise<AnyQuestion> {
  const keys = listParts(question).flatMap((part) => OF_RECORD[part] ?? [part]);
  const fields = [...TOLD.agents, "copy_of", ...keys].join(",");
  if (question.given["platform_version"] !== undefined) return { fields };
  const { body } = await question.ask("/v1/module/{module_name}");
  const newest = body.installable.platform_versions.at(-1) ?? body.platform_versions.at(-1);
  return { platform_version: newest, fields };
}

/**
 * Other places of the module, and other names with its contents. Fields and methods become a number
 * unless requested.
 */
export async function addHistory({ rows }: ToolBody, question: ToolQuestion): Promise<ToolBody> {
  const { body: summary } = await question.ask("/v1/module/{module_name}");
  const { body: lineage } = await question.ask("/v1/lineage/{module_name}");
  const became = lineage.steps.flatMap(({ kind, from, to }) =>
    from.technical_name !== lineage.technical_name ||
    to.technical_name === null ||
    to.technical_name === lineage.technical_name
      ? []
      : [{ technical_name: to.technical_name, kind, platform_version: to.platform_version }],
  );
  const parts = listParts(question);
  const isTold = (key: string): boolean =>
    !["fields", "methods"].includes(key) || parts.includes(key);
  // An empty part is named, so that absence is explicit.
  const none = Object.fromEntries(
    parts.map((part) => [part, OF_RECORD[part] ? undefined : "none"]),
  );
  const modules = (rows as readonly ToolBody[]).map((row) => ({
    ...none,
    ...row,
    ...(Array.isArray(row["models"]) && {
      models: (row["models"] as readonly ToolBody[]).map((model) =>
        Object.fromEntries(
          Object.entries(model).map(([key, value]) => [
            key,
            isTold(key) || !Array.isArray(value) ? value : value.length,
          ]),
        ),
      ),
    }),
  }));
  return {
    technical_name: summary.technical_name,
    platform_versions: summary.platform_versions,
    installable_at: summary.installable.platform_versions,
    ...(became.length > 0 && { became }),
    modules,
  };
}
