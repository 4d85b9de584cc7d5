// Tables whose rows are all in the page are narrowed down and ordered in it; the server does it for those that are longer, and
// where this does not run.
import { findTarget } from "./browser.js";

for (const form of document.querySelectorAll<HTMLFormElement>('[data-rows="all"]')) prepare(form);

function prepare(form: HTMLFormElement): void {
  const input = form.querySelector("input[type=search]");
  const body = form.parentElement?.querySelector("tbody");
  const head = form.parentElement?.querySelector("thead");
  const said = form.querySelector("output");
  const fold = form.parentElement?.querySelector<HTMLInputElement>(".unfold");
  if (!(input instanceof HTMLInputElement) || !body || !head || !said) return;
  const rows = Array.from(body.rows, (row) => ({
    row,
    text: (row.textContent ?? "").toLowerCase(),
  }));
  const order = form.querySelector<HTMLInputElement>("[name=by]") ?? addOrder(form);
  const button = form.querySelector("button");
  if (button !== null) button.hidden = true;
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const { row, text } of rows) {
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) shown += 1;
    }
    if (fold) fold.checked = true;
    said.textContent = input.value.trim() === "" ? "" : `${shown} of ${rows.length}`;
  });
  form.addEventListener("submit", (event) => {
    // The buttons of forms to take along are for the server.
    if (!(event.submitter instanceof HTMLButtonElement && event.submitter.name === "as")) {
      event.preventDefault();
    }
  });
  head.addEventListener("click", (event) => {
    const link = findTarget(event, "[data-sort]", HTMLAnchorElement);
    const cell = link?.closest("th");
    if (!cell) return;
    event.preventDefault();
    const isUp = cell.ariaSort !== "ascending";
    for (const other of head.querySelectorAll("th")) other.removeAttribute("aria-sort");
    cell.setAttribute("aria-sort", isUp ? "ascending" : "descending");
    const key = new URLSearchParams(link?.search).get("by")?.replace(/^-/, "") ?? "";
    order.value = isUp ? key : `-${key}`;
    const sign = isUp ? 1 : -1;
    const textOf = (row: HTMLTableRowElement): string =>
      row.cells[cell.cellIndex]?.textContent?.trim() ?? "";
    body.append(
      ...Array.from(body.rows).toSorted(
        (left, right) => sign * compare(textOf(left), textOf(right)),
      ),
    );
  });
}

/** Hidden field with the order of the rows, for downloads. */
function addOrder(form: HTMLFormElement): HTMLInputElement {
  const order = document.createElement("input");
  order.type = "hidden";
  order.name = "by";
  form.append(order);
  return order;
}

const COLLATOR = new Intl.Collator("en", { numeric: true });

/** Empty cells come last. */
function compare(left: string, right: string): number {
  return left === "" || right === ""
    ? Number(left === "") - Number(right === "")
    : COLLATOR.compare(left, right);
}
