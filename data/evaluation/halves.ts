// What is kept apart from what chooses: a set of questions in two halves, of which the open one alone chooses rules and weights
// and the other gives the figures that are published; and modules whose needs no words are learned from.
import { toSha256 } from "../sha256.js";

export const HALVES = ["open", "locked"] as const;

export type Half = (typeof HALVES)[number];

export function isHalf(name: string): name is Half {
  return HALVES.some((half) => half === name);
}

/**
 * By the SHA-256 of their texts in UTF-8: the lower half of them is open. So it is the same on every machine,
 * whatever the order of the file, and nobody can choose which half a question is in.
 */
export function splitInHalves<Question extends { readonly text: string }>(
  questions: readonly Question[],
): Readonly<Record<Half, readonly Question[]>> {
  const sorted = questions
    .map((question) => ({ question, key: toSha256(question.text) }))
    .toSorted((left, right) => (left.key < right.key ? -1 : 1))
    .map(({ question }) => question);
  const middle = Math.ceil(sorted.length / 2);
  return { open: sorted.slice(0, middle), locked: sorted.slice(middle) };
}

/**
 * Whether a module is one of the tenth, by the SHA-256 of its technical name, whose needs no words are learned from: so how well
 * modules are found of which nobody wrote what they are for can be measured with the words that ship.
 */
export function isUnlearned(technicalName: string): boolean {
  return Number.parseInt(toSha256(technicalName).slice(0, 8), 16) % 10 === 0;
}
