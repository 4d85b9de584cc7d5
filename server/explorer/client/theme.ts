// Light or dark: as the system is, or as a button of the footer says, which is kept in this browser alone. What was
// chosen is put on the document before the first paint, by the line that stands in the page (assets.ts).
const root = document.documentElement;

for (const choices of document.querySelectorAll<HTMLElement>("[data-themes]")) {
  const buttons = Array.from(choices.querySelectorAll("button"));
  const show = (): void => {
    for (const button of buttons) {
      button.ariaPressed = String(button.value === (root.dataset["theme"] ?? ""));
    }
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      root.dataset["theme"] = button.value;
      keep(button.value);
      show();
    });
  }
  show();
  choices.hidden = false;
}

/** Where the browser keeps nothing, the choice lasts as long as the page. */
function keep(theme: string): void {
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // It is told by an exception that nothing may be kept.
  }
}
