// The card of the weights: what they were learned from, how, and how good they are. Markdown.
import { toSha256 } from "../data/sha256.js";
import { LANGUAGES } from "./texts/languages.js";
import type { TrainingParameters } from "./parameters.js";
import type { SourceDetails, Training } from "./train.js";

/** The whole card. */
export function formatCard(training: Training, parameters: TrainingParameters): string {
  return [
    "# The learned words: model card",
    "",
    `\`static-weights.bin\` is what the static embedder knows: ${format(training.words.length)} words, each with a vector of`,
    `${parameters.packedDimensions} dimensions at 4 bits a value, a weight and a frequency. Made by \`module-lookup train\` from public`,
    "translation catalogs, module texts, a dictionary and `data/needs/needs.tsv`; of them are in the file words and learned numbers alone.",
    "The needs of a tenth of the modules, by the SHA-256 of their technical names, were left out: with them can be measured how modules",
    "are found of which nobody wrote what they are for.",
    "",
    ...formatFile(training, parameters),
    ...formatParameters(parameters),
    ...formatLanguages(training),
    ...formatSources(training.sources),
  ].join("\n");
}

function formatFile({ bytes, corpus }: Training, { packedDimensions }: TrainingParameters) {
  const hash = toSha256(bytes);
  return [
    "| what | how much |",
    "|---|---|",
    `| SHA-256 | \`${hash}\` |`,
    `| bytes | ${format(bytes.length)} |`,
    `| words learned, of which the most frequent of each language were kept | ${format(corpus.words.length)} |`,
    `| dimensions | ${packedDimensions} |`,
    `| sentences | ${format(corpus.languages.length)} |`,
    `| concepts (an English text in all its languages) | ${format(corpus.firstMeaning)} |`,
    `| meanings of the dictionary | ${format(corpus.conceptStarts.length - 1 - corpus.firstMeaning)} |`,
    `| words of running text | ${format(corpus.tokens.length)} |`,
    `| modules | ${format(corpus.moduleStarts.length - 1)} |`,
    `| needs of modules, in other words than theirs | ${format(corpus.needStarts.length - 1)} |`,
    "",
  ];
}

function formatParameters(parameters: TrainingParameters): readonly string[] {
  const { mixture, ...others } = parameters;
  const rows = Object.entries({ ...others, ...mixture }).map(
    ([name, value]) => `| ${name} | ${value} |`,
  );
  return ["## Parameters", "", "| parameter | value |", "|---|---|", ...rows, ""];
}

/** Languages by the number of their sentences. */
function formatLanguages({ corpus, facts, words }: Training): readonly string[] {
  const sentences = new Map<number, number>();
  for (const language of corpus.languages) {
    sentences.set(language, (sentences.get(language) ?? 0) + 1);
  }
  const kept = new Set(words);
  const wordCounts = new Map<number, number>();
  corpus.words.forEach((word, at) => {
    const language = facts.languages[at] ?? 0;
    if (kept.has(word)) wordCounts.set(language, (wordCounts.get(language) ?? 0) + 1);
  });
  const rows = [...sentences]
    .toSorted(([left, some], [right, more]) => more - some || left - right)
    .map(
      ([language, count]) =>
        `| ${LANGUAGES[language] ?? ""} | ${format(count)} | ${format(wordCounts.get(language) ?? 0)} |`,
    );
  return [
    "## Languages",
    "",
    "| language | sentences | words kept |",
    "|---|---|---|",
    ...rows,
    "",
  ];
}

function formatSources(sources: readonly SourceDetails[]): readonly string[] {
  const rows = sources.map((source) => {
    const counts = [source.catalogs, source.translations, source.moduleTexts, source.meanings].map(
      format,
    );
    const branches = source.branches.map(shortenBranch).join(" ");
    return `| [${source.label}](${source.url}) | ${source.licence} | ${counts.join(" | ")} | ${branches} |`;
  });
  return [
    "## Sources",
    "",
    "The licence is the one that the repository states at its root; modules may have their own.",
    "",
    "| repository | licence | catalogs | translations | module texts | meanings | branches, each at its commit |",
    "|---|---|---|---|---|---|---|",
    ...rows,
    "",
  ];
}

/** `16.0@1a2b3c4d…` → `16.0@1a2b3c4`. */
function shortenBranch(branch: string): string {
  return branch.slice(0, branch.lastIndexOf("@") + 8);
}

function format(count: number): string {
  return count.toLocaleString("en-US");
}
