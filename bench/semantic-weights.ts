// Which weights of texts and names answer the open half of a set of questions best: each weight of builder/index/documents.ts and
// of server/lookup/meaning/semantic-search.ts is changed alone. A gain counts only where it is well above its
// own error, the standard error of the difference over the questions; the rest is chance.
//
//   node dist/bench/semantic-weights.js --snapshot DIR --queries FILE --platform-version 16.0
//     [--weights static-weights.bin]      other learned words than those of the snapshot
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { EMBEDDED_FIELDS } from "../builder/index/documents.js";
import { openStaticEmbedder } from "../data/embedding/static-embedder.js";
import { locateSnapshot } from "../data/snapshot/locate.js";
import { measureRanking } from "../data/evaluation/measures.js";
import { splitInHalves } from "../data/evaluation/halves.js";
import { readQuestions } from "../data/evaluation/questions.js";
import { getTechnicalName } from "../server/lookup/entries.js";
import { openLookup } from "../server/lookup/lookup.js";
import { dropRequestWords } from "../server/lookup/search/request-words.js";
import {
  MAKER_WEIGHT,
  NAME_OVERLAP,
  NAME_WEIGHT,
} from "../server/lookup/meaning/semantic-search.js";
import { requireOption } from "./options.js";

const { values } = parseArgs({
  options: {
    snapshot: { type: "string" },
    queries: { type: "string" },
    "platform-version": { type: "string" },
    weights: { type: "string" },
  },
});
const snapshotFolder = requireOption("--snapshot DIR", values.snapshot);
const questionsFile = requireOption("--queries FILE", values.queries);

/** Weights of the fields in their order, of the names' overlap, and of making a model. */
interface Setting {
  readonly fields: readonly number[];
  readonly names: number;
  readonly makers: number;
}

const lookup = await openLookup(locateSnapshot(snapshotFolder), { embedder: {} });
const { snapshot } = lookup;
const embedder =
  values.weights === undefined ? lookup.embedder : openStaticEmbedder(readFileSync(values.weights));
if (embedder === undefined) throw new Error("the snapshot has no embedder");
const { list } = lookup.getModuleGroups().select(values["platform-version"]).documents;
const documents = [...list].map((document) => {
  const entry = snapshot.documentLists.get(document)[0] ?? 0;
  return { document, name: getTechnicalName(snapshot, entry), record: snapshot.readRecord(entry) };
});
const names = new Set(documents.map(({ name }) => name));
const questions = splitInHalves(readQuestions(questionsFile)).open.filter(({ relevant }) =>
  relevant.some((name) => names.has(name)),
);

/** The unit vectors of each document's fields, and their products with each other. */
const fields = await Promise.all(
  EMBEDDED_FIELDS.map(({ read }) =>
    embedder.embedDocuments(documents.map(({ record }) => [{ text: read(record), weight: 1 }])),
  ),
);
const products = documents.map((_, at) =>
  fields.map((left) => fields.map((right) => multiply(left[at], right[at]))),
);
const asked = await Promise.all(
  questions.map(async (question) => {
    const wish = dropRequestWords(question.text);
    const vector = await embedder.embedQuery(wish);
    return {
      question,
      overlap: lookup.getNameWords().measureOverlap(wish).values,
      near: fields.map((field) => field.map((text) => multiply(vector, text))),
    };
  }),
);

const base: Setting = {
  fields: EMBEDDED_FIELDS.map(({ weight }) => weight),
  names: NAME_WEIGHT,
  makers: MAKER_WEIGHT,
};
const makers = lookup.getModelMakers();
const baseGains = rank(base);
report("as it is", base);
for (const [at, { name, weight }] of EMBEDDED_FIELDS.entries()) {
  for (const factor of [0, 0.5, 1.5, 2, 4]) {
    const changed = base.fields.map((value, field) => (field === at ? value * factor : value));
    report(`${name} ${(weight * factor).toFixed(3)}`, { ...base, fields: changed });
  }
}
for (const weight of [0, 0.05, 0.1, 0.2, 0.3]) {
  report(`names' overlap ${weight}`, { ...base, names: weight });
}
for (const weight of [0, 0.02, 0.06, 0.08]) {
  report(`makes a model ${weight}`, { ...base, makers: weight });
}
lookup.close();

function report(label: string, setting: Setting): void {
  const gains = rank(setting);
  const kinds = [...new Set(questions.map(({ kind }) => kind))].toSorted();
  const cells = kinds.map((kind) => {
    const some = gains.filter((_, at) => questions[at]?.kind === kind);
    return `${kind} ${mean(some).toFixed(3)}`;
  });
  const differences = gains.map((gain, at) => gain - (baseGains[at] ?? 0));
  const difference = mean(differences);
  const spread = mean(differences.map((value) => (value - difference) ** 2));
  const error = Math.sqrt(spread / Math.max(1, differences.length - 1));
  process.stdout.write(
    `${label.padEnd(24)} all ${mean(gains).toFixed(3)}  ${cells.join("  ")}  ` +
      `gain ${difference.toFixed(4)} ± ${error.toFixed(4)}\n`,
  );
}

/** nDCG@10 of each question. */
function rank({
  fields: weights,
  names: nameWeight,
  makers: makerWeight,
}: Setting): readonly number[] {
  const lengths = products.map((table) =>
    Math.sqrt(
      table.reduce(
        (sum, row, left) =>
          sum +
          row.reduce((part, value, right) => part + weightOf(left) * weightOf(right) * value, 0),
        0,
      ),
    ),
  );
  function weightOf(field: number): number {
    return weights[field] ?? 0;
  }
  return asked.map(({ question, overlap, near }) => {
    const ownWeight = overlap.some((value) => value >= NAME_OVERLAP) ? 0 : makerWeight;
    const best = new Map<string, number>();
    documents.forEach(({ document, name }, at) => {
      const sum = near.reduce(
        (part, field, number) => part + weightOf(number) * (field[at] ?? 0),
        0,
      );
      const score =
        sum / (lengths[at] || 1) +
        nameWeight * (overlap[document] ?? 0) +
        ownWeight * (makers[document] ?? 0);
      best.set(name, Math.max(score, best.get(name) ?? -1));
    });
    const ranking = [...best].toSorted((left, right) => right[1] - left[1]).map(([name]) => name);
    return measureRanking(ranking, new Set(question.relevant), question.grades).ndcg_at_10;
  });
}

function multiply(left: Float32Array | undefined, right: Float32Array | undefined): number {
  let sum = 0;
  left?.forEach((value, at) => (sum += value * (right?.[at] ?? 0)));
  return sum;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0) / Math.max(1, numbers.length);
}
