// Modules that are for the same: the nearest by meaning to what the module says of itself.
import type { ModuleDetail } from "../../../contract/shape/module.js";
import type { SemanticHit } from "../../../contract/shape/search.js";
import { catchProblem } from "../../../contract/browser/ask.js";
import type { Ask } from "../../../routes/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import { renderShelf } from "../names.js";

const MOST_SIMILAR = 6;

/** None of a snapshot that was built without vectors. */
export async function readSimilar(
  ask: Ask,
  { technical_name: name, name: title, summary, platform_version }: ModuleDetail,
): Promise<readonly SemanticHit[]> {
  const q = [title, summary].filter((text) => text !== "").join(". ");
  // The module itself is the nearest.
  const question = { q, platform_version, limit: MOST_SIMILAR + 1 };
  const hits = await catchProblem(ask("/v1/semantic-search", question), () => undefined);
  const others = hits?.body.filter(({ technical_name: other }) => other !== name) ?? [];
  return others.slice(0, MOST_SIMILAR);
}

export function renderSimilar(hits: readonly SemanticHit[]): Html | false {
  return (
    hits.length > 0 &&
    html`<h2>Similar modules</h2>
      ${renderShelf(hits)}`
  );
}
