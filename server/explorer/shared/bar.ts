// A bar beside a number: how much of the most it is. Who cannot see it is told the number.
import { html, type Html } from "../../contract/browser/html.js";

/** @param part 0…1 */
export function renderBar(part: number): Html {
  const width = Math.round(part * 1_000) / 10;
  return html`<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
    <rect width="${width}" height="1" />
  </svg>`;
}
