// Suggestions below a browser's address bar: the JSON array of the OpenSearch suggestions
// extension.
import type { FoundHits } from "../../contract/shape/find.js";

export const SUGGESTIONS_TYPE = "application/x-suggestions+json";

/**
 * The typed text, then names, descriptions, and pages.
 * @param publicUrl without it pages are left out: addresses in the array are absolute
 */
export function writeSuggestions({ q, hits }: FoundHits, publicUrl: string | undefined): string {
  const names = hits.map(({ model, name }) => (model === null ? name : `${model}.${name}`));
  const said = hits.map(({ kind, label }) =>
    kind === "module" && label !== "" ? `${kind}: ${label}` : kind,
  );
  const pages = publicUrl === undefined ? [] : hits.map(({ page }) => publicUrl + page);
  return `${JSON.stringify([q, names, said, pages])}\n`;
}
