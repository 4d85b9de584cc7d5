// The training on one screen: sources in, weights and their card out. The same sources, parameters
// and questions give the same bytes, stopped and resumed or not.
import { encodeStaticWeights } from "../data/embedding/static-weights.js";
import { yieldToEventLoop } from "../data/yield.js";
import type { Progress } from "../builder/progress/progress.js";
import type { Source } from "../builder/source/source.js";
import { buildCorpus, type Corpus } from "./corpus.js";
import { FIRST_VECTORS_STAGES, learnFirstVectors } from "./vectors/first-vectors.js";
import { learnVectors, toFirstCheckpoint, type Checkpoint } from "./vectors/learn.js";
import { packToSize } from "./vectors/pack.js";
import type { TrainingParameters } from "./parameters.js";
import type { ModuleNeeds } from "./texts/needs.js";
import { openSources, type OpenedSource } from "./texts/open-sources.js";
import { readTexts, type SourceLesson } from "./texts/source-texts.js";
import { describeWords, type WordDetails } from "./texts/word-details.js";
import { openWorkCache, type WorkCache } from "./work-cache.js";

export interface TrainOptions {
  readonly parameters: TrainingParameters;
  /** What modules are needed for. */
  readonly needs: readonly ModuleNeeds[];
  readonly cacheDirectory: string;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** What one source gave, for the card. */
export interface SourceDetails {
  readonly label: string;
  readonly url: string;
  readonly licence: string;
  readonly branches: readonly string[];
  readonly catalogs: number;
  readonly translations: number;
  readonly moduleTexts: number;
  readonly meanings: number;
}

/** Everything that a card tells of, but the scores. */
export interface Training {
  /** Of `static-weights.bin`. */
  readonly bytes: Uint8Array;
  readonly sources: readonly SourceDetails[];
  readonly corpus: Corpus;
  readonly facts: WordDetails;
  /** Of `corpus.words`, those that the file holds. */
  readonly words: readonly string[];
}

/** @throws SourceError when a source cannot be read; the signal's reason */
export async function trainWeights(
  sources: readonly Source[],
  options: TrainOptions,
): Promise<Training> {
  const { parameters } = options;
  const cache = openWorkCache(options.cacheDirectory);
  const opened = await runStage(options, "open", sources.length, "repositories", (advance) =>
    openSources(sources, { ...options, onOpened: advance }),
  );
  const { corpus, facts: sourceDetails } = await readCorpus(opened, cache, options);
  const facts = describeWords(corpus);
  const vectors = await learn(opened, corpus, facts, cache, options);
  const weights = await runStage(options, "pack", 1, "file", () =>
    packToSize(
      {
        words: corpus.words,
        counts: corpus.counts,
        languages: facts.languages,
        vectors,
        width: parameters.dimensions,
      },
      { dimensions: parameters.packedDimensions, seed: parameters.seed },
      parameters.fileBytes,
    ),
  );
  const bytes = encodeStaticWeights(weights);
  return { bytes, sources: sourceDetails, corpus, facts, words: weights.words };
}

async function runStage<T>(
  { progress, signal }: TrainOptions,
  stage: string,
  total: number,
  unit: string,
  work: (advance: (done: number, detail?: string) => void) => Promise<T> | T,
): Promise<T> {
  signal.throwIfAborted();
  progress.start(stage, total, unit);
  try {
    const value = await work((done, detail) => progress.advance(done, detail));
    progress.finish();
    return value;
  } finally {
    progress.stop();
  }
}

interface ReadCorpus {
  readonly corpus: Corpus;
  readonly facts: readonly SourceDetails[];
}

/** What the corpus is made of, in values that compare. */
function toInputs(
  opened: readonly OpenedSource[],
  { needs, parameters }: Pick<TrainOptions, "needs" | "parameters">,
): unknown {
  const sources = opened.map(({ source, repository, branches }) => ({
    label: repository.label,
    url: source.url,
    addons: source.addons,
    branches,
  }));
  return { sources, needs, minimumCount: parameters.minimumCount };
}

async function readCorpus(
  opened: readonly OpenedSource[],
  cache: WorkCache,
  options: TrainOptions,
): Promise<ReadCorpus> {
  const { needs, parameters, signal } = options;
  const inputs = toInputs(opened, options);
  const kept = (await cache.read("corpus", inputs)) as ReadCorpus | undefined;
  if (kept !== undefined) return kept;
  const lessons = await runStage(options, "read", opened.length, "repositories", (advance) =>
    readTexts(opened, { signal, onRead: advance }),
  );
  const corpus = await runStage(options, "sort", 1, "corpus", () =>
    buildCorpus(lessons, {
      needs,
      minimumCount: parameters.minimumCount,
      async onProgress() {
        await yieldToEventLoop();
        signal.throwIfAborted();
      },
    }),
  );
  const read = { corpus, facts: lessons.map(describeSource) };
  await cache.write("corpus", inputs, read);
  return read;
}

function describeSource({ source, repository, branches, texts }: SourceLesson): SourceDetails {
  let translations = 0;
  for (const targets of texts.translations.values()) translations += targets.size;
  return {
    label: repository.label,
    url: source.url,
    licence: texts.licence,
    branches: branches.map(({ name, commit }) => `${name}@${commit}`),
    catalogs: texts.catalogs,
    translations,
    moduleTexts: texts.modules.length,
    meanings: texts.meanings.length,
  };
}

async function learn(
  opened: readonly OpenedSource[],
  corpus: Corpus,
  facts: WordDetails,
  cache: WorkCache,
  options: TrainOptions,
): Promise<Float32Array> {
  const { parameters, signal } = options;
  const corpusInputs = toInputs(opened, options);
  const inputs = { corpusInputs, parameters };
  const kept = (await cache.read("checkpoint", inputs)) as Checkpoint | undefined;
  const start = kept ?? (await learnStart(corpus, facts, corpusInputs, cache, options));
  return runStage(options, "learn", parameters.steps, "steps", (advance) => {
    if (start.step > 0) advance(start.step);
    return learnVectors(corpus, start, {
      ...parameters,
      signal,
      onProgress: (step, loss) => advance(step, `loss ${loss.toFixed(3)}`),
      onCheckpoint: (checkpoint) => cache.write("checkpoint", inputs, checkpoint),
    });
  });
}

/** The vectors of the words before the first step; their lengths are the words' first weights. */
async function learnStart(
  corpus: Corpus,
  { weights }: WordDetails,
  corpusInputs: unknown,
  cache: WorkCache,
  options: TrainOptions,
): Promise<Checkpoint> {
  const { signal } = options;
  const { dimensions, seed, weightScale } = options.parameters;
  const inputs = { corpusInputs, dimensions, seed };
  const kept = (await cache.read("first-vectors", inputs)) as Float32Array | undefined;
  const vectors =
    kept ??
    (await runStage(options, "start", FIRST_VECTORS_STAGES, "products", (onProgress) =>
      learnFirstVectors(corpus, weights, { dimensions, seed, signal, onProgress }),
    ));
  if (kept === undefined) await cache.write("first-vectors", inputs, vectors);
  weights.forEach((weight, word) => {
    for (let at = word * dimensions; at < (word + 1) * dimensions; at++) {
      vectors[at] = ((vectors[at] ?? 0) * weight) / weightScale;
    }
  });
  return toFirstCheckpoint(vectors, weights.length, seed);
}
