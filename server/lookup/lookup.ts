// An open snapshot with the indexes that searches need, opened when they are first asked for, all of
// which lie in mapped files. Each step of opening is short, with a rest after it.
// This room reads a snapshot and knows no HTTP.
import type { Embedder } from "../../data/embedding/embedder.js";
import { openEmbedder, type OpenOptions } from "../../data/embedding/open-embedder.js";
import { openSnapshot, type Snapshot } from "../../data/snapshot/decode.js";
import type { SectionName } from "../../data/snapshot/format.js";
import { toListSections } from "../../data/snapshot/table/columns.js";
import { takeSteps, yieldToEventLoop, type Yield } from "../../data/yield.js";
import { once } from "./memo.js";
import { prepareOrigins } from "./dependency/choose-provider.js";
import { getModelMakers, selectModules } from "./meaning/module-groups.js";
import { openBesideIndex, type BesideIndex } from "./meaning/beside-index.js";
import { openQuestionThread, type OpenQuestionEmbedder } from "./meaning/question-embedder.js";
import { openNeedIndex, type NeedIndex } from "./meaning/need-index.js";
import { prepareNameLists } from "./find/name-lists.js";
import { createNameWords, type NameWords } from "./search/find-names.js";
import { createTermSearch, type TermSearch } from "./search/term-search.js";
import { openVectorIndex, type VectorIndex } from "./meaning/vector-index.js";

export interface Lookup {
  readonly snapshot: Snapshot;
  /** `undefined` when the snapshot was built without an embedder. */
  readonly embedder: Embedder | undefined;
  getTerms(): TermSearch;
  /** @throws SnapshotError when vectors or graph are damaged; each time, and nothing is searched */
  getVectors(): Promise<VectorIndex>;
  /** @throws SnapshotError when they are damaged, as above */
  getNeeds(): NeedIndex;
  /** For a snapshot with a second embedder; `undefined` if it is unavailable. */
  getBeside(): BesideIndex | undefined;
  getNameWords(): NameWords;
  close(): void;
}

/**
 * Sections behind name search and filtered search, except words of descriptions; a few megabytes.
 * They are verified, since a wrong byte would make a wrong answer. A damaged record reports itself.
 */
export const SEARCHED_SECTIONS: readonly SectionName[] = [
  "names",
  "names.first",
  "names.dependents",
  "names.folded",
  "texts",
  "versions",
  "repositories",
  "entries.name",
  "entries.version",
  "entries.repository",
  "entries.display",
  "entries.category",
  "entries.license",
  "entries.status",
  "entries.updated",
  "entries.flags",
  "entries.document",
  "authors",
  "maintainers",
  "dependencies",
  ...toListSections("authors", "maintainers", "dependencies"),
];

/** Sections behind words of descriptions. */
export const TERM_SECTIONS: readonly SectionName[] = [
  "terms",
  ...toListSections("terms", "term-names"),
];

/** Sections behind definitions. */
export const DEFINITION_SECTIONS: readonly SectionName[] = [
  "entries.depth",
  "models",
  "models.fields",
  "models.methods",
  "members",
  "fields.name",
  "methods.name",
  "views",
  ...toListSections("models", "defining", "fields", "methods", "views"),
];

export interface LookupOptions {
  /** Location of a neural embedder's files on this machine. */
  readonly embedder: OpenOptions;
  /** Up to this many documents are compared one by one, exactly; default as in vector-index.ts. */
  readonly exactScanLimit?: number;
  /** Opens the second embedder of a snapshot; default a thread of this process. */
  readonly openBeside?: OpenQuestionEmbedder;
  /** Called when the second embedder cannot be had, and the table answers alone. */
  onBesideFault?(reason: string): void;
  /** Between two steps; default `yieldToEventLoop`. */
  readonly yieldToOthers?: Yield;
}

/**
 * Opens the snapshot in a folder for lookups.
 * @throws SnapshotError when it is no whole snapshot; OperatorError when its embedder cannot be had
 */
export async function openLookup(folder: string, options: LookupOptions): Promise<Lookup> {
  const { yieldToOthers = yieldToEventLoop } = options;
  const snapshot = openSnapshot(folder);
  const { embedder: spec } = snapshot.entry;
  try {
    await yieldToOthers();
    for (const name of [...SEARCHED_SECTIONS, ...DEFINITION_SECTIONS]) {
      snapshot.sections.check([name]);
      await yieldToOthers();
    }
    const embedder =
      spec === null
        ? undefined
        : await openEmbedder(spec, snapshot.sections.get("embedder"), {
            ...options.embedder,
            digest: findDigest(snapshot),
          });
    return {
      snapshot,
      embedder,
      getTerms: once(() => {
        snapshot.sections.check(TERM_SECTIONS);
        return createTermSearch(snapshot);
      }),
      getVectors: once(() =>
        takeSteps(openVectorIndex(snapshot, spec?.dimensions ?? 0, options.exactScanLimit), {
          longestMs: 0,
          yieldToOthers,
        }),
      ),
      getNeeds: once(() => openNeedIndex(snapshot, spec?.dimensions ?? 0)),
      getBeside: once(() => openBeside(snapshot, options)),
      getNameWords: once(() => createNameWords(snapshot, (word) => embedder?.weighWord(word) ?? 1)),
      close: () => snapshot.close(),
    };
  } catch (error) {
    snapshot.close();
    throw error;
  }
}

function openBeside(
  snapshot: Snapshot,
  { embedder, openBeside: open = openQuestionThread, onBesideFault }: LookupOptions,
): BesideIndex | undefined {
  const beside = snapshot.entry.meaning?.beside;
  if (beside === undefined) return undefined;
  const asked = open({ spec: beside.embedder, model: embedder.model });
  return openBesideIndex(snapshot, asked, (reason) => onBesideFault?.(reason));
}

/** Opens what the first searches would wait for. @throws OperatorError as they would */
export async function prepareLookup(
  lookup: Lookup,
  yieldToOthers: Yield = yieldToEventLoop,
): Promise<void> {
  await yieldToOthers();
  lookup.getTerms();
  await yieldToOthers();
  prepareNameLists(lookup.snapshot);
  await prepareOrigins(lookup.snapshot, yieldToOthers);
  if (lookup.embedder === undefined) return;
  await yieldToOthers();
  await lookup.getVectors();
  await yieldToOthers();
  lookup.getNeeds();
  await yieldToOthers();
  await lookup.embedder.embedQuery("module");
  await yieldToOthers();
  await lookup.getBeside()?.ask(["module"]);
  const { versions } = lookup.snapshot;
  for (const version of [undefined, ...versions]) {
    await yieldToOthers();
    selectModules(lookup.snapshot, version);
  }
  lookup.getNameWords();
  getModelMakers(lookup.snapshot);
}

/** The digest of the embedder's bytes as the snapshot has it; `verify` holds them to it. */
function findDigest(snapshot: Snapshot): string {
  const row = snapshot.sections.rows.find(({ name }) => name === "embedder");
  return Buffer.from(row?.sha256 ?? []).toString("hex");
}
