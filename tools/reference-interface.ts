// docs/interface.md: every route with its parameters, answer and problems, and the shapes of answers, from
// the declarations and the OpenAPI document that follows from them.
import { describeForm } from "../server/commands/query.js";
import type { Parameter } from "../server/contract/parameter.js";
import { listPathNames, type Route } from "../server/contract/route.js";
import { ROUTES } from "../server/routes/routes.js";
import { describeInterface } from "../server/routes/document.js";
import { toAnchor, toCode, toTable, toText } from "./reference-table.js";

/** What is read of a schema of the document, or of an argument of a tool. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly description?: string;
}

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> }>
  >;
}

const { info, paths, components, tags } = (await describeInterface(ROUTES)) as unknown as {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: {
    readonly headers: Readonly<Record<string, { readonly description: string }>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
};

export function describeRoutes(): string {
  const routes: readonly Route[] = ROUTES;
  return toText([
    "# The interface",
    info.description,
    "[routes.md](routes.md) shows each question with a real answer, [errors.md](errors.md) every problem. `/openapi.json` says the same to programs.",
    toTable(
      ["route", "answers"],
      routes.map(({ path, summary }) => [toLink(path), summary]),
    ),
    ...tags.flatMap(({ name, description }) => [
      `## ${description.replace(/\.$/, "")}`,
      ...routes.filter(({ tag }) => tag === name).map(describeRoute),
    ]),
    "## Headers of answers",
    toTable(
      ["header", "meaning"],
      Object.entries(components.headers).map(([name, header]) => [
        toCode(name),
        header.description,
      ]),
    ),
    "## Shapes",
    "`null` is allowed where it is named; a field is always there unless it is called optional.",
    ...Object.entries(components.schemas).map(([name, schema]) => describeShape(name, schema)),
  ]);
}

/** To the section of a path; that of `/` alone has no name. */
function toLink(path: string): string {
  const anchor = toAnchor(path);
  return anchor === "" ? toCode(path) : `[\`${path}\`](#${anchor})`;
}

function describeRoute(route: Route): string {
  const inPath = listPathNames(route.path);
  const content = Object.entries(paths[route.path]?.get.responses["200"]?.content ?? {});
  const answers = content.map(([type, { schema }]) => `${nameType(schema)} (\`${type}\`)`);
  const problems = (route.problems ?? []).map(toCode);
  const form = describeForm(route);
  return toText([
    `### \`${route.path}\``,
    `**${route.summary}.** ${route.description}`,
    toTable(
      ["parameter", "value", "default", "meaning"],
      Object.entries(route.parameters).map(([name, parameter]) =>
        describeParameter(name, parameter, inPath.includes(name)),
      ),
    ),
    [
      `Answer: ${answers.join("; ")}. ${route.answer.description}`,
      problems.length === 0 ? "" : `Problems of its own: ${problems.join(", ")}.`,
      form === "" ? "" : `Without a server: \`module-lookup query ${form}\`.`,
    ]
      .filter((sentence) => sentence !== "")
      .join(" "),
  ]);
}

function describeParameter(
  name: string,
  parameter: Parameter,
  isInPath: boolean,
): readonly string[] {
  const { description, example, required } = parameter;
  const fallback = "default" in parameter ? parameter.default : undefined;
  return [
    toCode(isInPath ? `{${name}}` : name),
    describeKind(parameter),
    isInPath || required === true
      ? "required"
      : fallback === undefined
        ? ""
        : toCode(`${fallback}`),
    description + (example === undefined ? "" : ` Example: \`${String(example)}\``),
  ];
}

function describeKind(parameter: Parameter): string {
  switch (parameter.kind) {
    case "flag":
      return "`true`, `false`";
    case "integer":
      return `${parameter.minimum} to ${parameter.maximum}`;
    case "choice":
      return parameter.words.map(toCode).join(", ");
    case "choices":
      return `some of ${parameter.words.map(toCode).join(", ")}`;
    case "list":
      return `up to ${parameter.mostValues}, with commas`;
    case "moment":
      return "day or moment";
    case "version":
    case "text":
      return parameter.kind;
  }
}

/** A type in words, with links to shapes that have names. */
export function nameType(schema: JsonSchema): string {
  const { $ref, type, items, anyOf, additionalProperties } = schema;
  if ($ref !== undefined) {
    const name = $ref.split("/").at(-1) ?? "";
    return `[${name}](#${toAnchor(name)})`;
  }
  if (anyOf !== undefined) return anyOf.map(nameType).join(" or ");
  if (schema.const !== undefined) return toCode(JSON.stringify(schema.const));
  if (schema.enum !== undefined) return schema.enum.map((one) => toCode(String(one))).join(", ");
  return [type ?? "object"]
    .flat()
    .map((name) => {
      if (name === "array" && items !== undefined) return `list of ${nameType(items)}`;
      if (name === "object" && typeof additionalProperties === "object") {
        return `object of ${nameType(additionalProperties)}`;
      }
      return name;
    })
    .join(" or ");
}

function describeShape(name: string, schema: JsonSchema): string {
  const rows = listRows(schema, "");
  return toText([
    `### ${name}`,
    schema.description ?? "",
    rows.length === 0 ? `${nameType(schema)}.` : toTable(["field", "type", "meaning"], rows),
  ]);
}

/** The properties as rows; those of objects within, with a point before their names. */
function listRows(schema: JsonSchema, prefix: string): readonly (readonly string[])[] {
  const own = [schema, ...(schema.anyOf ?? [])].find(({ properties }) => properties !== undefined);
  return Object.entries(own?.properties ?? {}).flatMap(([name, property]) => {
    const isRequired = own?.required?.includes(name) === true;
    const inner = property.items ?? property;
    const within = inner.$ref === undefined ? listRows(inner, `${prefix}${name}.`) : [];
    const row = [
      toCode(prefix + name) + (isRequired ? "" : " (optional)"),
      within.length > 0 && property.anyOf === undefined ? nameOuter(property) : nameType(property),
      property.description ?? "",
    ];
    return [row, ...within];
  });
}

/** The type of what has its fields in the rows that follow. */
function nameOuter({ type, items }: JsonSchema): string {
  return items === undefined ? [type ?? "object"].flat().join(" or ") : "list of objects";
}
