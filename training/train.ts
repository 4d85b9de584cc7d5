// The training on one screen: sources in, weights and their card out. The same sources, parameters
// and questions give the same bytes, stopped and resumed or not.
import { encodeStaticWeights } from "../data/embedding/static-weights.js";
import { yieldToEventLoop } from "../data/yield.js";
import type { Progress } from "../builder/progress/progress.js";
import { createStages, type Stages } from "../builder/progress/stages.js";
import type { Source } from "../builder/source/source.js";
import { buildCorpus, type Corpus } from "./corpus.js";
import { FIRST_VECTORS_STAGES, learnFirstVectors } from "./vectors/first-vectors.js";
import { learnVectors, toFirstCheckpoint, type Checkpoint } from "./vectors/learn.js";
import { packToSize } from "./vectors/pack.js";
import type { TrainingParameters } from "./parameters.js";
import type { ModuleNeeds } from "../data/needs/needs.js";
import { openSources, type OpenedSource } from "./texts/open-sources.js";
import { readTexts, type SourceLesson } from "./texts/source-texts.js";
import { describeWords, type WordDetails } from "./texts/word-details.js";
import { createWorkCache, type WorkCache } from "./work-cache.js";

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

/** The options, and what runs a stage of the training. */
type Work = TrainOptions & Pick<Stages, "run">;

/** @throws SourceError when a source cannot be read; the signal's reason */
export async function trainWeights(
  sources: readonly Source[],
  options: TrainOptions,
): Promise<Training> {
  const { needs, parameters } = options;
  const cache = createWorkCache(options.cacheDirectory);
  const { run } = createStages(options);
  const work = { ...options, run };
  const opened = await run("open", sources.length, "repositories", () =>
    openSources(sources, { ...options, onOpened: options.progress.advance }),
  );
  /** What the corpus is made of, in values that compare. */
  const inputs = {
    sources: opened.map(({ source, repository, branches }) => {
      return { label: repository.label, url: source.url, addons: source.addons, branches };
    }),
    needs,
    minimumCount: parameters.minimumCount,
  };
  const { corpus, sources: details } = await cache.getOrMake("corpus", inputs, () =>
    readCorpus(opened, work),
  );
  const facts = describeWords(corpus);
  const vectors = await learn(corpus, facts, inputs, cache, work);
  const { dimensions: width, packedDimensions: dimensions, seed, fileBytes } = parameters;
  const { words, counts } = corpus;
  const { languages } = facts;
  const weights = await run("pack", 1, "file", () =>
    packToSize({ words, counts, languages, vectors, width }, { dimensions, seed }, fileBytes),
  );
  const bytes = encodeStaticWeights(weights);
  return { bytes, sources: details, corpus, facts, words: weights.words };
}

async function readCorpus(
  opened: readonly OpenedSource[],
  { needs, parameters, signal, progress, run }: Work,
): Promise<Pick<Training, "corpus" | "sources">> {
  const lessons = await run("read", opened.length, "repositories", () =>
    readTexts(opened, { signal, onRead: progress.advance }),
  );
  const corpus = await run("sort", 1, "corpus", () =>
    buildCorpus(lessons, {
      needs,
      minimumCount: parameters.minimumCount,
      async onProgress() {
        await yieldToEventLoop();
        signal.throwIfAborted();
      },
    }),
  );
  return { corpus, sources: lessons.map(describeSource) };
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
  corpus: Corpus,
  { weights }: WordDetails,
  corpusInputs: unknown,
  cache: WorkCache,
  work: Work,
): Promise<Float32Array> {
  const { parameters, signal, progress } = work;
  const inputs = { corpusInputs, parameters };
  const kept = (await cache.read("checkpoint", inputs)) as Checkpoint | undefined;
  const start = kept ?? (await learnStart(corpus, weights, corpusInputs, cache, work));
  return work.run("learn", parameters.steps, "steps", () => {
    if (start.step > 0) progress.advance(start.step);
    return learnVectors(corpus, start, {
      ...parameters,
      signal,
      onProgress: (step, loss) => progress.advance(step, `loss ${loss.toFixed(3)}`),
      onCheckpoint: (checkpoint) => cache.write("checkpoint", inputs, checkpoint),
    });
  });
}

/** The vectors of the words before the first step; their lengths are the words' first weights. */
async function learnStart(
  corpus: Corpus,
  weights: Float32Array,
  corpusInputs: unknown,
  cache: WorkCache,
  { parameters, signal, progress, run }: Work,
): Promise<Checkpoint> {
  const { dimensions, seed, weightScale } = parameters;
  const units = await cache.getOrMake("first-vectors", { corpusInputs, dimensions, seed }, () =>
    run("start", FIRST_VECTORS_STAGES, "products", () =>
      learnFirstVectors(corpus, weights, {
        dimensions,
        seed,
        signal,
        onProgress: progress.advance,
      }),
    ),
  );
  const vectors = units.map(
    (value, at) => (value * (weights[Math.floor(at / dimensions)] ?? 0)) / weightScale,
  );
  return toFirstCheckpoint(vectors, weights.length, seed);
}
