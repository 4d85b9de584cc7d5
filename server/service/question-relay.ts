// One embedder for all workers: a worker sends its questions to the first process, whose thread embeds them.
import cluster, { type Worker } from "node:cluster";
import {
  openQuestionThread,
  type OpenQuestionEmbedder,
  type QuestionEmbedderRequest,
} from "../lookup/meaning/question-embedder.js";

interface Question {
  readonly type: "question";
  readonly number: number;
  readonly request: QuestionEmbedderRequest;
  readonly text: string;
}

interface Answer {
  readonly type: "question-answer";
  /** Number of the question. */
  readonly number: number;
  readonly vector?: readonly number[] | undefined;
  readonly fault?: string;
}

/** In the first process. */
export function answerQuestions(): void {
  cluster.on("message", (worker: Worker, message: unknown) => {
    if (!isOfType<Question>(message, "question")) return;
    const { number, request, text } = message;
    const send = (answer: Omit<Answer, "type" | "number">): void => {
      // One that ends just now waits for nothing.
      if (!worker.isConnected()) return;
      worker.send({ type: "question-answer", number, ...answer }, () => undefined);
    };
    void openQuestionThread(request)
      .embedQuestion(text)
      .then(
        (vector) => send(vector === undefined ? {} : { vector: [...vector] }),
        (error: Error) => send({ fault: error.message }),
      );
  });
}

/** In a worker; of one process only one is opened. */
export function createQuestionRelay(): OpenQuestionEmbedder {
  const waiting = new Map<number, (answer: Answer) => void>();
  let count = 0;
  process.on("message", (message: unknown) => {
    if (!isOfType<Answer>(message, "question-answer")) return;
    waiting.get(message.number)?.(message);
    waiting.delete(message.number);
  });
  return (request) => ({
    embedQuestion: (text) =>
      new Promise((resolve, reject) => {
        const number = (count += 1);
        waiting.set(number, ({ vector, fault }) => {
          if (fault === undefined) resolve(vector && Float32Array.from(vector));
          else reject(new Error(fault));
        });
        process.send?.({ type: "question", number, request, text } satisfies Question);
      }),
  });
}

function isOfType<Message extends { readonly type: string }>(
  message: unknown,
  type: Message["type"],
): message is Message {
  return (
    typeof message === "object" && message !== null && "type" in message && message.type === type
  );
}
