// The field into which people paste a list of modules, and what was read of it.
import type { ProblemBody } from "../../../contract/browser/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import { LEFT_OUT, type ModuleList } from "../../../contract/list/collect-list.js";
import { readModuleList } from "../../../contract/list/module-list.js";
import { readValue, type PageRequest } from "../../page.js";
import { renderFailure } from "../../shared/search-results.js";
import { join, renderCode, renderFold } from "../../../faces/page/pieces.js";
import { formatCount } from "../../../contract/browser/words.js";

export interface ListForm {
  /** Modules of the address and of the pasted list. */
  readonly modules: readonly string[];
  readonly pasted: ModuleList | undefined;
  /** The form was sent without a name. */
  readonly isBlank: boolean;
}

export async function readList(request: PageRequest): Promise<ListForm> {
  const text = readValue(request, "text");
  const pasted = text === "" ? undefined : await readModuleList(text);
  const named = readWords(request, "modules");
  const modules = [...new Set([...named, ...(pasted?.modules ?? [])])];
  const isBlank = request.query.has("text") && text === "" && modules.length === 0;
  return { modules, pasted, isBlank };
}

/** With commas or blanks between them. */
export function readWords(request: PageRequest, name: string): readonly string[] {
  const words = readValue(request, name).split(/[\s,]+/);
  const names = words.filter((word) => word !== "" && word.length <= MOST_NAME_CHARS);
  return [...new Set(names)].slice(0, MOST_NAMES);
}

/** Names are shown again; no form of ours sends more. */
const MOST_NAMES = 2_000;
const MOST_NAME_CHARS = 200;

const FILES = renderFold(
  "Files that are read",
  html`<ul class="hint">
    <li>Python: <code>requirements.txt</code>, <code>pyproject.toml</code>, <code>Pipfile</code>, <code>setup.py</code></li>
    <li>Repositories: <code>repos.yaml</code>, <code>addons.yaml</code>, <code>.gitmodules</code></li>
    <li>
      Of a database: a CSV of <code>ir.module.module</code>, JSON of <code>search_read</code>, output of
      <code>psql</code> or <code>pg_dump</code>
    </li>
    <li>Others: <code>depends</code> of a manifest, a log of Odoo, a <code>Dockerfile</code>, a CI file</li>
  </ul>`,
);

/** The field itself. */
export function renderListField(modules: readonly string[]): Html {
  return html`<label for="text">Modules</label>
    <textarea
      id="text"
      name="text"
      rows="8"
      autocapitalize="none"
      autocomplete="off"
      spellcheck="false"
      placeholder="sale_management, stock"
      aria-describedby="text-hint"
    >
${modules.join("\n")}</textarea
    >
    <p id="text-hint" class="hint">
      Paste names, or a file that lists modules. Up to 500 names.
      <noscript>Without JavaScript a list may have some 10,000 characters.</noscript>
    </p>
    ${FILES}`;
}

/**
 * Nothing that was pasted is passed over in silence; of names alone, all of which are taken, there is nothing to say.
 * @param chosen the platform version that is answered for
 * @param saying what is done where that is another than the list says
 */
export function renderPasted(
  { modules, pasted: list, isBlank }: ListForm,
  chosen: string,
  saying: string,
): Html | false {
  if (isBlank) return html`<p class="notice" role="alert">Enter at least one module.</p>`;
  if (list === undefined) return false;
  const { kind, repositories, prefer, platformVersion: version, leftOut } = list;
  if (kind === "names" && leftOut.length === 0 && modules.length > 0) return false;
  const found = [
    formatCount(list.modules.length, "module"),
    repositories.length > 0 && formatCount(repositories.length, "repository", "repositories"),
    prefer.length > 0 && `${formatCount(prefer.length, "repository", "repositories")} to prefer`,
    version !== undefined && `Odoo version ${version}`,
  ].filter((part) => part !== false);
  return html`<div class="notice">
    <p>Read as ${kind}: ${found.join(", ")}.</p>
    ${version !== undefined && version !== chosen && html`<p>${saying} ${chosen}, as chosen.</p>`}
    ${modules.length === 0 && html`<p>No names of modules were found: paste them too, and the rest stays.</p>`}
    ${
      leftOut.length > 0 &&
      html`<ul>
        ${leftOut.map(
          ({ reason, count: number, examples }) =>
            html`<li>
              ${number} × ${LEFT_OUT[reason]}: ${join(examples.map(renderCode))}${number > examples.length && ", …"}
            </li>`,
        )}
      </ul>`
    }
  </div>`;
}

/** Failure of a list: reason, and the command for longer ones. */
export const renderListFailure =
  (command: "plan" | "migration" | "upgrade") =>
  (problem: ProblemBody): Html =>
    html`${renderFailure(problem)}
    <p>
      On the command line <code>module-lookup ${command} --modules FILE</code> takes the same lists,
      of any length.
    </p>`;
