// The words that people ask with, in asking-words.txt, which says what they are.
import { join } from "node:path";
import { readShippedFile } from "../shipped-file.js";

const SHIPPED = {
  file: join("data", "text", "asking-words.txt"),
  code: "asking_words_unavailable",
  expected: "the words that people ask with",
};

let known: readonly (readonly string[])[] | undefined;

/**
 * A language, its signs and its other words, with spaces between them; `code` for those that code is asked about with.
 * @throws OperatorError `asking_words_unavailable`
 */
export function readAskingWords(): readonly (readonly string[])[] {
  known ??= readShippedFile(SHIPPED, (bytes) =>
    Array.from(new TextDecoder().decode(bytes).matchAll(/^(?!#)(.+)\t(.*)\t(.+)$/gm), (row) =>
      row.slice(1),
    ),
  );
  return known;
}
