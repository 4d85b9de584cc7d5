// Embeds questions in a thread of its own: a neural embedder computes for milliseconds and would
// block other answers. One thread serves a process, for all snapshots with the same embedder.
import { Worker } from "node:worker_threads";
import type { EmbeddingSpec } from "../../../data/embedding/embedder.js";
import { once } from "../memo.js";

/** Gives the vector of a question, or `undefined` where the embedder does not know enough of its pieces. */
export interface QuestionEmbedder {
  /** @throws Error when the embedder cannot be opened; each time */
  embedQuestion(text: string): Promise<Float32Array | undefined>;
}

/** Embedder to load; from a named folder, or by the spec. */
export interface QuestionEmbedderRequest {
  readonly spec: EmbeddingSpec;
  readonly model: string | undefined;
}

export type OpenQuestionEmbedder = (request: QuestionEmbedderRequest) => QuestionEmbedder;

/** From the thread. */
export type ThreadAnswer =
  | { readonly number: number; readonly vector: Float32Array | undefined }
  | { readonly number: number; readonly fault: string };

interface Waiting {
  resolve(vector: Float32Array | undefined): void;
  reject(error: Error): void;
}

/**
 * Opening reads texts that nobody needs afterwards; with little room for new values they go at once. Measured with the embedder that
 * ships: 347 MB resident in place of 395. The pieces of the largest ones that people take need half of the rest.
 */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 400 };

const threads = new Map<string, QuestionEmbedder>();

/** The thread starts with the first question, and keeps no process from ending. */
export function openQuestionThread(request: QuestionEmbedderRequest): QuestionEmbedder {
  const key = JSON.stringify(request);
  const known = threads.get(key);
  if (known !== undefined) return known;
  const opened = createThread(request);
  threads.set(key, opened);
  return opened;
}

function createThread(request: QuestionEmbedderRequest): QuestionEmbedder {
  const waiting = new Map<number, Waiting>();
  let count = 0;
  const start = once(() => {
    const worker = new Worker(new URL("./question-thread.js", import.meta.url), {
      workerData: request,
      resourceLimits: THREAD_MEMORY,
    });
    const finish = (number: number): Waiting | undefined => {
      const one = waiting.get(number);
      waiting.delete(number);
      // Only who is waited for keeps the process alive.
      if (waiting.size === 0) worker.unref();
      return one;
    };
    worker.on("message", (answer: ThreadAnswer) => {
      const one = finish(answer.number);
      if ("fault" in answer) one?.reject(new Error(answer.fault));
      else one?.resolve(answer.vector);
    });
    const giveUp = (reason: string): void => {
      for (const number of waiting.keys()) finish(number)?.reject(new Error(reason));
    };
    worker.on("error", (error) => giveUp(error.message));
    worker.on("exit", () => giveUp("its thread has ended"));
    return worker;
  });
  return {
    embedQuestion: (text) =>
      new Promise((resolve, reject) => {
        const worker = start();
        const number = (count += 1);
        waiting.set(number, { resolve, reject });
        worker.ref();
        worker.postMessage({ number, text }, []);
      }),
  };
}
