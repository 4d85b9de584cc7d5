// What a route file in this folder says of its routes, and how that becomes an operation of the
// document: what holds for every operation (validators, request ids, common problems) is added here.
import { PROBLEMS, type ProblemCode } from "../problem-catalog.js";
import { ref, type Json, type JsonObject, type Schema } from "./schema.js";

export type Tag = "modules" | "definitions" | "repositories" | "search" | "service";

/** One GET route. HEAD and OPTIONS are the same for all and stand in the document's description. */
export interface Operation {
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly answer: AnswerDescription;
  /** Beside those that every operation has. */
  readonly problems?: readonly ProblemCode[];
}

export interface AnswerDescription {
  readonly description: string;
  /** Schema by media type. */
  readonly content: Readonly<Record<string, Schema>>;
  /** The list is given in parts, with Link and X-Total-Count. */
  readonly isPaged?: true;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  /** A value that the demo snapshot knows, for those who try. */
  readonly example?: Json;
}

/** Operations by their path, and the schemas that they use by name. */
export interface ResourceDescription {
  readonly operations: Readonly<Record<string, Operation>>;
  readonly schemas: Readonly<Record<string, Schema>>;
}

/** Problems that any address can meet. */
const COMMON_PROBLEMS: readonly ProblemCode[] = [
  "malformed_path",
  "malformed_request",
  "url_too_long",
];

/** Statuses that have nothing to do with the operation. */
const OTHER_PROBLEMS =
  "Any other problem: 405 `method_not_allowed`, 408 `request_timeout`, 417 `expectation_failed`, 431 `headers_too_large`, 500 `internal_error`, 503 `snapshot_changed`; of /mcp, which this document does not describe, also 403 `host_not_allowed` and 413 `body_too_large`.";

/** The OpenAPI operation object. */
export function toOperationObject(operation: Operation): JsonObject {
  const { operationId, tag, summary, description, parameters = [], answer } = operation;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    ...(parameters.length === 0
      ? {}
      : { parameters: parameters.map((parameter) => ({ ...parameter })) }),
    responses: {
      200: toAnswerObject(answer),
      304: NOT_MODIFIED,
      ...toProblemResponses([...COMMON_PROBLEMS, ...(operation.problems ?? [])]),
      default: toProblemResponse(OTHER_PROBLEMS),
    },
  };
}

const NOT_MODIFIED: JsonObject = {
  description: "What the client has (If-None-Match) is still right; without a body.",
  headers: headers("ETag", "Cache-Control", "Vary", "Snapshot-Id", "X-Request-Id"),
};

function toAnswerObject(answer: AnswerDescription): JsonObject {
  const paging = answer.isPaged === true ? ["X-Total-Count", "Link"] : [];
  return {
    description: answer.description,
    headers: headers("Cache-Control", "Vary", "ETag", "Snapshot-Id", "X-Request-Id", ...paging),
    content: Object.fromEntries(
      Object.entries(answer.content).map(([mediaType, schema]) => [mediaType, { schema }]),
    ),
  };
}

/** One response for each status, which names the codes that it may have. */
function toProblemResponses(codes: readonly ProblemCode[]): Readonly<Record<string, JsonObject>> {
  const responses: Record<string, JsonObject> = {};
  for (const status of new Set(codes.map((code) => PROBLEMS[code].status))) {
    const meanings = codes
      .filter((code) => PROBLEMS[code].status === status)
      .map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`);
    responses[status] = toProblemResponse(meanings.join(" "));
  }
  return responses;
}

function toProblemResponse(description: string): JsonObject {
  return {
    description,
    headers: headers("Cache-Control"),
    content: { "application/problem+json": { schema: ref("Problem") } },
  };
}

function headers(...names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
