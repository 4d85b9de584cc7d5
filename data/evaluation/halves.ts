// A set of questions in two halves: rules and weights are chosen by the open one alone, and figures that are
import { toSha256 } from "../sha256.js";
// published are those of the locked one.

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
