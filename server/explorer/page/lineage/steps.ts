// What became of a module from one version to the next, in words, with what says so.
import { toPath } from "../../../contract/browser/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import type { LineageStep, Place } from "../../../contract/shape/lineage.js";
import { STEP_WORDS } from "../../../contract/shape/lineage.js";
import { renderRepositoryLink, renderForgeLink } from "../names.js";
import { join, renderCode } from "../../../faces/page/pieces.js";

/** Does it say more than that the module is where it was? */
export function isNotable({ kind, from, to }: LineageStep): boolean {
  return (
    kind !== "same" || from.organization !== to.organization || from.repository !== to.repository
  );
}

/** `renamed to x at 17.0`, and the evidence below it. */
export function renderStep(step: LineageStep): Html {
  const evidence = listEvidence(step);
  return html`<p>${renderWords(step)}</p>
    ${evidence.length > 0 && html`<p class="hint">${join(evidence, " · ")}</p>`}`;
}

function renderWords(step: LineageStep): Html {
  const { kind, to } = step;
  const { platform_version: version } = to;
  const where = html`${to.repository !== null && html` in ${renderRepository(to)}`} at ${version}`;
  switch (kind) {
    case "same":
      return isNotable(step)
        ? html`the name is${where}; no evidence in git that it is the same module`
        : html`<span class="hint">the same at ${version}</span>`;
    case "moved":
      return html`<b>moved</b>: the same module is${where}`;
    case "renamed":
    case "merged":
    case "split":
      return html`<b>${STEP_WORDS[kind]}</b> ${renderModule(to)}${where}`;
    case "in_core":
      return html`<b>part of Odoo</b> from ${version} on`;
    case "not_ported":
      return html`<b>not ported yet</b>: not at ${version}, nor are most modules of its repository`;
    case "gone":
      return html`<b>gone</b>: not at ${version}, and no module is known to have its contents`;
  }
}

/** A module at its version; a name that nobody here has leads to what is known of it. */
export function renderModule({
  technical_name: name,
  platform_version: version,
  repository,
}: Place): Html {
  const known = name ?? "";
  const href = repository === null ? toPath("lineage", known) : toPath("module", known, version);
  return html`<a href="${href}"><code>${known}</code></a>`;
}

export function renderRepository({ organization, repository }: Place): Html | false {
  return repository !== null && renderRepositoryLink(`${organization}/${repository}`);
}

function listEvidence({ evidence }: LineageStep): readonly Html[] {
  const { move_commit: move, commits, files, openupgrade } = evidence;
  return [
    ...(move === null ? [] : [renderMove(move)]),
    ...(commits === null || commits.shared === 0
      ? []
      : [html`${commits.shared} of ${commits.of} commits`]),
    ...(files === null || files.shared === 0
      ? []
      : [html`${files.shared} of ${files.of} files of its own`]),
    ...(openupgrade === null
      ? []
      : [html`OpenUpgrade ${openupgrade.platform_version}: ${openupgrade.kind}`]),
  ];
}

function renderMove(move: NonNullable<LineageStep["evidence"]["move_commit"]>): Html {
  const { commit, url, subject, organization, repository, branch } = move;
  return html`commit ${renderForgeLink(url, renderCode(commit))} in
  ${organization}/${repository} ${branch}, “${subject}”: ${move.same_paths} of
  ${move.deleted_files} files at the same path, ${move.same_files} unchanged`;
}
