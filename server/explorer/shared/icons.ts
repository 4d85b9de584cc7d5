// Icon of each kind of thing, so that lists can be read at a glance. Screen readers get words.
import { html, type Html } from "../../contract/browser/html.js";
import type { FindHit } from "../../contract/shape/find.js";

/** Lines on a square of 16. */
const LINES: Readonly<Record<FindHit["kind"], string>> = {
  module: "M8 1.8 14 5v6l-6 3.2L2 11V5zM2 5l6 3.2L14 5M8 8.2v6",
  repository: "M3.5 12.5v-9A1.5 1.5 0 0 1 5 2h7.5v12H5a1.5 1.5 0 0 1 0-3h7.5",
  model: "M3 4c0-2.4 10-2.4 10 0s-10 2.4-10 0v8c0 2.4 10 2.4 10 0V4M3 8c0 2.4 10 2.4 10 0",
  field: "M2 5h12v6H2zM5 8h3",
  method: "M6 2C3.5 4 3.5 12 6 14M10 2c2.5 2 2.5 10 0 12",
  javascript: "M5.5 3.5v7.5c0 2.5-3.5 2.5-3.5 0M14 4.5c-1-1.5-5-1.5-5 1s5 2 5 4.5-4.5 2.5-5 .5",
  template: "M2 2.5h12v11H2zM2 6h12M4.5 8.5l2 1.5-2 1.5M8.5 11.5H12",
  bundle: "M2 5.5 8 2l6 3.5L8 9zM2 8.5 8 12l6-3.5M2 11.5 8 15l6-3.5",
  view: "M2 3h12v10H2zM2 6h12M6 6v7",
  menu: "M2 4h12M2 8h12M2 12h8",
  action: "M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z",
  report: "M4 1.5h5.5L13 5v9.5H4zM9.5 1.5V5H13M6 8.5h5M6 11h5",
  mail_template: "M2 3.5h12v9H2zM2 4l6 5 6-5",
  scheduled_action: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.5V8l2.5 2",
  group:
    "M5.5 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM1 13.5c0-5 9-5 9 0M10.5 8a2 2 0 1 0 0-4M12 13.5h3c0-3-1.5-4-3.5-4",
  record: "M2.5 3h11v10h-11zM2.5 6.5h11M6 6.5V13",
  author: "M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 14.5c0-6 11-6 11 0",
  category: "M2 3.5h4.5L8 5h6v8H2z",
};

export function renderIcon(kind: FindHit["kind"]): Html {
  return html`<svg class="icon ${kind}" viewBox="0 0 16 16" aria-hidden="true"><path d="${LINES[kind]}" /></svg>`;
}

/** `Mail template`, `JavaScript` */
export function nameKind(kind: FindHit["kind"]): string {
  if (kind === "javascript") return "JavaScript";
  return `${kind[0]?.toUpperCase()}${kind.slice(1).replace("_", " ")}`;
}

/** @param part 0…1 */
export function renderBar(part: number): Html {
  const width = Math.round(part * 1_000) / 10;
  return html`<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
    <rect width="${width}" height="1" />
  </svg>`;
}
