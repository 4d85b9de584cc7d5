// How each kind of question is answered through the tools.
import type { Json, ToolAccess } from "./tool-access.js";
import { getAsked, type Question } from "./question.js";

type Ask = Question["ask"];

/** Rows of an answer, and of those after it. */
const MOST_PAGES = 3;

/** A program for each kind: what it answers follows from what it reads on the way. */
export const BY_TOOLS: Readonly<
  Record<Question["kind"], (ask: Ask, tools: ToolAccess) => Promise<readonly string[]>>
> = {
  async purpose(ask, { call }) {
    const given = { q: ask["need"], platform_version: ask["version"], limit: 3 };
    return listNames((await call("search_modules", given)).body["rows"]);
  },
  async definition(ask, tools) {
    const rows = await listPlaces(ask, tools, (row) => row["technical_name"] === ask["module"]);
    const found = rows.filter((row) => row["technical_name"] === ask["module"]);
    return found.flatMap((row) => toRows(row["declarations"]).map((one) => String(one["at"])));
  },
  async override(ask, tools) {
    return listNames(await listPlaces(ask, tools));
  },
  async field(ask, tools) {
    return listNames(await listPlaces(ask, tools));
  },
  async needs(ask, { call }) {
    const { body } = await call("get_dependencies", atVersion(ask));
    const names = [...listNames(body["modules"]), ...listNames(body["unresolved"])];
    return names.filter((name) => name !== ask["module"]);
  },
  async dependents(ask, { call }) {
    const given = { ...atVersion(ask), direction: "needed_by", direct: true, limit: 100 };
    return listNames((await call("get_dependencies", given)).body["rows"]);
  },
  async versions(ask, { call }) {
    const { body } = await call("find_module", { module_name: ask["module"], limit: 1 });
    const [row] = toRows(body["rows"]);
    return row?.["technical_name"] === ask["module"]
      ? Object.values(row?.["versions"] as Readonly<Record<string, readonly string[]>>).flat()
      : [];
  },
  async replaced(ask, { call }) {
    const given = { module_name: ask["module"], platform_version: ask["version"], limit: 1 };
    const { body } = await call("find_module", given);
    const [line = ""] = (body["gone"] ?? []) as readonly string[];
    return [...line.matchAll(/now (\S+) \(/g)].map(([, name = ""]) => name);
  },
  async changed(ask, { call }) {
    const { from, version: to, module: module_name, model } = ask;
    const { body } = await call("diff_module", { module_name, from, to, model });
    const changed = toRows((body["models"] as Json | undefined)?.["changed"]);
    const { fields } = changed.find((one) => one["model_name"] === model) ?? {};
    const { added, removed, renamed } = (fields ?? {}) as Json;
    return [
      ...toTexts(added).map((name) => `+${name}`),
      ...toTexts(removed).map((name) => `-${name}`),
      ...toRows(renamed).flatMap((one) => [`-${String(one["from"])}`, `+${String(one["to"])}`]),
    ];
  },
  async shows(ask, { call }) {
    const { body } = await call("get_module", { ...atVersion(ask), parts: ["views"] });
    const [module] = toRows(body["modules"]);
    const views = toTexts(module?.["views"]).map((line) =>
      readViewLine(line, getAsked(ask, "module")),
    );
    const wanted = views.filter((view) => view.model === ask["model"]);
    const own = new Set(wanted.map(({ id }) => id));
    const list = async (xml_id: string): Promise<readonly string[]> => {
      const { body: answer } = await call("inspect_system", {
        platform_version: ask["version"],
        modules: [ask["module"]],
        xml_id,
        member: ask["field"],
      });
      const lines = toTexts(answer["shown"]);
      const by = lines.map((line) => /^<field .* by (\S+) /.exec(line)?.[1] ?? "");
      return by.filter((id) => own.has(id));
    };
    const found: string[] = [];
    // One view stands for all that inherit the same, unless it does so as `primary`.
    const first = new Map(wanted.toReversed().map(({ id, parent }) => [parent, id]));
    const chosen = new Set(first.values());
    for (const id of [...new Set([...chosen, ...own])].slice(0, MOST_VIEWS)) {
      if (found.length === 0 || chosen.has(id)) found.push(...(await list(id)));
    }
    return found;
  },
};

/** Views that are looked at for where a field is shown. */
const MOST_VIEWS = 3;

const VIEW_LINE = /^(?<id>[^:]+): (?:.* of )?(?<model>\S+)(?: ← (?<parent>\S+))?$/;

/** `sale.view: form of sale.order ← other.view` */
function readViewLine(line: string, module: string) {
  const { id = "", model = "", parent } = VIEW_LINE.exec(line)?.groups ?? {};
  return { id: id.includes(".") ? id : `${module}.${id}`, model, parent };
}

function atVersion(ask: Ask) {
  return { module_name: ask["module"], platform_version: ask["version"] };
}

/** Modules with what is asked for, until one is what was looked for. */
async function listPlaces(
  ask: Ask,
  { call }: ToolAccess,
  isWanted: (row: Json) => boolean = () => false,
): Promise<readonly Json[]> {
  const rows: Json[] = [];
  for (let page = 0, offset: unknown = 0; page < MOST_PAGES && offset !== undefined; page++) {
    const { body, isError } = await call("where_is", {
      model_name: getAsked(ask, "model"),
      field_name: ask["field"],
      method_name: ask["method"],
      platform_version: ask["version"],
      offset,
    });
    // Nothing of this name is here.
    if (isError) return rows;
    rows.push(...toRows(body["rows"]));
    if (rows.some(isWanted)) return rows;
    offset = body["next_offset"];
  }
  return rows;
}

function listNames(rows: unknown): readonly string[] {
  return toRows(rows).map((row) => String(row["technical_name"]));
}

function toRows(value: unknown): readonly Json[] {
  return (value ?? []) as readonly Json[];
}

function toTexts(value: unknown): readonly string[] {
  return (value ?? []) as readonly string[];
}
