// Pages ask the interface from within: by the route that would answer a client, from the snapshot of the
// request, without a socket.
import { AskError } from "../explorer/shared/ask.js";
import { answerQuestion } from "../interface/answer-question.js";
import type { AnyQuestion, Ask, Asked } from "../interface/ask.js";
import { PROBLEMS } from "../interface/problem-catalog.js";
import { Problem } from "../interface/problem.js";
import type { Resource } from "../interface/resource.js";
import type { RouteRequest } from "../interface/route.js";

/** @param maxChars the longest value of a parameter, in UTF-16 units */
export function openAsk(request: RouteRequest, maxChars: number): Ask {
  const ask = async (path: string, question: AnyQuestion): Promise<Asked<unknown>> => {
    const inner = { ...request, accept: "application/json" };
    try {
      return toAsked(await answerQuestion(inner, path, question, maxChars));
    } catch (error) {
      throw error instanceof Problem ? toAskError(error) : error;
    }
  };
  // Which body a path has, its declaration says; what is no JSON is none.
  return ask as Ask;
}

function toAsked(resource: Resource): Asked<unknown> {
  const total = resource.page?.total;
  if ("body" in resource) return { body: resource.body, total };
  if ("text" in resource) return { body: JSON.parse(resource.text), total };
  throw new Error("a page cannot be made of an answer that is sent in pieces");
}

function toAskError({ code, message: detail, extension }: Problem): AskError {
  const { title, status } = PROBLEMS[code];
  return new AskError({ title, status, detail, code, ...extension });
}
