// Modules that a language model is asked about, and their texts for it.
import { toEmbeddingDocument } from "../../builder/index/documents.js";
import { ConfigError } from "../../data/operator-error.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import { findEntriesByName } from "../../server/lookup/entries.js";

export interface AskedModule {
  readonly technicalName: string;
  readonly description: string;
}

interface ModuleChoice {
  /** `undefined` for all of the snapshot. */
  readonly named: readonly string[] | undefined;
  /** Have needs already. */
  readonly known: ReadonlySet<string>;
  /** 0 for all. */
  readonly limit: number;
}

/** Limit for a module: longer descriptions are mostly foreign texts. */
const MOST_CHARACTERS = 4_000;

/** In order of their names. @throws ConfigError `needs_invalid` for a name that no module has */
export function listAskedModules(
  snapshot: Snapshot,
  { named, known, limit }: ModuleChoice,
): readonly AskedModule[] {
  const names =
    named ?? Array.from({ length: snapshot.names.length }, (_, name) => snapshot.names.get(name));
  const asked: AskedModule[] = [];
  for (const technicalName of names.toSorted()) {
    if (limit > 0 && asked.length >= limit) break;
    if (known.has(technicalName)) continue;
    const newest = findEntriesByName(snapshot, technicalName)?.at(-1);
    if (newest !== undefined) {
      asked.push({ technicalName, description: describe(snapshot, newest) });
    } else if (named !== undefined) throw refuseUnknown(technicalName);
  }
  return asked;
}

/** The text that a build embeds, without the publisher: nobody needs one. */
function describe(snapshot: Snapshot, entry: number): string {
  const record = { ...snapshot.readRecord(entry), repository: "" };
  const texts = toEmbeddingDocument(record, []).map(({ text }) => text);
  return [...texts.join("\n")].slice(0, MOST_CHARACTERS).join("");
}

function refuseUnknown(technicalName: string): ConfigError {
  return new ConfigError({
    code: "needs_invalid",
    message: `The snapshot has no module "${technicalName}"; correct --modules.`,
  });
}
