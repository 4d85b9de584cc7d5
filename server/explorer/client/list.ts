// The pages that a list is pasted into: one that is too long for an address is read here, and what was found in
// it takes its place. Without it the list has to be short.
import { html } from "../../contract/browser/html.js";
import { getElement, setMarkup } from "./browser.js";

/** What surely fits into an address, with the other fields. */
const MOST_ADDRESS_CHARS = 10_000;

const form = getElement("[data-list]", HTMLFormElement);
const text = getElement("#text", HTMLTextAreaElement);
const status = getElement("[data-list-status]", HTMLElement);
const version = getElement("[data-list-version]", HTMLSelectElement);
const button = getElement("[data-list] .button", HTMLButtonElement);

form.addEventListener("submit", (event) => {
  if (countSent(text.value) <= MOST_ADDRESS_CHARS || isNames(text.value)) return;
  event.preventDefault();
  void takeNames();
});

/** What is nothing but names is as short as it can be. */
function isNames(list: string): boolean {
  return /^\w+(?:,\w+)*$/.test(list);
}

/** What reads lists is loaded when there is one to read: most fit. */
async function takeNames(): Promise<void> {
  const { LEFT_OUT } = await import("../../contract/browser/listed-modules.js");
  const { parseModuleList } = await import("../../contract/browser/module-list.js");
  const list = parseModuleList(text.value);
  text.value = list.modules.join(",");
  if (version.value === "") version.value = findOption(list.platformVersion);
  fillField("repositories", list.repositories);
  fillField("prefer", list.prefer);
  setMarkup(
    status,
    html`<div class="notice">
      <p>
        The list was too long for a URL. Read as ${list.kind}, it has ${list.modules.length}
        modules, which are in the form now; press ${button.innerText} once more.
      </p>
      <ul>
        ${list.leftOut.map(({ reason, count, examples }) => html`<li>${count} × ${LEFT_OUT[reason]}: ${examples.join(", ")}</li>`)}
      </ul>
    </div>`,
  );
}

/** Not every form has it. */
function fillField(name: string, words: readonly string[]): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement && field.value === "") field.value = words.join(", ");
}

/** As forms write it. */
function countSent(value: string): number {
  return new URLSearchParams({ text: value }).toString().length;
}

/** Empty for one that the index does not have. */
function findOption(wanted: string | undefined): string {
  return Array.from(version.options, ({ value }) => value).find((one) => one === wanted) ?? "";
}
