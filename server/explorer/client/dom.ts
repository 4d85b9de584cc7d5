// The page's elements, and the one place through which markup enters the page.
import type { Html } from "../../contract/browser/html.js";

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

/** @throws Error when the page is not the one that the script is for */
export function getElement<T extends Element>(selector: string, kind: new () => T): T {
  const element = document.querySelector(selector);
  if (element instanceof kind) return element;
  throw new Error(`the page has no ${selector}`);
}

/** What an event happened in, as far as it matches. */
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
