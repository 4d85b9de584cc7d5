// Pairs out of what modules are needed for: words of those who need one, and its own.
import { listRanges, readRange, type Corpus, type Range } from "../corpus.js";
import { createTextDraw, drawTitle, drawWindow } from "./module-pairs.js";
import { isFilled, type Draw } from "./pairs.js";

const WITH_OTHER_NEED = 0.25;
const WITH_TITLE = 0.6;

/** A need of a module against what the module says of itself, or against another need of it. */
export function createNeeds(corpus: Corpus): Draw {
  const { moduleNeedStarts, needStarts } = corpus;
  const drawText = createTextDraw(corpus);
  const modules: (readonly [module: number, needs: readonly Range[]])[] = [];
  for (let module = 0; module + 1 < moduleNeedStarts.length; module++) {
    const filled = listRanges(needStarts, readRange(moduleNeedStarts, module)).filter(isFilled);
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
    const title = drawTitle(parts, random);
    const isTitle = random.fraction() < WITH_TITLE || !isFilled(parts.description);
    const text = isTitle ? [title, parts.summary] : [drawWindow(parts.description, random)];
    const filled = text.filter(isFilled);
    return filled.length > 0 ? [[need], filled] : undefined;
  };
}
