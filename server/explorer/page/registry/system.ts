// The system that a page of the registry is about: what the address says of it, links that keep it, and the
// line that names it.
import { readValue, type PageRequest } from "../../page.js";
import { toPath, toQuery } from "../../../contract/browser/ask.js";
import type { Ask } from "../../../routes/ask.js";
import {
  LIST_NAMES,
  mapLists,
  mapSwitches,
  SWITCH_NAMES,
} from "../../../contract/browser/plan-question.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import { renderNames } from "../plan/names.js";
import { count } from "../pieces.js";

const NAMES = ["platform_version", "modules", "plan", ...LIST_NAMES, ...SWITCH_NAMES] as const;

/** As it stands in addresses; what is empty is not said. */
export type System = Readonly<Record<(typeof NAMES)[number], string>>;

export function readSystem(request: PageRequest): System {
  return {
    platform_version: readValue(request, "platform_version"),
    modules: readValue(request, "modules")
      .split(/[\s,]+/)
      .join(","),
    plan: readValue(request, "plan"),
    ...mapLists((name) => readValue(request, name)),
    ...mapSwitches((name) => readValue(request, name)),
  };
}

/** Does the address say of which modules the system is? */
export function namesSystem(request: PageRequest): boolean {
  const { modules, plan } = readSystem(request);
  return modules !== "" || plan !== "";
}

/** The page of all models of a system that is named in short. */
export function toModelsAddress(system: Partial<System>): string {
  return toPath("registry", "models") + toSystemQuery(system);
}

/** The page of a view in a system that is named in short. */
export function toViewAddress(xmlId: string, system: Partial<System>): string {
  return toPath("registry", "views", xmlId) + toSystemQuery(system);
}

function toSystemQuery(system: Partial<System>): string {
  const said = Object.fromEntries(NAMES.map((name) => [name, system[name]]));
  return toQuery(said).replaceAll("%2C", ",").replaceAll("%2F", "/");
}

/** Characters of what a system is named by; more of them do not stand in every link of a page. */
const MOST_IN_LINKS = 500;

const FORM = "system";

/** @param at the module at which a view stops */
export function renderSystemLink(system: System, path: string, text: Piece, at = ""): Html {
  const chars = Object.values(system).reduce((sum, value) => sum + value.length, 0);
  if (chars > MOST_IN_LINKS) {
    return html`<button class="plain" form="${FORM}" formaction="${path}"${at !== "" && html` name="at" value="${at}"`}>${text}</button>`;
  }
  const end = at === "" ? "" : `&at=${encodeURIComponent(at)}`;
  return html`<a href="${path}${toSystemQuery(system)}${end}">${text}</a>`;
}

/** What a field says of a model that the system does not have. */
const UNKNOWN = "_unknown";

export function renderModelLink(system: System, model: string): Html {
  if (model === UNKNOWN) return html`<code>${model}</code>`;
  return renderSystemLink(system, toPath("registry", "models", model), html`<code>${model}</code>`);
}

export function renderViewLink(system: System, xmlId: string): Html {
  return renderSystemLink(system, toPath("registry", "views", xmlId), html`<code>${xmlId}</code>`);
}

/** What the system comes to. */
export interface SystemState {
  readonly modules: number;
  /** Names of modules that it needs and that the index does not have. */
  readonly missing: readonly string[];
  /** The other platform versions at which they are, of those that are. */
  readonly missingVersions: Readonly<Record<string, readonly string[]>>;
  /** Of the names that were asked about those that are models of it. */
  readonly models: ReadonlySet<string>;
  /** Those that are external ids of its records. */
  readonly records: ReadonlySet<string>;
}

export async function readState(
  ask: Ask,
  system: System,
  names: readonly string[],
): Promise<SystemState> {
  // A system has always this one.
  const refs = ["base", ...names].join(",");
  const { body } = await ask("/v1/check", { ...system, refs });
  const found = body.references.filter(({ exists }) => exists === true);
  const listOf = (...kinds: readonly (string | null)[]): ReadonlySet<string> =>
    new Set(found.filter(({ kind }) => kinds.includes(kind)).map(({ ref }) => ref));
  return {
    modules: body.modules,
    missing: body.missing,
    missingVersions: body.missing_versions,
    models: listOf("model"),
    records: listOf("record", "view"),
  };
}

/** Beside its models. */
const LISTS = [
  ["access", "Rights"],
  ["menus", "Menus"],
  ["records", "Records"],
  ["assets", "Bundles"],
] as const;

/** Which system it is, and what else there is of it. */
export function renderSystem(
  system: System,
  { modules: number, missing, missingVersions }: SystemState,
): Html {
  const { platform_version: version, modules, plan } = system;
  const names = (plan === "" ? modules : plan).split(",");
  return html`<div class="system">
    <div>
      ${plan === "" ? "Installed: " : "Installed as locked: "}${renderNames(names)}, with dependencies ${count(number, "module")} at ${version}
    </div>
    ${missing.length > 0 && html`<div>Not indexed at ${version}: ${renderNames(missing.map((name) => nameMissing(name, missingVersions[name])))}</div>`}
    <ul class="inline">
      <li>${renderSystemLink(system, toPath("registry", "models"), "All models of this installation")}</li>
      ${LISTS.map(([name, title]) => html`<li>${renderSystemLink(system, toPath("registry", name), title)}</li>`)}
      ${plan === "" && html`<li>${renderSystemLink(system, "/plan", "Its modules")}</li>`}
    </ul>
    <form id="${FORM}" method="get">${renderHidden(system)}</form>
  </div>`;
}

/** What a form sends along with its own fields. */
export function renderHidden(system: Partial<System>): readonly Html[] {
  return Object.entries(system)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}

function nameMissing(name: string, versions: readonly string[] | undefined): string {
  return versions === undefined ? name : `${name} (only at ${versions.join(", ")})`;
}
