// Texts as numbers of learned words, which words.py trains the table on.
//   node dist/docs/tools/weights/write-word-numbers.js NEEDS MODULES… > corpus.ndjson
//   node dist/docs/tools/weights/write-word-numbers.js --pairs PAIRS > pairs.ndjson
// NEEDS is a file of needs, MODULES what `module-lookup export` wrote; the last record of a name is the one that counts. A line has
// `name`, `parts` (pairs of a weight and the words of a text) and `needs` (the words of each). PAIRS has a term, a tab and its
// translation on each line, and gives the words of both. A word is a pair of its number and a share.
import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { toEmbeddingDocument } from "../../../builder/index/documents.js";
import { listLearnedWords } from "../../../data/embedding/static-embedder.js";
import { openVocabulary } from "../../../data/embedding/static-vocabulary.js";
import { readStaticWeights, unpackStaticWeights } from "../../../data/embedding/static-weights.js";
import type { ModuleRecord } from "../../../data/module/records.js";
import { parseNeeds } from "../../../data/needs/needs.js";

const weights = unpackStaticWeights(readStaticWeights());
const vocabulary = openVocabulary(weights);
const toWords = (text: string) => listLearnedWords(text, vocabulary, weights.frequencies);

const readLines = (file: string) => createInterface({ input: createReadStream(file) });
const write = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`);

async function writePairs(file: string): Promise<void> {
  for await (const line of readLines(file)) {
    const pair = line.split("\t").map(toWords);
    if (pair.length === 2 && pair.every((words) => words.length > 0)) write(pair);
  }
}

async function writeModules(needsFile: string, exports: readonly string[]): Promise<void> {
  const { value } = parseNeeds(readFileSync(needsFile, "utf8"));
  const needs = new Map(value.map((one) => [one.technicalName, one.needs]));
  const modules = new Map<string, unknown>();
  for (const file of exports) {
    for await (const line of readLines(file)) {
      const record = JSON.parse(line) as ModuleRecord;
      const { technical_name: name } = record;
      const own = needs.get(name);
      if (own === undefined) continue;
      const document = toEmbeddingDocument(record, []);
      const parts = document.map(({ weight, text }) => [weight, toWords(text)]);
      modules.set(name, { name, parts, needs: own.map(({ text }) => toWords(text)) });
    }
  }
  for (const module of modules.values()) write(module);
}

const [first = "", ...others] = process.argv.slice(2);
await (first === "--pairs" ? writePairs(others[0] ?? "") : writeModules(first, others));
