// Pages ask the interface from within: by the route that would answer a client, from the snapshot of the
// request, without a socket.
import { yieldToEventLoop } from "../../data/yield.js";
import { AskError, fillAddress } from "../contract/browser/ask.js";
import { answerQuestion, type Ask, type Asked, type AskText } from "../routes/ask.js";
import type { AnyQuestion } from "../contract/parameter.js";
import { PROBLEMS } from "../contract/problem-catalog.js";
import { Problem } from "../contract/problem.js";
import type { Resource } from "../contract/resource.js";
import type { RouteRequest } from "../routes/define-route.js";

/** Asks for JSON, and for texts. */
interface InnerAsk {
  readonly ask: Ask;
  readonly askText: AskText;
}

/** After an answer that took longer others have a turn before it is laid out. */
const LONGEST_MS = 10;

/** @param maxChars the longest value of a parameter, in UTF-16 units */
export function createAsk(request: RouteRequest, maxChars: number): InnerAsk {
  const answer = async (path: string, question: AnyQuestion): Promise<Resource> => {
    const inner = { ...request, accept: "application/json", isWhole: true } as const;
    const start = performance.now();
    try {
      const resource = await answerQuestion(inner, path, question, maxChars);
      if (performance.now() - start > LONGEST_MS) await yieldToEventLoop();
      return resource;
    } catch (error) {
      throw error instanceof Problem ? toAskError(error) : error;
    }
  };
  const ask = async (path: string, question: AnyQuestion): Promise<Asked<unknown>> => {
    const resource = await answer(path, question);
    const address = fillAddress(path, question);
    return { body: readBody(resource), total: resource.page?.total, address };
  };
  return {
    // The route declares its body's type; a non-JSON answer gives undefined.
    ask: ask as Ask,
    askText: async (path, question) => {
      const resource = await answer(path, question);
      if ("text" in resource) return resource.text;
      throw new Error(`what ${path} answers is no text`);
    },
  };
}

function readBody(resource: Resource): unknown {
  if ("body" in resource) return resource.body;
  if ("text" in resource) return JSON.parse(resource.text);
  throw new Error("a page cannot be made of an answer that is sent in pieces");
}

function toAskError({ code, message: detail, extension }: Problem): AskError {
  const { title, status } = PROBLEMS[code];
  return new AskError({ title, status, detail, code, ...extension });
}
