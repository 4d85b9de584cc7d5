// How good the order of /v1/search?term= is at one platform version: nDCG@10 of judged terms, in two halves of which only
// the open one may have a say in the rules; and how often a module is first when its own name is searched for.
//
//   node dist/bench/search-quality.js --snapshot DIR [--platform-version 16.0] [--half open|locked]
//     [--terms bench/search-terms.jsonl] [--show "queue job,pos"]     the first three of these terms
//
// The name of a module is its technical name, its words with spaces between, or its display name. Modules with the
// very words of the term as one of these names cannot be told apart by it: the best place of any of them counts.
import { parseArgs } from "node:util";
import { averageMeasures, measureRanking } from "../data/evaluation/measures.js";
import { splitInHalves } from "../data/evaluation/halves.js";
import { readQuestions, type Question } from "../data/evaluation/questions.js";
import { locateSnapshot } from "../data/snapshot/locate.js";
import { listAskedWords } from "../data/text/tokens.js";
import type { ModuleHit } from "../server/contract/shape/search.js";
import { openLookup } from "../server/lookup/lookup.js";
import { searchFiltered, UNFILTERED } from "../server/lookup/search/filtered-search.js";
import { requireOption } from "./options.js";
import { print } from "./spread.js";

const { values } = parseArgs({
  options: {
    snapshot: { type: "string" },
    "platform-version": { type: "string", default: "16.0" },
    terms: { type: "string", default: "bench/search-terms.jsonl" },
    half: { type: "string" },
    show: { type: "string", default: "" },
  },
});
const snapshotFolder = requireOption("--snapshot DIR", values.snapshot);

const ALL_ROWS = 1_000_000;
const MOST_MISSES = 10;

const lookup = await openLookup(locateSnapshot(snapshotFolder), { embedder: {} });
const questions = readQuestions(values.terms);
for (const [half, some] of Object.entries(splitInHalves(questions))) {
  if (values.half === undefined || values.half === half) printJudged(half, some);
}
const modules = search(undefined);
printKnown("technical name as words", ({ technical_name: name }) => name.replaceAll("_", " "));
printKnown("display name", ({ name }) => name);
for (const term of values.show.split(",").filter((text) => text !== "")) {
  print(`${term}: ${listNames(term).slice(0, 3).join(", ")}`);
}
lookup.close();

function search(term: string | undefined): readonly ModuleHit[] {
  return searchFiltered(lookup, {
    ...UNFILTERED,
    platform_version: values["platform-version"],
    term,
    limit: ALL_ROWS,
  }).rows;
}

/** Technical names, each once, though several repositories may carry it. */
function listNames(term: string): readonly string[] {
  return [...new Set(search(term).map((hit) => hit.technical_name))];
}

function printJudged(half: string, some: readonly Question[]): void {
  const { ndcg_at_10: gain, found_at_10: found } = averageMeasures(
    some.map(({ text, relevant, grades }) =>
      measureRanking(listNames(text), new Set(relevant), grades),
    ),
  );
  print(`${half}: ${some.length} terms, nDCG@10 ${gain}, found among ten ${found}`);
}

/** Searches for each module at the version by a name of it. */
function printKnown(title: string, nameOf: (module: ModuleHit) => string): void {
  const misses: string[] = [];
  let sum = 0;
  for (const module of modules) {
    const term = nameOf(module);
    const words = toWords(term);
    const hits = search(term);
    const at = hits.findIndex((hit) =>
      [hit.technical_name, hit.name].some((name) => toWords(name) === words),
    );
    if (at >= 0) sum += 1 / (at + 1);
    if (at !== 0) misses.push(`  "${term}": ${at < 0 ? "not found" : `place ${at + 1}`}`);
  }
  const count = modules.length;
  const mean = (sum / count).toFixed(4);
  const first = ((count - misses.length) / count).toFixed(4);
  print(`${title}: ${count} modules, MRR ${mean}, first ${first}`);
  for (const miss of misses.slice(0, MOST_MISSES)) print(miss);
}

function toWords(name: string): string {
  return listAskedWords(name).join(" ");
}
