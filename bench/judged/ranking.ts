// How good the order of /v1/search?term= is at one platform version: nDCG@10 of judged terms, in two halves of which only
// the open one may have a say in the rules; and how often a module is first when its own name is searched for.
//
// The name of a module is its technical name, its words with spaces between, or its display name. Modules with the
// very words of the term as one of these names cannot be told apart by it: the best place of any of them counts.
import { averageMeasures, measureRanking } from "../../data/evaluation/measures.js";
import { splitInHalves } from "../../data/evaluation/halves.js";
import { readQuestions } from "../../data/evaluation/questions.js";
import { locateSnapshot } from "../../data/snapshot/locate.js";
import { listAskedWords } from "../../data/text/tokens.js";
import type { ModuleHit } from "../../server/contract/shape/search.js";
import { openLookup } from "../../server/lookup/lookup.js";
import { searchFiltered, UNFILTERED } from "../../server/lookup/search/filtered-search.js";
import { locateJudged, type Measurement, type Row } from "../measurement.js";

const TERMS = locateJudged("search-terms.jsonl");
/** The one that the terms were judged for. */
const PLATFORM_VERSION = "16.0";
const ALL_ROWS = 1_000_000;
const MOST_MISSES = 10;

/** Hits of a term; all modules without one. */
type Search = (term?: string) => readonly ModuleHit[];

export const ranking: Measurement = {
  summary: `the order of searches by words, over the community's modules at ${PLATFORM_VERSION}`,
  isExtra: true,
  async measure({ programs: [{ name, snapshot }], note }) {
    const lookup = await openLookup(locateSnapshot(snapshot), { embedder: {} });
    const search: Search = (term) =>
      searchFiltered(lookup, {
        ...UNFILTERED,
        platform_version: PLATFORM_VERSION,
        term,
        limit: ALL_ROWS,
      }).rows;
    try {
      const known = {
        "technical name as words": (hit: ModuleHit) => hit.technical_name.replaceAll("_", " "),
        "display name": (hit: ModuleHit) => hit.name,
      };
      const rows = Object.entries(known).flatMap(([title, nameOf]) =>
        measureKnown(search, title, nameOf, note),
      );
      return [...measureJudged(search), ...rows].map(([what, unit, value]): Row => ({
        what,
        unit,
        figures: { [name]: [value] },
      }));
    } finally {
      lookup.close();
    }
  },
};

function measureJudged(search: Search): readonly (readonly [string, string, number])[] {
  return Object.entries(splitInHalves(readQuestions(TERMS))).flatMap(([half, questions]) => {
    const { ndcg_at_10: gain, found_at_10: found } = averageMeasures(
      questions.map(({ text, relevant, grades }) => {
        // Each once, though several repositories may have it.
        const names = [...new Set(search(text).map((hit) => hit.technical_name))];
        return measureRanking(names, new Set(relevant), grades);
      }),
    );
    return [
      [`${questions.length} terms, ${half} half, nDCG@10`, "", gain] as const,
      [`${questions.length} terms, ${half} half, found among ten`, "", found] as const,
    ];
  });
}

/** Searches for each module by a name of it. */
function measureKnown(
  search: Search,
  title: string,
  nameOf: (module: ModuleHit) => string,
  note: (line: string) => void,
): readonly (readonly [string, string, number])[] {
  const modules = search();
  const misses: string[] = [];
  for (const module of modules) {
    const term = nameOf(module);
    const words = toWords(term);
    const at = search(term).findIndex((hit) =>
      [hit.technical_name, hit.name].some((name) => toWords(name) === words),
    );
    if (at !== 0) misses.push(`"${term}": ${at < 0 ? "not found" : `number ${at + 1}`}`);
  }
  for (const miss of misses.slice(0, MOST_MISSES)) note(miss);
  const first = (100 * (modules.length - misses.length)) / modules.length;
  return [[`${title}: first of ${modules.length}`, "%", first]];
}

function toWords(name: string): string {
  return listAskedWords(name).join(" ");
}
