// Parts of a module that an agent may ask for, and what became of a module beside them.
import { PART_NAMES } from "../../data/module/module-parts.js";
import { TOLD } from "../../data/module/told-facts.js";
import type { AnyQuestion } from "../contract/parameter.js";
import type { ToolBody, ToolQuestion } from "./tool.js";

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
  const fields = [...TOLD.agents, ...keys].join(",");
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
