// /v1/repo/…: what a repository carries.
import type { ResourceDescription } from "./operation.js";
import { count, mapOf, object, ref, text } from "./schema.js";

export const repositoryDescription: ResourceDescription = {
  operations: {
    "/v1/repo/{repo_name}": {
      operationId: "getRepository",
      tag: "repositories",
      summary: "What a repository carries",
      description: "The organizations that have a repository of this name, with their modules.",
      parameters: [
        {
          name: "repo_name",
          in: "path",
          required: true,
          description: "Name of a repository, without its organization.",
          schema: { type: "string", minLength: 1 },
          example: "retail",
        },
      ],
      answer: {
        description: "The repository.",
        content: { "application/json": ref("RepositorySummary") },
      },
      problems: ["invalid_parameters", "unknown_repository"],
    },
  },
  schemas: {
    RepositorySummary: object({
      name: text(),
      organizations: mapOf(
        mapOf(count()),
        "Number of modules by organization and platform version.",
      ),
    }),
  },
};
