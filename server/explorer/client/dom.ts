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
