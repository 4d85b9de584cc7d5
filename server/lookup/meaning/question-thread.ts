// The thread that embeds questions, one after another; question-embedder.ts starts it.
import { parentPort, workerData } from "node:worker_threads";
import { openEmbedder } from "../../../data/embedding/open-embedder.js";
import type { QuestionEmbedderRequest, ThreadAnswer } from "./question-embedder.js";

/** Largest share of unknown pieces in a question; beyond it the embedder has no opinion. */
const MOST_UNKNOWN = 0.25;

const { spec, model } = workerData as QuestionEmbedderRequest;
const opening = openEmbedder(spec, new Uint8Array(), model === undefined ? {} : { model });
// The error reaches the asker.
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
