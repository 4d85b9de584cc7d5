// Keys that lead about a page with a search box: `/` to the box, the arrows from it through what was found.

/** @param list what was found stands in it; @param links which of it the arrows lead to */
export function openKeys(box: HTMLInputElement, list: HTMLElement, links: string): void {
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
