// Modules that are for the same: the nearest by meaning to what the module says of itself.
import type { ModuleDetail } from "../../../contract/shape/module.js";
import type { SemanticHit } from "../../../contract/shape/search.js";
import { AskError, toPath } from "../../../contract/browser/ask.js";
import type { Ask } from "../../../routes/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";

const MOST_SIMILAR = 6;

/** None of a snapshot that was built without vectors. */
export async function readSimilar(
  ask: Ask,
  { technical_name: name, name: title, summary, platform_version }: ModuleDetail,
): Promise<readonly SemanticHit[]> {
  const q = [title, summary].filter((text) => text !== "").join(". ");
  try {
    // It is itself the nearest, once for each repository that has it.
    const limit = 2 * MOST_SIMILAR;
    const { body } = await ask("/v1/semantic-search", { q, platform_version, limit });
    return body.filter(({ technical_name: other }) => other !== name).slice(0, MOST_SIMILAR);
  } catch (error) {
    if (error instanceof AskError) return [];
    throw error;
  }
}

export function renderSimilar(hits: readonly SemanticHit[]): Html | false {
  return (
    hits.length > 0 &&
    html`<h2>Similar modules</h2>
      <ul class="similar">
        ${hits.map(
          ({ technical_name, name, platform_version }) =>
            html`<li>
              <a href="${toPath("module", technical_name, platform_version)}">${name}</a
              ><br /><code class="hint">${technical_name}</code>
            </li>`,
        )}
      </ul>`
  );
}
