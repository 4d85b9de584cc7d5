// The page of plans: a list that is too long for an address is read here, and what was found in it takes
// its place. Without it the list has to be short.
import { html } from "../shared/html.js";
import { LEFT_OUT } from "../shared/listed-modules.js";
import { parseModuleList } from "../shared/module-list.js";
import { getElement, setMarkup } from "./dom.js";

/** What surely fits into an address, with the other fields. */
const MOST_ADDRESS_CHARS = 10_000;

const form = getElement("[data-plan]", HTMLFormElement);
const text = getElement("#text", HTMLTextAreaElement);
const status = getElement("[data-plan-status]", HTMLElement);
const version = getElement("[name=platform_version]", HTMLSelectElement);
const repositories = getElement("[name=repositories]", HTMLInputElement);
const prefer = getElement("[name=prefer]", HTMLInputElement);

form.addEventListener("submit", (event) => {
  if (countSent(text.value) <= MOST_ADDRESS_CHARS) return;
  const list = parseModuleList(text.value);
  const names = list.modules.join(",");
  // What is nothing but names is as short as it can be.
  if (names === text.value) return;
  event.preventDefault();
  text.value = names;
  if (version.value === "") version.value = findOption(list.platformVersion);
  if (repositories.value === "") repositories.value = list.repositories.join(", ");
  if (prefer.value === "") prefer.value = list.prefer.join(", ");
  setMarkup(
    status,
    html`<div class="notice">
      <p>
        The list was too long for an address. Read as ${list.kind}, it has ${list.modules.length}
        modules, which now stand here; press Plan once more.
      </p>
      <ul>
        ${list.leftOut.map(({ reason, count, examples }) => html`<li>${count} × ${LEFT_OUT[reason]}: ${examples.join(", ")}</li>`)}
      </ul>
    </div>`,
  );
});

/** As forms write it. */
function countSent(value: string): number {
  return new URLSearchParams({ text: value }).toString().length;
}

/** Empty for one that the index does not have. */
function findOption(wanted: string | undefined): string {
  return Array.from(version.options, ({ value }) => value).find((one) => one === wanted) ?? "";
}
