// Parameters that several operations have.
import type { Parameter } from "./operation.js";

export const MODULE_NAME: Parameter = {
  name: "module_name",
  in: "path",
  required: true,
  description: "Technical name of a module.",
  schema: { type: "string", minLength: 1 },
  example: "rental_core",
};

const VERSION_SCHEMA = { type: "string", minLength: 1 } as const;

export const PLATFORM_VERSION: Parameter = {
  name: "platform_version",
  in: "query",
  required: false,
  description: "Only this platform version; `17` means `17.0`.",
  schema: VERSION_SCHEMA,
  example: "17.0",
};

export const REQUIRED_PLATFORM_VERSION: Parameter = { ...PLATFORM_VERSION, required: true };

export const PLATFORM_VERSION_IN_PATH: Parameter = {
  ...REQUIRED_PLATFORM_VERSION,
  in: "path",
  description: "Platform version; `17` means `17.0`.",
};

export const OFFSET: Parameter = {
  name: "offset",
  in: "query",
  required: false,
  description: "Rows to pass over; see the headers Link and X-Total-Count.",
  schema: { type: "integer", minimum: 0, default: 0 },
  example: 0,
};

/** How many rows are given. */
export function describeLimit(fallback: number, maximum: number): Parameter {
  return {
    name: "limit",
    in: "query",
    required: false,
    description: `Most rows; above ${maximum} it is ${maximum}.`,
    schema: { type: "integer", minimum: 1, default: fallback },
    example: fallback,
  };
}

/** A parameter that narrows the result. */
export function describeText(name: string, description: string, example: string): Parameter {
  return { name, in: "query", required: false, description, schema: { type: "string" }, example };
}

/** A truth value that narrows the result. */
export function describeFlag(name: string, description: string): Parameter {
  return {
    name,
    in: "query",
    required: false,
    description: `${description} Also \`1\`, \`yes\`, \`0\`, \`no\`, in any case.`,
    schema: { type: "boolean" },
    example: true,
  };
}
