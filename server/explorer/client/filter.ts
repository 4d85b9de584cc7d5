// Long pages: rows of tables and places are narrowed down to those with what is typed. Without it all of them are
// shown.
import { getElement } from "./browser.js";

const box = getElement("[data-filter]", HTMLElement);
const input = getElement("[data-filter] input", HTMLInputElement);
const said = getElement("[data-filter] output", HTMLOutputElement);
const rows = Array.from(
  document.querySelectorAll<HTMLElement>(
    "[data-filtered] > .scroll > table > tbody > tr, [data-filtered] > section > .scroll > table > tbody > tr, [data-filtered] > .chain-place",
  ),
  (row) => ({ row, text: (row.textContent ?? "").toLowerCase() }),
);

box.hidden = false;
input.addEventListener("input", narrowDown);
narrowDown();

function narrowDown(): void {
  const words = input.value.toLowerCase().split(/\s+/);
  let shown = 0;
  for (const { row, text } of rows) {
    row.hidden = !words.every((word) => text.includes(word));
    if (!row.hidden) shown += 1;
  }
  said.textContent = input.value.trim() === "" ? "" : `${shown} of ${rows.length}`;
}
