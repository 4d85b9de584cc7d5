// What is learned from, as numbers: sentences of words, grouped by what they all mean, and the texts
// of modules. Made of what the sources said; independent of their order. Pure.
import type { ModuleNeeds } from "../data/needs/needs.js";
import { compareText } from "../data/platform/platform-version.js";
import { toLists } from "../data/snapshot/table/columns.js";
import { ENGLISH } from "./texts/languages.js";
import type { ModuleText } from "./texts/module-texts.js";
import type { SourceLesson } from "./texts/source-texts.js";
import { createWordCollector, type WordCollector } from "./texts/words.js";

/**
 * All positions in `tokens` and in other arrays are half-open ranges: the k-th of n things goes from
 * `starts[k]` to `starts[k + 1]`, so that there are n + 1 starts.
 */
export interface Corpus {
  /** Distinct, in UTF-16 order. */
  readonly words: readonly string[];
  /** How often each word occurs in sentences and module texts. */
  readonly counts: Uint32Array;
  /** Positions in `words`: of all sentences, then of all module texts, then of all needs. */
  readonly tokens: Uint32Array;
  /** By concept, then by language: English first. */
  readonly sentenceStarts: Uint32Array;
  /** Of each sentence, a position in `LANGUAGES`. */
  readonly languages: Uint8Array;
  /** Of sentences. A concept is one English text in all its languages, or a meaning. */
  readonly conceptStarts: Uint32Array;
  /** The first concept that is a meaning of a dictionary: its words, definitions and examples. */
  readonly firstMeaning: number;
  /** Technical names, in UTF-16 order. */
  readonly moduleNames: readonly string[];
  /** Of texts: the variants of each module, which differ between branches. */
  readonly moduleStarts: Uint32Array;
  /** In `tokens`, `TEXT_PARTS` for each text and one more: where name, summary, … begin. */
  readonly textStarts: Uint32Array;
  /** Of `moduleConcepts`: what the catalogs of each module speak of and few others do. */
  readonly moduleConceptStarts: Uint32Array;
  readonly moduleConcepts: Uint32Array;
  /** Of needs: what each module is needed for. */
  readonly moduleNeedStarts: Uint32Array;
  /** In `tokens`. */
  readonly needStarts: Uint32Array;
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** From where to where the thing with this number goes. */
export function readRange(starts: Uint32Array, at: number): Range {
  return { start: starts[at] ?? 0, end: starts[at + 1] ?? 0 };
}

/** The ranges of the things with these numbers. */
export function listRanges(starts: Uint32Array, { start, end }: Range): readonly Range[] {
  return Array.from({ length: end - start }, (_, at) => readRange(starts, start + at));
}

/** A module text is its name, its technical name, its summary and its description. */
export const TEXT_PARTS = 4;

const MOST_SENTENCE_WORDS = 60;
const MOST_DESCRIPTION_WORDS = 250;
/** Of what one text is called in one language; the others are rarer and mostly typos. */
const MOST_VARIANTS = 4;
/** Concepts. */
const PAUSE_EVERY = 1000;
/** A text that more modules have says nothing of any of them. */
const MOST_USERS = 20;

interface CorpusOptions {
  /** Those of modules that no source has are passed over. */
  readonly needs: readonly ModuleNeeds[];
  /** Rarer words are not learned. */
  readonly minimumCount: number;
  /** Asked to wait now and then, with the number of concepts done, of how many. */
  readonly onProgress: (done: number, total: number) => Promise<void>;
}

/** What is known of an English text and those that differ from it only in case or punctuation. */
interface Concept {
  readonly sources: Set<string>;
  /** Language → text → number of catalogs. */
  readonly targets: Map<number, Map<string, number>>;
  readonly users: Set<string>;
}

export async function buildCorpus(
  lessons: readonly SourceLesson[],
  options: CorpusOptions,
): Promise<Corpus> {
  const concepts = collectConcepts(lessons);
  const modules = collectModules(lessons);
  const meanings = collectMeanings(lessons);
  const collector = createWordCollector();
  const laidOut = await layOutConcepts(concepts, meanings, collector, options);
  const texts = layOutModules(modules, collector);
  const needs = layOutNeeds(modules, options.needs, collector);
  const links = linkModules(
    modules,
    concepts.map(([, { users }]) => [...users]),
  );
  const { words, counts, tokens, positions } = collector.finish(options.minimumCount);
  const move = (starts: readonly number[]): Uint32Array =>
    Uint32Array.from(starts, (start) => positions[start] ?? 0);
  return {
    words,
    counts,
    tokens,
    sentenceStarts: move(laidOut.sentenceStarts),
    languages: Uint8Array.from(laidOut.languages),
    conceptStarts: Uint32Array.from(laidOut.conceptStarts),
    firstMeaning: concepts.length,
    moduleNames: modules.map(([name]) => name),
    moduleStarts: Uint32Array.from(texts.moduleStarts),
    textStarts: move(texts.textStarts),
    ...links,
    moduleNeedStarts: Uint32Array.from(needs.moduleNeedStarts),
    needStarts: move(needs.needStarts),
  };
}

type NamedConcept = readonly [key: string, concept: Concept];

/** The sentences of all concepts, then those of all meanings. */
async function layOutConcepts(
  concepts: readonly NamedConcept[],
  meanings: readonly (readonly Sentence[])[],
  collector: WordCollector,
  { onProgress }: CorpusOptions,
): Promise<Record<"sentenceStarts" | "languages" | "conceptStarts", readonly number[]>> {
  const sentenceStarts = [0];
  const languages: number[] = [];
  const conceptStarts = [0];
  const total = concepts.length + meanings.length;
  for (let at = 0; at < total; at++) {
    const concept = concepts[at]?.[1];
    const sentences =
      concept === undefined ? meanings[at - concepts.length] : listSentences(concept);
    for (const { language, text } of sentences ?? []) {
      if (!collector.add(text, MOST_SENTENCE_WORDS)) continue;
      sentenceStarts.push(collector.size());
      languages.push(language);
    }
    collector.closeGroup();
    conceptStarts.push(languages.length);
    if (at % PAUSE_EVERY === 0) await onProgress(at, total);
  }
  return { sentenceStarts, languages, conceptStarts };
}

/** Each distinct meaning once, as English sentences. */
function collectMeanings(lessons: readonly SourceLesson[]): readonly (readonly Sentence[])[] {
  const meanings = new Map<string, readonly Sentence[]>();
  for (const { words, definitions, examples } of lessons.flatMap(({ texts }) => texts.meanings)) {
    const texts = [...words, ...definitions, ...examples];
    meanings.set(
      JSON.stringify(texts),
      texts.map((text) => ({ language: ENGLISH, text })),
    );
  }
  return [...meanings]
    .toSorted(([left], [right]) => compareText(left, right))
    .map(([, sentences]) => sentences);
}

function collectConcepts(lessons: readonly SourceLesson[]): readonly NamedConcept[] {
  const concepts = new Map<string, Concept>();
  for (const { texts } of lessons) {
    for (const [source, targets] of texts.translations) {
      const key = toConceptKey(source);
      const concept = concepts.get(key) ?? {
        sources: new Set(),
        targets: new Map(),
        users: new Set(),
      };
      concepts.set(key, concept);
      concept.sources.add(source);
      for (const [language, text, count] of targets.values()) {
        const counts = concept.targets.get(language) ?? new Map<string, number>();
        concept.targets.set(language, counts.set(text, (counts.get(text) ?? 0) + count));
      }
      for (const user of texts.users.get(source) ?? []) concept.users.add(user);
    }
  }
  return [...concepts].toSorted(([left], [right]) => compareText(left, right));
}

function toConceptKey(source: string): string {
  return source.toLowerCase().replaceAll(/^[ .:!?]+|[ .:!?]+$/g, "");
}

interface Sentence {
  readonly language: number;
  readonly text: string;
}

/** English first, then by language, the most usual text first. */
function listSentences({ sources, targets }: Concept): readonly Sentence[] {
  const english = [...sources].toSorted(compareText).slice(0, MOST_VARIANTS);
  const others = [...targets].toSorted(([left], [right]) => left - right);
  return [
    ...english.map((text) => ({ language: ENGLISH, text })),
    ...others.flatMap(([language, counts]) =>
      [...counts]
        .toSorted(([left, some], [right, more]) => more - some || compareText(left, right))
        .slice(0, MOST_VARIANTS)
        .map(([text]) => ({ language, text })),
    ),
  ];
}

type NamedModule = readonly [technicalName: string, texts: readonly ModuleText[]];

function collectModules(lessons: readonly SourceLesson[]): readonly NamedModule[] {
  const modules = new Map<string, Map<string, ModuleText>>();
  for (const text of lessons.flatMap((lesson) => lesson.texts.modules)) {
    const variants = modules.get(text.technicalName) ?? new Map<string, ModuleText>();
    modules.set(text.technicalName, variants.set(JSON.stringify(text), text));
  }
  return [...modules]
    .toSorted(([left], [right]) => compareText(left, right))
    .map(([name, variants]) => {
      const sorted = [...variants].toSorted(([left], [right]) => compareText(left, right));
      return [name, sorted.map(([, text]) => text)] as const;
    });
}

function layOutModules(
  modules: readonly NamedModule[],
  collector: WordCollector,
): { readonly moduleStarts: readonly number[]; readonly textStarts: readonly number[] } {
  const moduleStarts = [0];
  const textStarts: number[] = [];
  for (const [, texts] of modules) {
    for (const { name, technicalName, summary, description } of texts) {
      for (const part of [name, technicalName.replaceAll("_", " "), summary, description]) {
        textStarts.push(collector.size());
        collector.append(part, MOST_DESCRIPTION_WORDS);
      }
    }
    moduleStarts.push(textStarts.length / TEXT_PARTS);
  }
  textStarts.push(collector.size());
  return { moduleStarts, textStarts };
}

function layOutNeeds(
  modules: readonly NamedModule[],
  given: readonly ModuleNeeds[],
  collector: WordCollector,
): { readonly moduleNeedStarts: readonly number[]; readonly needStarts: readonly number[] } {
  const needsByName = new Map(given.map(({ technicalName, needs }) => [technicalName, needs]));
  const moduleNeedStarts = [0];
  const needStarts: number[] = [];
  for (const [name] of modules) {
    for (const { text } of needsByName.get(name) ?? []) {
      needStarts.push(collector.size());
      collector.append(text, MOST_SENTENCE_WORDS);
    }
    moduleNeedStarts.push(needStarts.length);
  }
  needStarts.push(collector.size());
  return { moduleNeedStarts, needStarts };
}

function linkModules(
  modules: readonly NamedModule[],
  users: readonly (readonly string[])[],
): Pick<Corpus, "moduleConceptStarts" | "moduleConcepts"> {
  const concepts = new Map<string, number[]>(modules.map(([name]) => [name, []]));
  users.forEach((names, concept) => {
    if (names.length > MOST_USERS) return;
    for (const name of names) concepts.get(name)?.push(concept);
  });
  const { first, list } = toLists(modules.map(([name]) => concepts.get(name) ?? []));
  return { moduleConceptStarts: first, moduleConcepts: list };
}
