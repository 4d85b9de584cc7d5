// The OpenAPI document as the service gives it, and the check that an answer is as it says: status,
// headers, media type and body, with no field that is not described.

import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "vitest";

import { decodeText, type RawAnswer } from "../support/raw-http.js";

export interface DescribedParameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly schema: { readonly type: string };
  readonly example?: string | number | boolean;
}

export interface DescribedOperation {
  readonly path: string;
  readonly operationId: string;
  readonly parameters: readonly DescribedParameter[];
  /** By status, or `default`. */
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

/** An operation of POST. */
interface PostedOperation {
  readonly path: string;
  readonly responses: DescribedOperation["responses"];
}

interface DescribedResponse {
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface OpenApiDocument {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly get: Omit<DescribedOperation, "path">;
        readonly post?: Omit<PostedOperation, "path">;
      }
    >
  >;
  readonly components: {
    readonly headers: Readonly<
      Record<string, { readonly required: boolean; readonly schema: object }>
    >;
  };
}

export interface DescribedInterface {
  readonly operations: readonly DescribedOperation[];
  readonly posted: readonly PostedOperation[];
  /** Fails unless the answer is one that the operation may give. */
  expectDescribed(operation: DescribedOperation | PostedOperation, answer: RawAnswer): void;
}

const DOCUMENT = "https://interface.example/openapi.json";

/** @param text the document as it was received */
export function openInterface(text: string): DescribedInterface {
  const document = JSON.parse(text, closeObjects) as OpenApiDocument;
  // Each schema is compiled for itself and as it is: compiling is what takes long.
  const code = { optimize: false };
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code });
  ajv.addSchema({ ...document, $id: DOCUMENT });
  /** By the schema as text, since most operations have many in common. */
  const checks = new Map<string, ValidateFunction>();
  const validate = (schema: object, value: unknown): void => {
    const key = JSON.stringify(schema).replaceAll('"$ref":"#', `"$ref":"${DOCUMENT}#`);
    const check = checks.get(key) ?? ajv.compile(JSON.parse(key) as object);
    checks.set(key, check);
    if (!check(value)) expect(check.errors).toEqual([]);
  };
  const expectHeaders = (described: DescribedResponse, answer: RawAnswer): void => {
    for (const name of Object.keys(described.headers ?? {})) {
      const value = answer.headers[name.toLowerCase()];
      const { required, schema } = document.components.headers[name] ?? expect.unreachable(name);
      if (value === undefined && !required) continue;
      if (value === undefined) expect.unreachable(`without the header ${name}`);
      const number = name === "X-Total-Count" ? Number(value) : value;
      validate(schema, number);
    }
  };
  return {
    operations: Object.entries(document.paths).map(([path, { get }]) => ({
      ...get,
      parameters: get.parameters ?? [],
      path,
    })),
    posted: Object.entries(document.paths).flatMap(([path, { post }]) =>
      post === undefined ? [] : [{ ...post, path }],
    ),
    expectDescribed(operation, answer) {
      const status = answer.status in operation.responses ? String(answer.status) : "default";
      if (status === "default") expect(answer.status).toBeGreaterThanOrEqual(400);
      const described = operation.responses[status] ?? {};
      expectHeaders(described, answer);
      if (described.content === undefined) return expect(answer.bytes).toHaveLength(0);
      const [mediaType = ""] = String(answer.headers["content-type"]).split(";");
      const { schema } = described.content[mediaType] ?? expect.unreachable(mediaType);
      const body = decodeText(answer);
      validate(schema, /[/+]json$/.test(mediaType) ? JSON.parse(body) : body);
      return undefined;
    },
  };
}

/** Clients may meet new fields, tests may not: what is described is all that there is. */
function closeObjects(this: unknown, _key: string, value: unknown): unknown {
  const isObjectSchema =
    typeof value === "object" &&
    value !== null &&
    "type" in value &&
    "properties" in value &&
    !("additionalProperties" in value);
  return isObjectSchema ? { ...value, additionalProperties: false } : value;
}
