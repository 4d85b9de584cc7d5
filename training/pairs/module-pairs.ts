// Pairs out of modules: what one says of itself in several texts, and what its catalogs say.
import { type Corpus, TEXT_PARTS } from "../corpus.js";
import { ENGLISH } from "../texts/languages.js";
import { isFilled, LEAST_LONG, readSentence, type Draw, type Range } from "./pairs.js";
import type { Random } from "../../data/random.js";

const WINDOW_WORDS = 30;
const NAME_AND_SUMMARY = 0.3;
const CATALOG_TEXTS = 3;

/** Parts of one text of a module against each other. */
export function openTexts(corpus: Corpus): Draw {
  const drawText = openTextDraw(corpus);
  const count = corpus.moduleStarts.length - 1;
  return (random) => {
    if (count === 0) return undefined;
    const parts = drawText(random.below(count), random);
    const [name, technicalName, summary, description] = parts as [Range, Range, Range, Range];
    const title = random.fraction() < 0.5 && isFilled(technicalName) ? technicalName : name;
    const isShort = random.fraction() < NAME_AND_SUMMARY || !isFilled(description);
    const window = drawWindow(description, random);
    if (isShort) return isFilled(title) && isFilled(summary) ? [[title], [summary]] : undefined;
    const left = [title, summary].filter(isFilled);
    return left.length > 0 ? [left, [window]] : undefined;
  };
}

/** A few texts of a module's catalogs in one language, against what the module says of itself. */
export function openCatalogs(corpus: Corpus): Draw {
  const { moduleConceptStarts, moduleConcepts, conceptStarts, languages } = corpus;
  const drawText = openTextDraw(corpus);
  const modules: number[] = [];
  for (let module = 0; module + 1 < moduleConceptStarts.length; module++) {
    if (moduleConceptStarts[module] !== moduleConceptStarts[module + 1]) modules.push(module);
  }
  const findSentence = (concept: number, language: number): Range | undefined => {
    const end = conceptStarts[concept + 1] ?? 0;
    for (let sentence = conceptStarts[concept] ?? 0; sentence < end; sentence++) {
      if (languages[sentence] === language) return readSentence(corpus, sentence);
    }
    return undefined;
  };
  return (random) => {
    const module = modules[random.below(modules.length)];
    if (module === undefined) return undefined;
    const first = moduleConceptStarts[module] ?? 0;
    const count = (moduleConceptStarts[module + 1] ?? 0) - first;
    const drawn = moduleConcepts[first + random.below(count)] ?? 0;
    const sentences = (conceptStarts[drawn + 1] ?? 0) - (conceptStarts[drawn] ?? 0);
    const language = languages[(conceptStarts[drawn] ?? 0) + random.below(sentences)] ?? ENGLISH;
    const left: Range[] = [];
    for (let at = 0; at < CATALOG_TEXTS; at++) {
      const concept = at === 0 ? drawn : (moduleConcepts[first + random.below(count)] ?? 0);
      const range = findSentence(concept, language);
      if (range !== undefined && isFilled(range)) left.push(range);
    }
    const [name, , summary, description] = drawText(module, random) as [Range, Range, Range, Range];
    const isTitle = random.fraction() < 0.5 || !isFilled(description);
    const right = (isTitle ? [name, summary] : [drawWindow(description, random)]).filter(isFilled);
    return left.length > 0 && right.length > 0 ? [left, right] : undefined;
  };
}

/** One text of one module, both drawn evenly; `undefined` where it has no words. */
export function openTextDraw(corpus: Corpus): (module: number, random: Random) => readonly Range[] {
  const { moduleStarts, textStarts } = corpus;
  return (module, random) => {
    const first = moduleStarts[module] ?? 0;
    const text = (first + random.below((moduleStarts[module + 1] ?? 0) - first)) * TEXT_PARTS;
    return Array.from({ length: TEXT_PARTS }, (_, part) => ({
      start: textStarts[text + part] ?? 0,
      end: textStarts[text + part + 1] ?? 0,
    }));
  };
}

/** Half of the windows are at the start, where a description says what it is about. */
export function drawWindow({ start, end }: Range, random: Random): Range {
  const isFirst = random.fraction() < 0.5;
  const offset = random.below(Math.max(end - start - LEAST_LONG, 1));
  const first = isFirst ? start : start + offset;
  return { start: first, end: Math.min(first + WINDOW_WORDS, end) };
}
