// The words that people ask with, in asking-words.txt, which says what they are.
import { join } from "node:path";
import { readShippedFile } from "../shipped-file.js";

interface AskingWords {
  /** With spaces between them, as the words are. */
  readonly signs: string;
  readonly words: string;
}

const SHIPPED = {
  file: join("data", "text", "asking-words.txt"),
  code: "asking_words_unavailable",
  expected: "the words that people ask with",
};

let known: ReadonlyMap<string, AskingWords> | undefined;

/** By language, and those that code is asked about with by `code`. @throws OperatorError `asking_words_unavailable` */
export function readAskingWords(): ReadonlyMap<string, AskingWords> {
  known ??= readShippedFile(SHIPPED, (bytes) => parseAskingWords(new TextDecoder().decode(bytes)));
  return known;
}

function parseAskingWords(text: string): ReadonlyMap<string, AskingWords> {
  const byLanguage = new Map<string, AskingWords>();
  for (const row of text.split("\n")) {
    const [language = "", signs = "", words] = row.split("\t");
    if (words !== undefined && !row.startsWith("#")) byLanguage.set(language, { signs, words });
  }
  return byLanguage;
}
