// /v1/changes and /v1/changes.atom: what changed since the snapshot before.
import type { ResourceDescription } from "./operation.js";
import { UPDATE_DATE } from "./modules.js";
import { describeLimit, OFFSET, PLATFORM_VERSION } from "./parameters.js";
import { count, listOf, object, orNull, ref, text } from "./schema.js";

const optionalText = (description: string) => orNull({ ...text(description), type: "string" });

export const changesDescription: ResourceDescription = {
  operations: {
    "/v1/changes": {
      operationId: "listChanges",
      tag: "modules",
      summary: "What changed since the snapshot before",
      description:
        "Modules that came, went, or were updated (their version, last commit, size or folder is another) from the snapshot that lies beside this one and is next older. When there is none the answer says so: an empty list then means nothing.",
      parameters: [PLATFORM_VERSION, describeLimit(100, 500), OFFSET],
      answer: {
        description: "A part of the changes, with the counts of all.",
        content: { "application/json": ref("Changes") },
        isPaged: true,
      },
      problems: ["invalid_parameters"],
    },
    "/v1/changes.atom": {
      operationId: "getChangesFeed",
      tag: "modules",
      summary: "The changes as a feed",
      description: "The first 500 of /v1/changes as an Atom feed (RFC 4287).",
      parameters: [PLATFORM_VERSION],
      answer: {
        description: "The feed.",
        content: { "application/atom+xml": text() },
      },
      problems: ["invalid_parameters"],
    },
  },
  schemas: {
    Changes: object({
      snapshot: text("Id of this snapshot."),
      previous: optionalText("Id of the one before; `null` when there is none to compare with."),
      reason: optionalText("Why there is none."),
      counts: object({ added: count(), removed: count(), updated: count() }),
      changes: listOf(ref("ChangeRow")),
    }),
    ChangeRow: object({
      change: { type: "string", enum: ["added", "removed", "updated"] },
      technical_name: text(),
      name: text("Display name."),
      platform_version: text(),
      organization: text(),
      repository: text(),
      version: text(),
      update_date: UPDATE_DATE,
      changes: listOf(ref("FactChange"), "What is otherwise, of an updated one."),
    }),
  },
};
