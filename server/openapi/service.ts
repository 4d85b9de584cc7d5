// What the service says of itself: its routes, its problems, whether it lives and is ready.
import { PROBLEMS } from "../problem-catalog.js";
import type { AnswerDescription, Operation, ResourceDescription } from "./operation.js";
import { count, listOf, object, ref, text } from "./schema.js";

const overview: AnswerDescription = {
  description: "The routes, with links; a page for those who would rather have HTML.",
  content: { "application/json": ref("Overview"), "text/html": text() },
};

function describeOverview(operationId: string, summary: string): Operation {
  return {
    operationId,
    tag: "service",
    summary,
    description:
      "What the service is, which snapshot it serves, and every route with a link to try.",
    answer: overview,
  };
}

const CODES = Object.keys(PROBLEMS);

export const serviceDescription: ResourceDescription = {
  operations: {
    "/": describeOverview("getStart", "What is here"),
    "/v1": describeOverview("getInterface", "The routes of version 1"),
    "/openapi.json": {
      operationId: "getDescription",
      tag: "service",
      summary: "This document",
      description: "The description of the interface that you are reading (OpenAPI 3.1).",
      answer: {
        description: "The document.",
        content: {
          "application/json": {
            type: "object",
            properties: { openapi: { type: "string" } },
            required: ["openapi"],
            additionalProperties: true,
          },
        },
      },
    },
    "/problems/{code}": {
      operationId: "getProblem",
      tag: "service",
      summary: "What a problem means",
      description: "Where the `type` of every problem leads: its cause and what helps.",
      parameters: [
        {
          name: "code",
          in: "path",
          required: true,
          description: "The `code` of a problem.",
          schema: { type: "string", minLength: 1 },
          example: "unknown_module",
        },
      ],
      answer: {
        description: "The meaning; a page for those who would rather have HTML.",
        content: { "application/json": ref("ProblemKind"), "text/html": text() },
      },
      problems: ["invalid_parameters", "unknown_path"],
    },
    "/healthz": {
      operationId: "getHealth",
      tag: "service",
      summary: "Whether the process lives",
      description: "Answered without reading anything.",
      answer: {
        description: "It lives.",
        content: { "text/plain": { type: "string", const: "ok\n" } },
      },
    },
    "/readyz": {
      operationId: "getReadiness",
      tag: "service",
      summary: "Whether requests may be sent here",
      description:
        "Which snapshot is served; not ready any more as soon as the service is told to stop, or somebody writes to the snapshot.",
      answer: {
        description: "Ready.",
        content: { "application/json": ref("Readiness") },
      },
      problems: ["stopping"],
    },
    "/metrics": {
      operationId: "getMetrics",
      tag: "service",
      summary: "Metrics for Prometheus",
      description: "What the service counts and measures, in the text format 0.0.4.",
      answer: {
        description: "The metrics of all processes of the service.",
        content: { "text/plain": text() },
      },
    },
  },
  schemas: {
    Overview: object({
      service: { type: "string", const: "module-lookup" },
      interface_version: text(),
      snapshot: object({
        id: text(),
        entries: count("Modules by platform version and repository."),
        modules: count("Distinct technical names."),
        repositories: count(),
        platform_versions: listOf(text()),
      }),
      routes: listOf(
        object({
          operation: text("Its operationId in /openapi.json."),
          summary: text(),
          template: text("Address as a URI template (RFC 6570)."),
          href: text("An address of this snapshot to try."),
        }),
      ),
    }),
    Readiness: object(
      {
        status: { type: "string", const: "ready" },
        snapshot: text("Id of the snapshot that is served."),
        entries: count(),
        refused: object(
          { code: text(), message: text() },
          { description: "Why a newer snapshot is not served." },
        ),
      },
      { optional: ["refused"] },
    ),
    ProblemKind: object({
      code: { type: "string", enum: CODES },
      status: { type: "integer", minimum: 400, maximum: 599 },
      title: text(),
      cause: text("What leads to it."),
      remedy: text("What helps."),
    }),
    Problem: object(
      {
        type: text("Address of what the problem means: `/problems/{code}`."),
        title: text("The same for every problem of this code."),
        status: { type: "integer", minimum: 400, maximum: 599 },
        detail: text("What is wrong this time."),
        instance: text("Path of the request, where one could be read."),
        code: { type: "string", enum: CODES },
        errors: listOf(
          object({ parameter: text(), detail: text() }),
          "Every wrong parameter, with `invalid_parameters`.",
        ),
        suggestions: listOf(text(), "Near names, with `unknown_module` and `unknown_repository`."),
        available_versions: listOf(text(), "With `module_not_at_version` and `unknown_version`."),
        available_repositories: listOf(text(), "With `module_not_in_repository`."),
        required_at_versions: listOf(
          text(),
          "With `unknown_module`: where `/v1/module/{module_name}/{platform_version}/dependents` lists modules that need it all the same.",
        ),
      },
      {
        optional: [
          "instance",
          "errors",
          "suggestions",
          "available_versions",
          "available_repositories",
          "required_at_versions",
        ],
        description: "RFC 9457. Further members may be added; ignore what you do not know.",
      },
    ),
  },
};
