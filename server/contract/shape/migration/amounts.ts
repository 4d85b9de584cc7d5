// How amounts are told on pages and in texts.
import { describeEfforts } from "./effort.js";
import type { WorkSum } from "./report.js";

/** `34 kB` */
export function formatBytes(bytes: number): string {
  const kilobytes = bytes / 1_000;
  if (kilobytes < 1) return `${bytes} bytes`;
  return kilobytes < 1_000 ? `${Math.round(kilobytes)} kB` : `${(kilobytes / 1_000).toFixed(1)} MB`;
}

/** `2 S, 1 L (classes: 4, methods: 30, views: 7, JavaScript: 12 kB)`; nothing where nothing is to be ported. */
export function describeSum({ modules, effort, models, methods, views, code }: WorkSum): string {
  if (modules === 0) return "";
  const parts = [
    `classes: ${models}`,
    `methods: ${methods}`,
    `views: ${views}`,
    ...(code !== null && code.javascript > 0
      ? [`JavaScript: ${formatBytes(code.javascript)}`]
      : []),
  ];
  return `${describeEfforts(effort)} (${parts.join(", ")})`;
}
