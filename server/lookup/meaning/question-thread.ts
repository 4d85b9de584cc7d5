// The thread that embeds questions, one after another; question-embedder.ts starts it.
import { parentPort, workerData } from "node:worker_threads";
import { openEmbedder } from "../../../data/embedding/open-embedder.js";
import type { QuestionEmbedderRequest, ThreadAnswer } from "./question-embedder.js";

/** Of the pieces of a question; of one with more that the embedder never saw it says nothing. */
const MOST_UNKNOWN = 0.25;

const { spec, model } = workerData as QuestionEmbedderRequest;
const opening = openEmbedder(spec, new Uint8Array(), model === undefined ? {} : { model });
// Whoever asks hears of it.
opening.catch(() => undefined);

async function answer(number: number, text: string): Promise<ThreadAnswer> {
  try {
    const { embedQuery, measureUnknown } = await opening;
    const isKnown = (measureUnknown?.(text) ?? 0) <= MOST_UNKNOWN;
    return { number, vector: isKnown ? await embedQuery(text) : undefined };
  } catch (error) {
    return { number, fault: error instanceof Error ? error.message : String(error) };
  }
}

let turn: Promise<unknown> = opening.catch(() => undefined);
parentPort?.on(
  "message",
  ({ number, text }: { readonly number: number; readonly text: string }) => {
    turn = turn.then(async () => parentPort?.postMessage(await answer(number, text), []));
  },
);
