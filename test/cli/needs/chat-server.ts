// A language model on this machine, by the protocol of chat completions: gives the planned answers
// in sequence, and then two good needs.
import type { ServerResponse } from "node:http";
import { parseJson } from "../../../data/json.js";
import { startWebServer, type WebServer } from "../../support/web-server.js";

export type ChatAnswer =
  /** Content of the model's message. */
  | { readonly content: string }
  /** A whole answer of the server. */
  | {
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The connection ends within the answer. */
  | "hang-up";

export interface ChatQuestion {
  readonly model: string;
  readonly stream: boolean;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

export interface ChatServer extends Pick<WebServer, "address" | "seen" | "stop"> {
  readonly questions: readonly ChatQuestion[];
  answerNext(...answers: readonly ChatAnswer[]): void;
}

export const GOOD_NEEDS = ["chase unpaid bills", "remind clients who are late"];

export async function startChatServer(): Promise<ChatServer> {
  const planned: ChatAnswer[] = [];
  const questions: ChatQuestion[] = [];
  const server = await startWebServer({
    answer({ method, target, body }, response) {
      if (method !== "POST" || target !== "/v1/chat/completions") return false;
      questions.push(parseJson(body.toString("utf8")) as ChatQuestion);
      answer(planned.shift() ?? { content: JSON.stringify(GOOD_NEEDS) }, response);
      return true;
    },
  });
  const { address, seen } = server;
  return {
    address,
    seen,
    questions,
    stop: () => server.stop(),
    answerNext: (...answers) => void planned.push(...answers),
  };
}

function answer(planned: ChatAnswer, response: ServerResponse): void {
  if (planned === "hang-up") {
    response.writeHead(200, { "content-length": "1000" });
    response.write('{"choices": [', () => response.destroy());
  } else if ("content" in planned) {
    const message = { role: "assistant", content: planned.content };
    const choices = [{ index: 0, finish_reason: "stop", message }];
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ id: "1", object: "chat.completion", choices }));
  } else response.writeHead(planned.status, planned.headers).end(planned.body ?? "");
}
