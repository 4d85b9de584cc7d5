// The API page: sends what a form says, and shows address, status, time and answer.
import { html, type Html } from "../../contract/browser/html.js";
import { setMarkup } from "./browser.js";

/** In UTF-16 units; of longer answers the beginning is shown. */
const LONGEST_SHOWN = 20_000;
/** In UTF-16 units; of longer answers no more is taken from the service. */
const LONGEST_READ = 2_000_000;

for (const form of document.querySelectorAll<HTMLFormElement>("[data-try]")) {
  const send = form.querySelector<HTMLElement>("[data-send]");
  if (send !== null) send.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void tryForm(form);
  });
}

async function tryForm(form: HTMLFormElement): Promise<void> {
  const output = form.querySelector("[data-tried]");
  if (output === null) return;
  const address = toAddress(form);
  setMarkup(output, html`<p class="hint">Asking…</p>`);
  try {
    setMarkup(output, await ask(address));
  } catch (error) {
    setMarkup(output, html`<p class="notice" role="alert">${String(error)}</p>`);
  }
}

function toAddress(form: HTMLFormElement): string {
  const query = new URLSearchParams();
  let path = form.getAttribute("action") ?? "/";
  for (const control of form.elements) {
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
    const value = control.value.trim();
    if (control.dataset["in"] === "path") {
      path = path.replace(`{${control.name}}`, encodeURIComponent(value));
    } else if (value !== "") query.set(control.name, value);
  }
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

async function ask(address: string): Promise<Html> {
  const startMs = performance.now();
  const response = await fetch(address, { headers: { Accept: "application/json, */*;q=0.5" } });
  const { text, isWhole } = await readBeginning(response);
  const tookMs = Math.round(performance.now() - startMs);
  const total = response.headers.get("X-Total-Count");
  const shown = indent(text);
  return html`<p>
      <a href="${address}"><code>${address}</code></a>
    </p>
    <p class="hint">
      Status ${response.status} · ${tookMs} ms ·
      ${!isWhole && "more than "}${text.length.toLocaleString("en")} characters${total !== null && ` · ${total} rows in all`}
    </p>
    <pre
      tabindex="0"
    ><code>${shown.slice(0, LONGEST_SHOWN)}${shown.length > LONGEST_SHOWN && "\n…"}</code></pre>`;
}

/** Reads only the beginning of endless answers. */
async function readBeginning(
  response: Response,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  if (response.body === null) return { text: "", isWhole: true };
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (text.length <= LONGEST_READ) {
    const { done, value } = await reader.read();
    if (done) return { text, isWhole: true };
    text += value;
  }
  await reader.cancel();
  return { text, isWhole: false };
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Not every answer is JSON.
    return text;
  }
}
