// Frame of every question about the registry of a system: the system, the limits of knowledge, absence, and by whom records are
// written.
import { takeSteps } from "../../../data/yield.js";
import type { Lookup } from "../../lookup/lookup.js";
import { toCompleteness, toSystemHead } from "../../lookup/dependency/not-indexed.js";
import { getRegistry, type Registry } from "../../registry/loaded/registry-cache.js";
import { limit, OFFSET, text } from "../../contract/parameter.js";
import { listSome, Problem } from "../../contract/problem.js";
import { readSystemQuestion } from "./system-question.js";
import type { WrittenRecord } from "../../registry/data/record-writes.js";

/** Parameters of lists that are rows of an answer. */
export const LISTED = { limit: limit(500, 5_000), offset: OFFSET } as const;

/** @throws Problem `unknown_version`, or `invalid_parameters` for a plan that names no module */
export function readRegistry(
  snapshot: Lookup["snapshot"],
  values: Parameters<typeof readSystemQuestion>[1],
): Registry {
  return getRegistry(snapshot, readSystemQuestion(snapshot, values));
}

/**
 * Reads records, once these models were computed in turns with other requests.
 * @param about only those that are about this model
 * @throws TooComplex
 */
export async function readRecords(
  snapshot: Lookup["snapshot"],
  values: Parameters<typeof readSystemQuestion>[1],
  models: readonly string[],
  about?: string,
): Promise<Registry> {
  const registry = readRegistry(snapshot, values);
  await takeSteps(registry.getRecords().prepare(models, about));
  return registry;
}

/** @param unknown names of modules that are not indexed and could change the answer; by default all that are missing */
export const tellSystem = ({ system, known }: Registry, unknown = known.names) =>
  toSystemHead(system.platformVersion, unknown);

const MOST_PROVIDERS = 3;

/** Kinds of records that code can make as well as data files. */
const MADE_BY_CODE: ReadonlySet<string> = new Set(["group", "record", "template", "view"]);

/**
 * Answer for something that is not found; uncertain if other modules may have it.
 * @param unknown modules that may have it
 * @param providers modules at the version that have it and are not installed
 */
export function toAbsence(
  what: string,
  name: string,
  unknown: readonly string[],
  suggestions: readonly string[],
  providers: readonly string[] = [],
): Problem {
  if (unknown.length === 0) {
    const detail =
      MADE_BY_CODE.has(what) && providers.length === 0
        ? `No data file of the system makes the ${what} "${name}"; what only running code makes is not known here.`
        : `The system has no ${what} "${name}".`;
    const others = listSome(providers, MOST_PROVIDERS);
    const more = providers.length === 0 ? "" : ` It is in ${others}: add that to the modules.`;
    return new Problem("not_in_system", detail + more, { suggestions });
  }
  const { not_indexed, not_indexed_count } = toCompleteness(unknown);
  return new Problem(
    "not_indexed",
    `Whether the system has a ${what} "${name}" is unknown: modules that it needs are not indexed.`,
    { not_indexed, not_indexed_count, suggestions },
  );
}

/** Description shared by all answers about records. */
export const RECORDS =
  "The installation (system) is that of /v1/plan for the same parameters, newly installed without demo data: all data files are loaded in load order, and the last one that gives a field wins. No code is run: what functions, hooks and settings change is not known.";

export const MODULE = text("Only what a data file of this module writes.", { example: "sale" });

export const isWrittenBy =
  (module: string | undefined) =>
  ({ record }: { readonly record: WrittenRecord }): boolean =>
    module === undefined || record.writes.some((write) => write.module === module);
