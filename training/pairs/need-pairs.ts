// Pairs out of what modules are needed for: words of those who need one, and its own.
import type { Corpus } from "../corpus.js";
import { drawWindow, openTextDraw } from "./module-pairs.js";
import { isFilled, type Draw, type Range } from "./pairs.js";

const WITH_OTHER_NEED = 0.25;
const WITH_TITLE = 0.6;

/** A need of a module against what the module says of itself, or against another need of it. */
export function openNeeds(corpus: Corpus): Draw {
  const { moduleNeedStarts, needStarts } = corpus;
  const drawText = openTextDraw(corpus);
  const modules: (readonly [module: number, needs: readonly Range[]])[] = [];
  for (let module = 0; module + 1 < moduleNeedStarts.length; module++) {
    const needs: Range[] = [];
    const end = moduleNeedStarts[module + 1] ?? 0;
    for (let need = moduleNeedStarts[module] ?? 0; need < end; need++) {
      needs.push({ start: needStarts[need] ?? 0, end: needStarts[need + 1] ?? 0 });
    }
    const filled = needs.filter(isFilled);
    if (filled.length > 0) modules.push([module, filled]);
  }
  return (random) => {
    const [module, needs] = modules[random.below(modules.length)] ?? [0, []];
    const at = random.below(needs.length);
    const need = needs[at];
    if (need === undefined) return undefined;
    const other = needs[(at + 1) % needs.length];
    if (random.fraction() < WITH_OTHER_NEED && other !== undefined && other !== need) {
      return [[need], [other]];
    }
    const parts = drawText(module, random);
    const [name, technicalName, summary, description] = parts as [Range, Range, Range, Range];
    const title = random.fraction() < 0.5 && isFilled(technicalName) ? technicalName : name;
    const isTitle = random.fraction() < WITH_TITLE || !isFilled(description);
    const text = (isTitle ? [title, summary] : [drawWindow(description, random)]).filter(isFilled);
    return text.length > 0 ? [[need], text] : undefined;
  };
}
