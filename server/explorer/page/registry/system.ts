// The system that a page of the registry is about: what the address says of it, links that keep it, and the frame of
// its pages: which system it is, what else there is of it, how far it is known.
import { readValue, readVersion, type PageContent, type PageRequest } from "../../page.js";
import { toPath } from "../../../contract/browser/ask.js";
import type { Ask } from "../../../routes/ask.js";
import {
  LIST_NAMES,
  MOST_NAMES,
  SWITCH_NAMES,
  mapLists,
  mapSwitches,
} from "../../../contract/browser/plan-question.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import type { Block } from "../../../contract/layout.js";
import {
  renderBlocks,
  renderFormats,
  renderNames,
  renderPlainLink,
  type ShownAnswer,
} from "../../../faces/page/blocks.js";
import { renderAnswerLink } from "../../../faces/page/pieces.js";
import { renderSelect } from "../question/fields.js";
import { readList, renderListField, renderPasted } from "../question/list-form.js";
import {
  describeModules,
  renderAsked,
  renderQuestion,
  toReadableQuery,
} from "../question/question.js";
import { chooseMainVersion, readVersions } from "../search/search-lists.js";

const NAMES = ["platform_version", "modules", "plan", ...LIST_NAMES, ...SWITCH_NAMES] as const;

/** System as in addresses; empty values are left out. */
export type System = Readonly<Record<(typeof NAMES)[number], string>>;

/** At the main version where the address says none. */
export async function readSystem(request: PageRequest): Promise<System> {
  const version = readVersion(request);
  return {
    platform_version: version || chooseMainVersion(await readVersions(request.ask)),
    modules: (await readList(request)).modules.join(","),
    plan: readValue(request, "plan"),
    ...mapLists((name) => readValue(request, name)),
    ...mapSwitches((name) => readValue(request, name)),
  };
}

/** True if the address names the modules of a system. */
export function namesSystem(request: PageRequest): boolean {
  return ["modules", "text", "plan"].some((name) => readValue(request, name) !== "");
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

/** Facts of a system and of names beside the answer of a page. */
interface CheckedNames {
  /** Names of modules that it needs and that the index does not have. */
  readonly missing: readonly string[];
  /** The other platform versions at which they are, of those that are. */
  readonly missingVersions: Readonly<Record<string, readonly string[]>>;
  /** Kinds of the existing names. */
  readonly kinds: ReadonlyMap<string, string>;
}

async function checkNames(
  ask: Ask,
  system: System,
  names: readonly string[],
): Promise<CheckedNames> {
  const kinds = new Map<string, string>();
  let checked: CheckedNames = { missing: [], missingVersions: {}, kinds };
  for (let at = 0; at < names.length; at += MOST_NAMES) {
    const refs = names.slice(at, at + MOST_NAMES).join(",");
    const { body } = await ask("/v1/check", { ...system, refs });
    checked = { missing: body.missing, missingVersions: body.missing_versions, kinds };
    for (const { ref, kind, exists } of body.references) {
      if (exists === true && kind !== null) kinds.set(ref, kind);
    }
  }
  return checked;
}

/** Kinds of references of which each room has pages. */
const PAGED: Readonly<Record<string, readonly string[]>> = {
  models: ["model"],
  access: ["model"],
  records: ["record", "view"],
  views: ["view"],
};

/** Lists of a system: word of the address, title, and purpose. */
const LISTS = {
  models: [
    "Models",
    "All models of a list of modules, with dependencies and auto-installed modules. Each with the module that defines it, and numbers of classes, fields and methods.",
  ],
  access: ["Access rights", "Who may do what with which model, by access rights and record rules."],
  menus: [
    "Menus",
    "The menus as users see them: the action of each, its groups, and the modules that write it.",
  ],
  records: ["Records", "Records of data files, with every place that writes them."],
  assets: [
    "Asset bundles",
    "Scripts, styles and templates, in the order in which a browser gets them.",
  ],
} as const;

export type SystemList = keyof typeof LISTS;

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
  const versions = await readVersions(request.ask);
  return html`<form class="plan-form" method="get">
    ${renderListField(modules === "" ? [] : modules.split(","))}
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

/** Makes a link to a page of the system, or the text alone where the system has no such page. */
type RenderLink = (href: string, text: Piece) => Html;

/** Page about a system, without the parts that all of them share. */
export interface SystemPage extends Pick<PageContent, "title" | "about"> {
  readonly list: SystemList;
  /** Filter of the list; it stays when another system is asked for. */
  readonly filter?: Readonly<Record<string, string>>;
  /** Heading; the default is the title. */
  readonly heading?: Piece;
  /** Stands below the line that says what was asked. */
  readonly lead?: (link: RenderLink) => Piece;
  /** Its answer does not say which modules are not indexed. */
  readonly tellsMissing?: true;
  readonly body?: (link: RenderLink) => Piece;
  readonly blocks: readonly Block[];
  /** The answer for programs. */
  readonly answer: ShownAnswer;
}

export async function showOfSystem(
  request: PageRequest,
  system: System,
  page: SystemPage,
): Promise<PageContent> {
  const { list, filter, heading, lead, tellsMissing, body, blocks, answer, ...head } = page;
  const { platform_version: version, modules, plan } = system;
  const asked =
    plan === ""
      ? html`${describeModules(modules.split(","))} with dependencies and auto-installed modules, for Odoo ${version}`
      : html`Installed as locked: <code>${plan}</code>, for Odoo ${version}`;
  const render = (link: RenderLink) =>
    [
      lead?.(link),
      body?.(link),
      renderBlocks(blocks, { query: request.query, renderLink: link }),
    ] as const;
  // The system is asked at once for all that is led to, so that names that it does not have lead nowhere.
  const named = new Set<string>();
  render((href, text) => {
    if (toRoom(href) in PAGED) named.add(toLastPart(href));
    return html`${text}`;
  });
  // A system has always this one.
  const names = named.size === 0 && tellsMissing === true ? ["base"] : [...named];
  const checked = await checkNames(request.ask, system, names);
  const [top, own, shown] = render((href, text) => renderLink(system, checked, href, text));
  const main = html`<header class="heading">
      <h1>${heading || head.title}</h1>
      ${renderAsked(asked, await renderForm(request, system, filter))}
      ${renderPasted(await readList(request), version, "Shown is Odoo")}
      ${isLong(system) && html`<form id="${FORM}" method="get">${renderHidden(system)}</form>`}
      ${renderLists(system, list)} ${top}
    </header>
    ${tellsMissing === true && renderMissing(checked, version)} ${own} ${shown}
    ${isLong(system) ? renderAnswerLink(answer.address) : renderFormats(answer)}`;
  return { ...head, main, menu: "plan" };
}

/** To pages of the same system, and to modules at its version; names that it does not have lead nowhere. */
function renderLink(system: System, { kinds }: CheckedNames, href: string, text: Piece): Html {
  const [, room, ...parts] = href.split("/");
  if (room === "registry") {
    const isThere = PAGED[toRoom(href)]?.includes(kinds.get(toLastPart(href)) ?? "") ?? true;
    return isThere ? renderSystemLink(system, href, text) : html`${text}`;
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

function renderMissing({ missing, missingVersions }: CheckedNames, version: string): Html | false {
  const names = missing.map((name) => {
    const versions = missingVersions[name];
    return versions === undefined ? name : `${name} (only at ${versions.join(", ")})`;
  });
  return (
    names.length > 0 &&
    html`<div class="notice">Not indexed at ${version}: ${renderNames(names)}</div>`
  );
}
