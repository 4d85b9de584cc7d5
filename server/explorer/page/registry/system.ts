// The system that a page of the registry is about: what the address says of it, links that keep it, and the frame of
// its pages: which system it is, what else there is of it, how far it is known.
import { readValue, readVersion, type PageContent, type PageRequest } from "../../page.js";
import { toPath } from "../../../contract/browser/ask.js";
import type { Ask } from "../../../routes/ask.js";
import {
  LIST_NAMES,
  mapLists,
  mapSwitches,
  SWITCH_NAMES,
} from "../../../contract/browser/plan-question.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import type { Block } from "../../../contract/layout.js";
import { MOST_NAMES } from "../../../contract/browser/plan-question.js";
import {
  renderBlocks,
  renderFormats,
  renderNames,
  renderPlainLink,
} from "../../../faces/page/blocks.js";
import { readTableView } from "../../../faces/page/table-view.js";
import { renderAnswerLink, renderCode } from "../../../faces/page/pieces.js";
import { renderInput, renderSelect } from "../question/fields.js";
import {
  describeModules,
  renderAsked,
  renderQuestion,
  toReadableQuery,
} from "../question/question.js";
import { chooseMainVersion } from "../search/search-lists.js";

const NAMES = ["platform_version", "modules", "plan", ...LIST_NAMES, ...SWITCH_NAMES] as const;

/** System as in addresses; empty values are left out. */
export type System = Readonly<Record<(typeof NAMES)[number], string>>;

/** At the main version where the address says none. */
export async function readSystem(request: PageRequest): Promise<System> {
  const version = readVersion(request);
  return {
    platform_version: version || chooseMainVersion((await readVersions(request)).body),
    modules: readValue(request, "modules")
      .split(/[\s,]+/)
      .join(","),
    plan: readValue(request, "plan"),
    ...mapLists((name) => readValue(request, name)),
    ...mapSwitches((name) => readValue(request, name)),
  };
}

const readVersions = ({ ask }: PageRequest) => ask("/v1/versions", { limit: 500 });

/** True if the address names the modules of a system. */
export function namesSystem(request: PageRequest): boolean {
  return readValue(request, "modules") !== "" || readValue(request, "plan") !== "";
}

/** @param system what is said of it */
export function toSystemAddress(path: string, system: Partial<System>): string {
  return path + toReadableQuery(Object.fromEntries(NAMES.map((name) => [name, system[name]])));
}

/** Characters of what a system is named by; more of them do not stand in every link of a page. */
const MOST_IN_LINKS = 500;

const FORM = "system";

function isLong(system: System): boolean {
  return Object.values(system).join("").length > MOST_IN_LINKS;
}

/** @param at the module at which a view stops */
export function renderSystemLink(system: System, path: string, text: Piece, at = ""): Html {
  if (isLong(system)) {
    return html`<button class="plain" form="${FORM}" formaction="${path}"${at !== "" && html` name="at" value="${at}"`}>${text}</button>`;
  }
  const end = at === "" ? "" : `&at=${encodeURIComponent(at)}`;
  return html`<a href="${toSystemAddress(path, system)}${end}">${text}</a>`;
}

export function renderModelLink(system: System, model: string): Html {
  return renderSystemLink(system, toPath("registry", "models", model), renderCode(model));
}

/** Facts of the system beside the answer of a page. */
interface SystemState {
  /** Names of modules that it needs and that the index does not have. */
  readonly missing: readonly string[];
  /** The other platform versions at which they are, of those that are. */
  readonly missingVersions: Readonly<Record<string, readonly string[]>>;
  /** Requested names that are models of the system. */
  readonly models: ReadonlySet<string>;
}

/** For pages that lead to what their answers name, or whose answers do not say what is missing. */
export async function readState(
  ask: Ask,
  system: System,
  names: readonly string[] = [],
): Promise<SystemState> {
  // A system has always this one.
  const refs = ["base", ...names].join(",");
  const { body } = await ask("/v1/check", { ...system, refs });
  const models = body.references.filter(({ exists, kind }) => exists === true && kind === "model");
  return {
    missing: body.missing,
    missingVersions: body.missing_versions,
    models: new Set(models.map(({ ref }) => ref)),
  };
}

/** Kinds of references with pages, by room. */
const PAGED: Readonly<Record<string, readonly string[]>> = {
  models: ["model"],
  access: ["model"],
  records: ["record", "view"],
  views: ["view"],
};

/** Page addresses whose model, record or view the system lacks. */
async function findUnknown(
  ask: Ask,
  system: System,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const kinds = new Map<string, string>();
  const names = [...new Set(addresses.map(toLastPart))];
  for (let at = 0; at < names.length; at += MOST_NAMES) {
    const refs = names.slice(at, at + MOST_NAMES).join(",");
    const { body } = await ask("/v1/check", { ...system, refs });
    for (const { ref, kind, exists } of body.references) {
      if (exists === true && kind !== null) kinds.set(ref, kind);
    }
  }
  const isThere = (address: string): boolean =>
    PAGED[toRoom(address)]?.includes(kinds.get(toLastPart(address)) ?? "") === true;
  return new Set(addresses.filter((address) => !isThere(address)));
}

/** Lists of a system: word of the address, title, and purpose. */
const LISTS = {
  models: [
    "Models",
    "All models of a list of modules with its dependencies: the module that defines each, and its number of classes, fields and methods. No code is run.",
  ],
  access: ["Rights", "Who may do what with which model, and the lines and rules that say so."],
  menus: [
    "Menus",
    "The menus as users see them: what each starts, for whom, and who put it there.",
  ],
  records: ["Records", "Records of data files, with every place that writes them."],
  assets: ["Bundles", "Scripts, styles and templates, in the order in which a browser gets them."],
} as const;

export type SystemList = keyof typeof LISTS;

/** Form that asks for a system. */
export async function showSystemForm(request: PageRequest, list: SystemList): Promise<PageContent> {
  const [name, lead] = LISTS[list];
  const title = `${name} of an installation`;
  const form = await renderForm(request, await readSystem(request));
  const main = renderQuestion({ title, lead, asked: undefined, form }, false);
  return { title, main, menu: "plan" };
}

/** The form leads to its own page: for a model or a view, the same one of other modules. */
async function renderForm(
  request: PageRequest,
  { modules, platform_version: chosen, ...rest }: System,
  filter: Readonly<Record<string, string>> = {},
): Promise<Html> {
  const { body: versions } = await readVersions(request);
  return html`<form class="inline-form" method="get">
    ${renderInput({
      name: "modules",
      title: "Modules, comma-separated",
      value: modules,
      placeholder: "sale_management, stock",
      isWide: true,
    })}
    ${renderSelect({
      name: "platform_version",
      title: "Odoo version",
      chosen,
      values: versions.map((row) => row.platform_version).toReversed(),
    })}
    ${renderHidden({ ...rest, ...filter })}
    <button class="button main">Show</button>
  </form>`;
}

/** Hidden fields of a form. */
export function renderHidden(values: Readonly<Record<string, string>>): readonly Html[] {
  return Object.entries(values)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}

/** A page about a system, without what all of them have. */
interface SystemPage extends Pick<PageContent, "title" | "about"> {
  readonly list: SystemList;
  /** Filters of the list, which stay when the system changes. */
  readonly filter?: Readonly<Record<string, string>>;
  /** The title where it is left out. */
  readonly heading?: Piece;
  /** Stands below the line that says what was asked. */
  readonly lead?: Piece;
  readonly state?: SystemState;
  readonly body?: Piece;
  readonly blocks: readonly Block[];
  /** Address of the answer for programs. */
  readonly address: string;
}

export async function showOfSystem(
  request: PageRequest,
  system: System,
  page: SystemPage,
): Promise<PageContent> {
  const { list, filter, heading, lead, state, body, blocks, address, ...head } = page;
  const { platform_version: version, modules, plan } = system;
  const asked =
    plan === ""
      ? html`${describeModules(modules.split(","))} and all dependencies, for Odoo ${version}`
      : html`Installed as locked: <code>${plan}</code>, for Odoo ${version}`;
  const view = readTableView(request.query);
  // Targets of links are checked with the system, so that missing names are no links.
  const named = new Set<string>();
  renderBlocks(blocks, {
    view,
    renderLink(href, text) {
      if (toRoom(href) in PAGED) named.add(href);
      return html`${text}`;
    },
  });
  const unknown = await findUnknown(request.ask, system, [...named]);
  const main = html`<header class="heading">
      <h1>${heading || head.title}</h1>
      ${renderAsked(asked, await renderForm(request, system, filter))}
      ${isLong(system) && html`<form id="${FORM}" method="get">${renderHidden(system)}</form>`}
      ${renderLists(system, list)} ${lead}
    </header>
    ${state && renderMissing(state, version)} ${body}
    ${renderBlocks(blocks, {
      view,
      renderLink: (href, text) => renderLink(system, unknown, href, text),
    })}
    ${isLong(system) ? renderAnswerLink(address) : renderFormats(address)}`;
  return { ...head, main, menu: "plan" };
}

/** To pages of the same system, and to modules at its version; names that it does not have lead nowhere. */
function renderLink(system: System, unknown: ReadonlySet<string>, href: string, text: Piece): Html {
  const [, room, ...parts] = href.split("/");
  if (room === "registry") {
    return unknown.has(href) ? html`${text}` : renderSystemLink(system, href, text);
  }
  return renderPlainLink(
    room === "module" && parts.length === 1 ? `${href}/${system.platform_version}` : href,
    text,
  );
}

/** `models` of `/registry/models/sale.order`. */
const toRoom = (href: string): string => /^\/registry\/([a-z]+)\/./.exec(href)?.[1] ?? "";

const toLastPart = (href: string): string =>
  decodeURIComponent(href.slice(href.lastIndexOf("/") + 1));

function renderLists(system: System, current: SystemList): Html {
  const lists = Object.entries(LISTS).map(([name, [title]]) => {
    const text = name === current ? html`<b>${title}</b>` : title;
    return html`<li>${renderSystemLink(system, toPath("registry", name), text)}</li>`;
  });
  return html`<nav aria-label="Of this installation">
    <ul class="inline">
      ${lists} ${system.plan === "" && html`<li>${renderSystemLink(system, "/plan", "Modules")}</li>`}
    </ul>
  </nav>`;
}

function renderMissing({ missing, missingVersions }: SystemState, version: string): Html | false {
  const names = missing.map((name) => {
    const versions = missingVersions[name];
    return versions === undefined ? name : `${name} (only at ${versions.join(", ")})`;
  });
  return (
    names.length > 0 &&
    html`<div class="notice">Not indexed at ${version}: ${renderNames(names)}</div>`
  );
}
