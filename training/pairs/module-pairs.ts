// Pairs out of modules: what one says of itself in several texts, and what its catalogs say.
import { readRange, TEXT_PARTS, type Corpus, type Range } from "../corpus.js";
import { ENGLISH } from "../texts/languages.js";
import { isFilled, LEAST_LONG, type Draw } from "./pairs.js";
import type { Random } from "../../data/random.js";

const WINDOW_WORDS = 30;
const NAME_AND_SUMMARY = 0.3;
const CATALOG_TEXTS = 3;

/** Parts of one text of a module against each other. */
export function createTexts(corpus: Corpus): Draw {
  const drawText = createTextDraw(corpus);
  const count = corpus.moduleStarts.length - 1;
  return (random) => {
    if (count === 0) return undefined;
    const parts = drawText(random.below(count), random);
    const { summary, description } = parts;
    const title = drawTitle(parts, random);
    const isShort = random.fraction() < NAME_AND_SUMMARY || !isFilled(description);
    const window = drawWindow(description, random);
    if (isShort) return isFilled(title) && isFilled(summary) ? [[title], [summary]] : undefined;
    const left = [title, summary].filter(isFilled);
    return left.length > 0 ? [left, [window]] : undefined;
  };
}

/** A few texts of a module's catalogs in one language, against what the module says of itself. */
export function createCatalogs(corpus: Corpus): Draw {
  const { moduleConceptStarts, moduleConcepts, conceptStarts, languages, sentenceStarts } = corpus;
  const drawText = createTextDraw(corpus);
  const modules = [...moduleConceptStarts.keys()].filter((module) =>
    isFilled(readRange(moduleConceptStarts, module)),
  );
  const findSentence = (concept: number, language: number): Range | undefined => {
    const { start, end } = readRange(conceptStarts, concept);
    const at = languages.subarray(start, end).indexOf(language);
    return at < 0 ? undefined : readRange(sentenceStarts, start + at);
  };
  return (random) => {
    const module = modules[random.below(modules.length)];
    if (module === undefined) return undefined;
    const { start, end } = readRange(moduleConceptStarts, module);
    const drawConcept = (): number => moduleConcepts[start + random.below(end - start)] ?? 0;
    const concept = drawConcept();
    const sentences = readRange(conceptStarts, concept);
    const language =
      languages[sentences.start + random.below(sentences.end - sentences.start)] ?? ENGLISH;
    const concepts = [concept, ...Array.from({ length: CATALOG_TEXTS - 1 }, drawConcept)];
    const left = concepts.flatMap((each) => findSentence(each, language) ?? []).filter(isFilled);
    const { name, summary, description } = drawText(module, random);
    const isTitle = random.fraction() < 0.5 || !isFilled(description);
    const right = (isTitle ? [name, summary] : [drawWindow(description, random)]).filter(isFilled);
    return left.length > 0 && right.length > 0 ? [left, right] : undefined;
  };
}

interface TextParts {
  readonly name: Range;
  readonly technicalName: Range;
  readonly summary: Range;
  readonly description: Range;
}

/** A function that draws one text of a module; any part of it may be without words. */
export function createTextDraw(corpus: Corpus): (module: number, random: Random) => TextParts {
  const { moduleStarts, textStarts } = corpus;
  return (module, random) => {
    const { start, end } = readRange(moduleStarts, module);
    const first = (start + random.below(end - start)) * TEXT_PARTS;
    return {
      name: readRange(textStarts, first),
      technicalName: readRange(textStarts, first + 1),
      summary: readRange(textStarts, first + 2),
      description: readRange(textStarts, first + 3),
    };
  };
}

/** Its technical name half of the time. */
export function drawTitle({ name, technicalName }: TextParts, random: Random): Range {
  return random.fraction() < 0.5 && isFilled(technicalName) ? technicalName : name;
}

/** Half of the windows are at the start, where a description says what it is about. */
export function drawWindow({ start, end }: Range, random: Random): Range {
  const isFirst = random.fraction() < 0.5;
  const offset = random.below(Math.max(end - start - LEAST_LONG, 1));
  const first = isFirst ? start : start + offset;
  return { start: first, end: Math.min(first + WINDOW_WORDS, end) };
}
