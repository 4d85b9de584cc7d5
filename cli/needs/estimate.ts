// Estimate of a run: the texts for a language model and their cost, told before anything is sent.
// Pure.
import type { Message } from "./model-answer.js";

interface Sending {
  readonly names: readonly string[];
  readonly questions: readonly (readonly Message[])[];
  readonly address: URL;
  readonly model: string;
  /** Price of a million tokens. */
  readonly price: number | undefined;
}

/** Estimate for English; other scripts have fewer characters a token. */
const CHARACTERS_A_TOKEN = 4;
/** Five lines with what is around them. */
const TOKENS_AN_ANSWER = 120;
const NAMES_SHOWN = 20;

export function describeSending(sending: Sending): readonly string[] {
  const { names, questions, address, model, price } = sending;
  const messages = questions.flat();
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  const asked = Math.ceil(characters / CHARACTERS_A_TOKEN);
  const answered = questions.length * TOKENS_AN_ANSWER;
  const more = names.length > NAMES_SHOWN ? ", …" : "";
  const open = address.protocol === "http:" ? ", not encrypted" : "";
  return [
    `Modules without needs: ${names.length} (${names.slice(0, NAMES_SHOWN).join(", ")}${more})`,
    `To ${address.host}${open} (model ${model}) would go: names, summaries, categories, beginnings of descriptions, and what models and fields say of themselves.`,
    `Requests: ${questions.length}; characters: ${characters}; tokens: about ${asked} there and ${answered} back${describeCost(asked + answered, price)}.`,
  ];
}

function describeCost(tokens: number, price: number | undefined): string {
  if (price === undefined) return "";
  return `; cost: about ${((tokens * price) / 1_000_000).toFixed(2)}`;
}
