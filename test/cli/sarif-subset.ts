// The part of the schema of SARIF 2.1.0 (OASIS, sarif-schema-2.1.0.json) for the written
// properties: types, required ones, and no others.

const message = {
  type: "object",
  additionalProperties: false,
  required: ["text"],
  properties: { text: { type: "string" } },
};
const level = { enum: ["none", "note", "warning", "error"] };

const rule = {
  type: "object",
  additionalProperties: false,
  required: ["id"],
  properties: {
    id: { type: "string" },
    shortDescription: message,
    defaultConfiguration: {
      type: "object",
      additionalProperties: false,
      properties: { level },
    },
  },
};

const driver = {
  type: "object",
  additionalProperties: false,
  required: ["name"],
  properties: {
    name: { type: "string" },
    version: { type: "string" },
    rules: { type: "array", uniqueItems: true, items: rule },
  },
};

const notification = {
  type: "object",
  additionalProperties: false,
  required: ["message"],
  properties: { message, level },
};

const location = {
  type: "object",
  additionalProperties: false,
  properties: {
    physicalLocation: {
      type: "object",
      additionalProperties: false,
      required: ["artifactLocation"],
      properties: {
        artifactLocation: {
          type: "object",
          additionalProperties: false,
          // A URI reference, as RFC 3986 has its characters.
          properties: {
            uri: { type: "string", pattern: "^(?:[\\w.~!$&'()*+,;=:@/-]|%[0-9A-F]{2})+$" },
          },
        },
        region: {
          type: "object",
          additionalProperties: false,
          properties: { startLine: { type: "integer", minimum: 1 } },
        },
      },
    },
  },
};

const result = {
  type: "object",
  additionalProperties: false,
  required: ["message"],
  properties: {
    ruleId: { type: "string" },
    ruleIndex: { type: "integer", minimum: -1 },
    level,
    message,
    locations: { type: "array", items: location },
  },
};

const run = {
  type: "object",
  additionalProperties: false,
  required: ["tool"],
  properties: {
    tool: {
      type: "object",
      additionalProperties: false,
      required: ["driver"],
      properties: { driver },
    },
    invocations: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["executionSuccessful"],
        properties: {
          executionSuccessful: { type: "boolean" },
          toolExecutionNotifications: { type: "array", items: notification },
        },
      },
    },
    results: { type: ["array", "null"], items: result },
  },
};

export const SARIF_SUBSET = {
  type: "object",
  additionalProperties: false,
  required: ["version", "runs"],
  properties: {
    $schema: { type: "string" },
    version: { enum: ["2.1.0"] },
    runs: { type: ["array", "null"], items: run },
  },
};
