// The OpenAPI document (3.1), written from the declarations of the routes: what holds for every operation
// (validators, request ids, common problems) is added here. Loaded when somebody asks for it.
import { count, listOf, text, type Shape } from "../../data/shape.js";
import { INTERFACE_VERSION } from "../contract/interface-version.js";
import type { Parameter } from "../contract/parameter.js";
import { PROBLEMS, type ProblemCode } from "../contract/problem-catalog.js";
import { listPathNames, loadShape, type Route, type Tag } from "../contract/route.js";
import { listFormerRoutes } from "./former-addresses.js";
import { Problem, Truncated } from "../contract/shape/service.js";

type Json = string | number | boolean | null | readonly Json[] | JsonObject;

interface JsonObject {
  readonly [key: string]: Json;
}

const TAGS: Readonly<Record<Tag, string>> = {
  modules: "What a module is at each Odoo version.",
  definitions: "Where models, fields, methods and views are defined, and who changes them.",
  systems:
    "Installations: everything that a list of modules brings, and the resulting models and views.",
  repositories: "Modules of a repository, and which of them exist at another version.",
  search: "Modules by name, by words, by meaning.",
  service: "The service itself: routes, snapshot, health, metrics.",
};

const DESCRIPTION = `A read-only index of Odoo modules: where a module exists, what it defines and what it needs.

Every path answers GET, HEAD (the headers of GET, without a body) and OPTIONS (pages of other origins may read everything); /v1/check also POST. Any other method is 405 \`method_not_allowed\` with the header Allow.

An answer has at most 4,000,000 characters of JSON, and 2,000,000 as text or Markdown. A longer answer is cut. \`truncated\` names the parts that were cut; in a list, it is in the first row. Ask for the rest with \`rest\` or the header Link. /v1/export/modules has all modules.

Answers of one snapshot never change: they carry a strong ETag, and If-None-Match is answered 304. They are compressed with gzip or brotli as Accept-Encoding asks. Unknown parameters are ignored, one that is given twice is refused. Every error is a problem (RFC 9457), whatever its status.

Fields may be added to answers within version 1; clients ignore what they do not know.`;

/** The document of these routes, JSON-able; shapes that have names are its components. */
export async function describeInterface(routes: readonly Route[]): Promise<JsonObject> {
  const schemas = new Map<string, JsonObject>();
  const paths: [string, JsonObject][] = [];
  for (const route of routes) {
    const get = await describeOperation(route, schemas);
    const post = await describePosted(route, schemas);
    paths.push([route.path, post === undefined ? { get } : { get, post }]);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "module-lookup",
      version: INTERFACE_VERSION,
      description: `${DESCRIPTION}\n\nFormer addresses answer as before: ${describeFormer(routes)}.`,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The server that gave this document." }],
    security: [],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths),
    components: { headers: HEADERS, schemas: Object.fromEntries(schemas) },
  };
}

/** `` `/v1/field` is `/v1/members/fields` `` */
function describeFormer(routes: readonly Route[]): string {
  return listFormerRoutes(routes)
    .map(({ path, is }) => `\`${path}\` is \`${is}\``)
    .join(", ");
}

/** Problems that any address can meet. */
const COMMON_PROBLEMS: readonly ProblemCode[] = [
  "malformed_path",
  "malformed_request",
  "url_too_long",
];

/** Statuses that have nothing to do with the operation. */
const OTHER_PROBLEMS =
  "Any other problem: 405 `method_not_allowed`, 408 `request_timeout`, 417 `expectation_failed`, 431 `headers_too_large`, 500 `internal_error`, 503 `snapshot_changed`, `stopping`, `too_busy`; of /mcp, which this document does not describe, also 403 `host_not_allowed` and 413 `body_too_large`.";

type Schemas = Map<string, JsonObject>;

async function describeOperation(route: Route, schemas: Schemas): Promise<JsonObject> {
  const { operation, tag, summary, description, path, problems = [] } = route;
  const inPath = listPathNames(path);
  const parameters = Object.entries(route.parameters).map(([name, parameter]) =>
    describeParameter(name, parameter, inPath.includes(name)),
  );
  const isRead = parameters.length > 0;
  const codes = [...COMMON_PROBLEMS, ...(isRead ? INVALID : []), ...problems];
  return {
    operationId: operation,
    tags: [tag],
    summary,
    description,
    ...(isRead ? { parameters } : {}),
    responses: {
      200: await describeAnswer(route, schemas),
      304: NOT_MODIFIED,
      ...describeProblems(codes, schemas),
      default: describeProblem(OTHER_PROBLEMS, schemas),
    },
  };
}

/** The question of a POST: nothing of it is cached. */
async function describePosted(
  { posted, tag }: Route,
  schemas: Schemas,
): Promise<JsonObject | undefined> {
  if (posted === undefined) return undefined;
  const { operation, summary, description, body, answer, problems = [] } = posted;
  const shape = await loadShape(body);
  return {
    operationId: operation,
    tags: [tag],
    summary,
    description,
    requestBody: {
      required: true,
      content: { "application/json": { schema: toSchema(shape, schemas) } },
    },
    responses: {
      200: await describeAnswer({ answer, parameters: {} }, schemas),
      ...describeProblems([...COMMON_PROBLEMS, ...problems], schemas),
      default: describeProblem(OTHER_PROBLEMS, schemas),
    },
  };
}

const INVALID: readonly ProblemCode[] = ["invalid_parameters"];

function describeParameter(name: string, parameter: Parameter, isInPath: boolean): JsonObject {
  const { example } = parameter;
  const description = parameter.description + (parameter.kind === "flag" ? FLAG_WORDS : "");
  const required = isInPath || parameter.required === true;
  return {
    name,
    in: isInPath ? "path" : "query",
    required,
    description,
    schema: toParameterSchema(parameter, required),
    ...(example === undefined ? {} : { example }),
  };
}

const FLAG_WORDS = " Also `1`, `yes`, `0`, `no`, in any case.";

function toParameterSchema(parameter: Parameter, isRequired: boolean): JsonObject {
  switch (parameter.kind) {
    case "flag":
      return { type: "boolean", ...pickDefault(parameter) };
    case "integer":
      return { type: "integer", minimum: parameter.minimum, ...pickDefault(parameter) };
    case "choice":
      return { type: "string", enum: parameter.words, ...pickDefault(parameter) };
    case "version":
      return { type: "string", minLength: 1 };
    case "text":
    case "choices":
    case "list":
    case "moment":
      return { type: "string", ...(isRequired ? { minLength: 1 } : {}) };
  }
}

function pickDefault(parameter: { readonly default?: Json }): JsonObject {
  return parameter.default === undefined ? {} : { default: parameter.default };
}

const NOT_MODIFIED: JsonObject = {
  description: "Not modified: what the client has cached (If-None-Match) is current. No body.",
  headers: referToHeaders("ETag", "Cache-Control", "Vary", "Snapshot-Id", "X-Request-Id"),
};

async function describeAnswer(
  {
    answer: { description, shape, texts = {}, isPaged },
    parameters,
  }: Pick<Route, "answer" | "parameters">,
  schemas: Schemas,
): Promise<JsonObject> {
  const isBounded = "rest" in parameters;
  const paging = isPaged === true ? ["X-Total-Count", "Link"] : isBounded ? ["Link"] : [];
  const content: [string, JsonObject][] = Object.entries(texts).map(([mediaType, form]) => [
    mediaType,
    { schema: { type: mediaType.endsWith("+json") ? "object" : "string", ...form } },
  ]);
  if (shape !== undefined) {
    const declared = await loadShape(shape);
    const schema = isBounded ? addTruncated(declared) : declared;
    content.unshift(["application/json", { schema: toSchema(schema, schemas) }]);
  }
  return {
    description,
    headers: referToHeaders(
      "Cache-Control",
      "Vary",
      "ETag",
      "Snapshot-Id",
      "X-Request-Id",
      ...paging,
    ),
    content: Object.fromEntries(content),
  };
}

/** Adds notes on cut parts; in a list its first row has them. */
function addTruncated(shape: Shape): Shape {
  const { properties, items, anyOf } = shape as Readonly<Record<string, never>>;
  if (properties !== undefined) {
    return { ...shape, properties: { ...(properties as object), truncated: listOf(Truncated) } };
  }
  if (items !== undefined) return { ...shape, items: addTruncated(items) };
  return anyOf === undefined
    ? shape
    : { ...shape, anyOf: (anyOf as readonly Shape[]).map(addTruncated) };
}

/** One response for each status, which names the codes that it may have. */
function describeProblems(
  codes: readonly ProblemCode[],
  schemas: Schemas,
): Readonly<Record<string, JsonObject>> {
  const statuses = new Set(codes.map((code) => PROBLEMS[code].status));
  return Object.fromEntries(
    [...statuses].map((status) => {
      const meanings = codes
        .filter((code) => PROBLEMS[code].status === status)
        .map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`);
      return [status, describeProblem(meanings.join(" "), schemas)];
    }),
  );
}

function describeProblem(description: string, schemas: Schemas): JsonObject {
  return {
    description,
    headers: referToHeaders("Cache-Control"),
    content: { "application/problem+json": { schema: toSchema(Problem, schemas) } },
  };
}

/** A shape as a schema; those that have names are written once, among `schemas`, and referred to. */
function toSchema(shape: Shape, schemas: Schemas): JsonObject {
  const { $id, ...rest } = shape as JsonObject & { readonly $id?: string };
  if ($id === undefined) return toInnerSchema(rest, schemas);
  if (!schemas.has($id)) {
    // Before what is in it, so that a shape may contain itself.
    schemas.set($id, {});
    schemas.set($id, toInnerSchema(rest, schemas));
  }
  return { $ref: `#/components/schemas/${$id}` };
}

function toInnerSchema(schema: JsonObject, schemas: Schemas): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, toInnerValue(value, schemas)]),
  );
}

function toInnerValue(value: Json, schemas: Schemas): Json {
  if (Array.isArray(value)) return value.map((inner: Json) => toInnerValue(inner, schemas));
  if (typeof value !== "object" || value === null) return value;
  return toSchema(value as unknown as Shape, schemas);
}

function referToHeaders(...names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const required = (description: string, schema: Shape): JsonObject => ({
  description,
  required: true,
  schema: toSchema(schema, new Map()),
});

const HEADERS: JsonObject = {
  "Cache-Control": required(
    "How long the answer may be kept: `no-store` for problems and volatile answers.",
    text(),
  ),
  ETag: required(
    "Strong validator of the snapshot, the answer and its encoding.",
    text(undefined, { pattern: '^"[\\w-]+"$' }),
  ),
  Link: {
    description:
      "URLs of the next and the previous page (RFC 8288), if any. A URL that would make the header longer than 3,000 bytes is left out: then use `offset` and X-Total-Count.",
    required: false,
    schema: { type: "string" },
  },
  "Snapshot-Id": required(
    "The snapshot that the answer comes from.",
    text(undefined, { pattern: "^[0-9a-f]{32}$" }),
  ),
  Vary: required("Request headers on which the answer depends.", text()),
  "X-Request-Id": required(
    "The id of the request: the one that it was sent with, if valid, else a new one; the log has it.",
    text(),
  ),
  "X-Total-Count": required("Total number of rows.", count()),
};
