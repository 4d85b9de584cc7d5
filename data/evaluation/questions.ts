// A file of questions with the modules that answer them: JSON, one object a line.
import { readGivenFile } from "../given-file.js";
import { isTexts } from "../json.js";
import { ConfigError } from "../operator-error.js";

export interface Question {
  readonly text: string;
  /** Of the question, for the report: `es`. */
  readonly language: string;
  /** Of the question, for the report: `paraphrase`. */
  readonly kind: string;
  /** Technical names, at least one. */
  readonly relevant: readonly string[];
  /** How good an answer they are, above 0; empty where the file does not say. */
  readonly grades: ReadonlyMap<string, number>;
  /** The same in other words; empty where the file has none. */
  readonly rewordings: readonly string[];
}

/**
 * Reads lines of `{ "q": text, "lang": text, "kind": text, "relevant": [names] }`, or also with
 * `"grades": [number for each of them]` and `"also": [texts]`; empty lines and those that begin with # are passed over.
 * @throws ConfigError `questions_unreadable` or `questions_invalid`
 */
export function readQuestions(file: string): readonly Question[] {
  const text = readGivenFile(file, {
    title: "The questions in",
    code: "questions_unreadable",
    remedy: "give a file with one JSON object a line",
  }).toString();
  const questions = text
    .split("\n")
    .flatMap((line, at) =>
      /^\s*(?:#|$)/u.test(line) ? [] : [parseQuestion(line, `${file}:${at + 1}`)],
    );
  if (questions.length === 0) throw invalid(file, "no question");
  return questions;
}

function parseQuestion(line: string, place: string): Question {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw invalid(place, (error as Error).message);
  }
  if (!isQuestionRow(value)) throw invalid(place, "JSON of another shape");
  const { q: text, lang: language, kind, relevant, grades = [], also: rewordings = [] } = value;
  const gradeByName = new Map(grades.map((grade, at) => [relevant[at] ?? "", grade] as const));
  return { text, language, kind, relevant, grades: gradeByName, rewordings };
}

interface QuestionRow {
  readonly q: string;
  readonly lang: string;
  readonly kind: string;
  readonly relevant: readonly string[];
  readonly grades?: readonly number[];
  readonly also?: readonly string[];
}

function isQuestionRow(value: unknown): value is QuestionRow {
  if (typeof value !== "object" || value === null) return false;
  const { q, lang, kind, relevant, grades, also } = value as Partial<
    Record<keyof QuestionRow, unknown>
  >;
  return (
    [q, lang, kind].every((text) => typeof text === "string") &&
    isTexts(relevant) &&
    relevant.length > 0 &&
    (also === undefined || isTexts(also)) &&
    (grades === undefined || isGrades(grades, relevant.length))
  );
}

function isGrades(value: unknown, length: number): boolean {
  return (
    Array.isArray(value) &&
    value.length === length &&
    value.every((grade) => typeof grade === "number" && grade > 0)
  );
}

function invalid(place: string, got: string): ConfigError {
  const expected = '{ "q": "…", "lang": "…", "kind": "…", "relevant": ["module"] }';
  return new ConfigError({
    code: "questions_invalid",
    message: `${place} is no question (${got}); write one object a line, as ${expected}.`,
    expected,
    got,
  });
}
