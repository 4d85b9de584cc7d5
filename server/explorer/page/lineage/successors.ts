// Successors of a missing module, in words with links.
import { toPath } from "../../../contract/browser/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import { STEP_WORDS, type Successor } from "../../../contract/shape/lineage.js";
import { join } from "../../../faces/page/pieces.js";

/** `renamed to x at 16.0, merged into y at 17.0` */
export function renderSuccessors(successors: readonly Successor[]): Html {
  return html`${join(successors.map(renderSuccessor))}`;
}

function renderSuccessor(successor: Successor): Html {
  const { kind, technical_name: name, platform_version: version, repository } = successor;
  if (kind === "in_core") return html`part of Odoo from ${version} on`;
  const link = renderName(name, repository !== null);
  return html`${STEP_WORDS[kind]} ${link} at ${version}`;
}

/** Text for screen readers. */
export function describeSuccessors(successors: readonly Successor[]): string {
  return successors
    .map(({ kind, technical_name: name }) =>
      kind === "in_core" ? "part of Odoo" : `${STEP_WORDS[kind]} ${name}`,
    )
    .join(", ");
}

/** A name that nobody here has leads to what is known of it. */
function renderName(name: string, isHere: boolean): Html {
  const href = isHere ? toPath("module", name) : toPath("lineage", name);
  return html`<a href="${href}"><code>${name}</code></a>`;
}
