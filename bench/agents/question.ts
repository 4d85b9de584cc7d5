// Questions of OdooBench as questions.py writes them, and whether an answer to one is right.
import { readFileSync } from "node:fs";

export const KINDS = [
  "purpose",
  "definition",
  "override",
  "field",
  "needs",
  "dependents",
  "versions",
  "replaced",
  "changed",
  "shows",
] as const;
type Kind = (typeof KINDS)[number];

export interface Question {
  readonly kind: Kind;
  readonly seed: number;
  /** What is asked, by name: `version`, `module`, `model`, … */
  readonly ask: Readonly<Record<string, string>>;
  readonly answer: readonly string[];
}

/** @throws Error for a line that is no question */
export function readQuestions(file: string): readonly Question[] {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => {
    const question = JSON.parse(line) as Question;
    if (KINDS.includes(question.kind)) return question;
    throw new Error(`${file} has a question of the unknown kind ${String(question.kind)}`);
  });
}

/** Among so many candidates must be the module that is for something; all other answers must be whole. */
const CANDIDATES = 3;

export function isRight({ kind, answer }: Question, given: readonly string[]): boolean {
  if (kind === "purpose") {
    return answer.every((name) => given.slice(0, CANDIDATES).includes(name));
  }
  const distinct = new Set(given);
  return distinct.size === answer.length && answer.every((one) => distinct.has(one));
}

/** What is asked by this name. @throws Error where the question lacks it */
export function getAsked(ask: Question["ask"], name: string): string {
  const value = ask[name];
  if (value === undefined) throw new Error(`a question lacks "${name}": ${JSON.stringify(ask)}`);
  return value;
}
