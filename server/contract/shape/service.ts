// Facts of the service, and the body of every problem.
import { PLATFORM_EDITIONS } from "../../../data/platform/module-lists.js";
import {
  constant,
  count,
  listOf,
  object,
  oneOf,
  optional,
  namedObject,
  schemaOf,
  text,
  texts,
  type ValueOf,
} from "../../../data/shape.js";
import { Successor } from "./lineage.js";
import { PROBLEMS, type ProblemCode } from "../problem-catalog.js";

const code = oneOf(Object.keys(PROBLEMS) as readonly ProblemCode[]);

const status = schemaOf<number>({ type: "integer", minimum: 400, maximum: 599 });

export const Overview = namedObject("Overview", {
  service: constant("module-lookup"),
  interface_version: text(),
  snapshot: object({
    id: text(),
    entries: count("Modules by platform version and repository."),
    modules: count("Distinct technical names."),
    repositories: count("Those with a module."),
    platform_versions: texts(),
    platform_indexed: texts("Those at which Odoo itself (`base`) is indexed."),
  }),
  routes: listOf(
    object({
      operation: text("Its operationId in /openapi.json."),
      summary: text(),
      template: text("Address as a URI template (RFC 6570)."),
      href: text("A URL to try with this snapshot."),
    }),
  ),
});
export type Overview = ValueOf<typeof Overview>;

export const Readiness = namedObject("Readiness", {
  status: constant("ready"),
  snapshot: text("Id of the snapshot that is served."),
  entries: count(),
  refused: optional(
    object({ code: text(), message: text() }, "Why a newer snapshot is not served."),
  ),
});

export const ProblemKind = namedObject("ProblemKind", {
  code,
  status,
  title: text(),
  cause: text("Its cause."),
  remedy: text("What to do about it."),
});

export const Problem = namedObject(
  "Problem",
  {
    type: text("Leads to an explanation: `/problems/{code}`."),
    title: text("The same for every problem of this code."),
    status,
    detail: text("What is wrong with this request."),
    instance: optional(text("Path of the request, if it could be read.")),
    code,
    errors: optional(
      listOf(
        object({ parameter: text(), detail: text() }),
        "Every wrong parameter, with `invalid_parameters`.",
      ),
    ),
    suggestions: optional(
      texts(
        "Similar names; with `unknown_path`, and for incomplete paths, similar paths and path templates.",
      ),
    ),
    available_versions: optional(texts("With `module_not_at_version` and `unknown_version`.")),
    available_repositories: optional(texts("With `module_not_in_repository`.")),
    not_indexed: optional(
      texts("With `not_indexed`: modules that are needed, not indexed, and may have it."),
    ),
    not_indexed_count: optional(count("Number of all of them.")),
    required_at_versions: optional(
      texts(
        "With `unknown_module`: versions at which indexed modules depend on it; `/v1/module/{module_name}/{platform_version}/dependents` lists them.",
      ),
    ),
    kind: optional(
      oneOf(
        PLATFORM_EDITIONS,
        "With `unknown_module` and `module_not_at_version`: it is a module of Odoo itself, which is not indexed.",
      ),
    ),
    successors: optional(
      listOf(
        Successor,
        "With `unknown_module` and `module_not_at_version`: what has the contents of the module, see `/v1/lineage/{module_name}`.",
      ),
    ),
  },
  "RFC 9457. Members may be added; ignore those that you do not know.",
);
export type ProblemBody = ValueOf<typeof Problem>;

/** Cut list or text of an answer, see contract/bounded.ts. */
export const Truncated = namedObject(
  "Truncated",
  {
    name: text(
      "Keys that lead to it, of any row of a list alike: `models.fields`; with `[]` a row itself.",
    ),
    unit: oneOf(["elements", "characters", "keys"]),
    from: count("Where what is here begins, counted from 0."),
    to: count("Where it ends at the latest."),
    of: count("Length of the longest one of that name."),
    rest: text("Value of the parameter `rest` that asks for what comes next."),
  },
  "A list or text that is longer than an answer may be.",
);
export type Truncated = ValueOf<typeof Truncated>;

/** The document itself, as far as this program reads it: what it is in full, OpenAPI says. */
export const Description = schemaOf<InterfaceDescription>({
  type: "object",
  properties: { openapi: { type: "string" } },
  required: ["openapi"],
  additionalProperties: true,
});

export interface InterfaceDescription {
  readonly openapi: string;
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, { readonly get: OperationDescription }>>;
}

export interface OperationDescription {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly ParameterDescription[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

export interface ParameterDescription {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description: string;
  readonly schema: { readonly type?: string; readonly enum?: readonly string[] };
  readonly example?: string | number | boolean;
}
