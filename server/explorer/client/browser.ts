// Browser access for the scripts of pages: elements, the one place through which markup enters a
// page, keys, and requests to the interface.
import { AskError, fillAddress, type ProblemBody } from "../../contract/browser/ask.js";
import type { Html } from "../../contract/browser/html.js";
import type { AnyQuestion } from "../../contract/parameter.js";
import type { Ask } from "../../routes/ask.js";

interface Policy {
  createHTML(text: string): string;
}

/** Browsers without trusted types take the text itself. */
interface WithTrustedTypes {
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { createHTML(text: string): string }): Policy;
  };
}

const policy: Policy = (globalThis as WithTrustedTypes).trustedTypes?.createPolicy("explorer", {
  createHTML: (text) => text,
}) ?? { createHTML: (text) => text };

export function setMarkup(element: Element, markup: Html): void {
  element.innerHTML = policy.createHTML(markup.text);
}

/**
 * Keeps the typed text for the boxes of the next pages in the tab, if the browser allows it. @param
 * text to keep
 */
export function recall(text?: string): string {
  try {
    if (text !== undefined) sessionStorage.q = text;
    return sessionStorage.q ?? "";
  } catch {
    return "";
  }
}

/** @throws Error when the page is not the one that the script is for */
export function getElement<T extends Element>(selector: string, kind: new () => T): T {
  const element = document.querySelector(selector);
  if (element instanceof kind) return element;
  throw new Error(`the page has no ${selector}`);
}

export function findTarget<T extends Element>(
  event: Event,
  selector: string,
  kind: new () => T,
): T | undefined {
  const found = event.target instanceof Element ? event.target.closest(selector) : null;
  return found instanceof kind ? found : undefined;
}

/**
 * Keys that lead about a page with a search box: `/` to the box, the arrows from it through what was found.
 * @param list what was found stands in it; @param links which of it the arrows lead to
 */
export function createKeys(box: HTMLInputElement, list: HTMLElement, links: string): void {
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !isField(event.target)) {
      event.preventDefault();
      box.focus();
      box.select();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const stops = [box, ...list.querySelectorAll<HTMLElement>(links)];
      const at = stops.findIndex((stop) => stop === event.target);
      const next = at < 0 ? undefined : stops[at + (event.key === "ArrowDown" ? 1 : -1)];
      if (list.hidden || next === undefined) return;
      event.preventDefault();
      next.focus();
    }
  });
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  );
}

/** Gives up when the signal is aborted, with the browser's AbortError. */
export function createAsk(signal: AbortSignal): Ask {
  const ask = async (path: string, question: AnyQuestion) => {
    const address = fillAddress(path, question);
    const response = await reach(address, signal);
    const body: unknown = await response.json().catch(() => undefined);
    if (!response.ok || body === undefined) throw new AskError(readProblem(body, response.status));
    const total = response.headers.get("X-Total-Count");
    return { body, total: total === null ? undefined : Number(total), address };
  };
  // The route declares its body's type.
  return ask as Ask;
}

/** Problem to show for an error of a question. */
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
