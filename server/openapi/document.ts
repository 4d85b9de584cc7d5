// The OpenAPI document: the contract of the interface, composed of one description for each resource.
// A new resource has a file of its own here and a line in RESOURCES.
import { INTERFACE_VERSION } from "../interface-version.js";
import { browseDescription } from "./browse.js";
import { changesDescription } from "./changes.js";
import { coverageDescription } from "./coverage.js";
import { dependenciesDescription } from "./dependencies.js";
import { moduleDiffDescription } from "./diff.js";
import { exportDescription } from "./export.js";
import { moduleDescription } from "./module.js";
import { modulesDescription } from "./modules.js";
import { toOperationObject, type Operation, type Tag } from "./operation.js";
import { repositoryDescription } from "./repository.js";
import type { JsonObject } from "./schema.js";
import { searchDescription } from "./search.js";
import { semanticSearchDescription } from "./semantic-search.js";
import { serviceDescription } from "./service.js";
import { snapshotDescription } from "./snapshot.js";
import { whereDescription } from "./where.js";

const RESOURCES = [
  moduleDescription,
  dependenciesDescription,
  moduleDiffDescription,
  whereDescription,
  modulesDescription,
  exportDescription,
  browseDescription,
  changesDescription,
  snapshotDescription,
  repositoryDescription,
  coverageDescription,
  searchDescription,
  semanticSearchDescription,
  serviceDescription,
];

/** Every operation by its path. */
export const OPERATIONS: Readonly<Record<string, Operation>> = Object.assign(
  {},
  ...RESOURCES.map(({ operations }) => operations),
) as Record<string, Operation>;

const TAGS: Readonly<Record<Tag, string>> = {
  modules: "What a module is at each platform version.",
  definitions: "Where models, fields, methods and views are defined, and who changes them.",
  repositories: "What a repository carries.",
  search: "Modules by name, by words, by meaning.",
  service: "What the service says of itself.",
};

const DESCRIPTION = `A read-only index of add-on modules: where a module exists, what it defines and what it needs.

Every path answers GET, HEAD (the headers of GET, without a body) and OPTIONS (for pages of other origins, which may read everything); any other method is 405 \`method_not_allowed\` with the header Allow.

Answers of one snapshot never change: they carry a strong ETag, and If-None-Match is answered 304. They are compressed with gzip or brotli as Accept-Encoding asks. Unknown parameters are ignored, one that is given twice is refused. Every error is a problem (RFC 9457), whatever its status.

Fields may be added to answers within version 1; clients ignore what they do not know.`;

const HEADERS: JsonObject = {
  "Cache-Control": {
    description: "How long the answer may be kept: `no-store` for problems and volatile answers.",
    required: true,
    schema: { type: "string" },
  },
  ETag: {
    description: "Strong validator of the snapshot, the answer and its encoding.",
    required: true,
    schema: { type: "string", pattern: '^"[\\w-]+"$' },
  },
  Link: {
    description:
      "Addresses of the next and the previous part (RFC 8288), where there are any. One that would make the header longer than 3,000 bytes is left out: after a question so long, count with `offset` and X-Total-Count.",
    required: false,
    schema: { type: "string" },
  },
  "Snapshot-Id": {
    description: "The snapshot that the answer comes from.",
    required: true,
    schema: { type: "string", pattern: "^[0-9a-f]{32}$" },
  },
  Vary: {
    description: "Request headers on which the answer depends.",
    required: true,
    schema: { type: "string" },
  },
  "X-Request-Id": {
    description: "The request's own id, if it had a sound one, else a new one; it is in the log.",
    required: true,
    schema: { type: "string" },
  },
  "X-Total-Count": {
    description: "Rows of the whole list.",
    required: true,
    schema: { type: "integer", minimum: 0 },
  },
};

/** OpenAPI 3.1. */
export const OPENAPI_DOCUMENT: JsonObject = {
  openapi: "3.1.0",
  info: {
    title: "module-lookup",
    version: INTERFACE_VERSION,
    description: DESCRIPTION,
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [{ url: "/", description: "Where this document was found." }],
  security: [],
  tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  paths: Object.fromEntries(
    Object.entries(OPERATIONS).map(([path, operation]) => [
      path,
      { get: toOperationObject(operation) },
    ]),
  ),
  components: {
    headers: HEADERS,
    schemas: Object.assign({}, ...RESOURCES.map(({ schemas }) => schemas)) as JsonObject,
  },
};
