// Asking the interface over the network.
import type { AnyQuestion } from "../../contract/parameter.js";
import { AskError, fillAddress, type ProblemBody } from "../../contract/browser/ask.js";
import type { Ask } from "../../routes/ask.js";

/** Gives up when the signal is aborted, with the browser's AbortError. */
export function createAsk(signal: AbortSignal): Ask {
  const ask = async (path: string, question: AnyQuestion) => {
    const response = await reach(fillAddress(path, question), signal);
    const body: unknown = await response.json().catch(() => undefined);
    if (!response.ok || body === undefined) throw new AskError(readProblem(body, response.status));
    const total = response.headers.get("X-Total-Count");
    return { body, total: total === null ? undefined : Number(total) };
  };
  // Which body a path has, its declaration says.
  return ask as Ask;
}

/** What is shown for any error of a question. */
export function toProblem(error: unknown): ProblemBody {
  if (error instanceof AskError) return error.problem;
  return { title: "The page failed", status: 0, detail: String(error), code: "page_failed" };
}

async function reach(address: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(address, { signal, headers: { Accept: "application/json" } });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new AskError({
      title: "The service is not reachable",
      status: 0,
      detail: "Check the network connection.",
      code: "unreachable",
    });
  }
}

/** A proxy before the service may answer with anything. */
function readProblem(body: unknown, status: number): ProblemBody {
  if (typeof body === "object" && body !== null && "detail" in body) return body as ProblemBody;
  return {
    title: "Unexpected answer of the service",
    status,
    detail: `Status ${status}.`,
    code: "unreadable",
  };
}
