// The module page: buttons that copy. Without it the lines can be marked by hand.
import { findTarget } from "./browser.js";

/** Time in which a button says that it has copied. */
const SAID_MS = 1_600;

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
  button.hidden = false;
}

document.addEventListener("click", (event) => {
  const button = findTarget(event, "[data-copy]", HTMLButtonElement);
  if (button !== undefined) void copy(button);
});

async function copy(button: HTMLButtonElement): Promise<void> {
  button.textContent = (await writeClipboard(button.dataset["copy"] ?? ""))
    ? "Copied"
    : "Not allowed";
  setTimeout(() => {
    button.textContent = "Copy";
  }, SAID_MS);
}

/** Browsers may refuse, and know no clipboard at all where the page came over plain HTTP. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
