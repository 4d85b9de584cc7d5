// Where something of the code is: the frame of such a page, and the head of each module that has it.
import type { PageContent } from "../page.js";
import type { Asked } from "../../routes/ask.js";
import { toModuleAddress } from "./names.js";
import { html, type Html, type Piece } from "../../contract/browser/html.js";
import type { Completeness } from "../../contract/shape/completeness.js";
import type { LoadOrder } from "../../contract/shape/where.js";
import { describeLoadOrder, renderUnknown } from "./unresolved.js";
import { renderAnswerLink } from "../../faces/page/pieces.js";
import { renderVersionLinks } from "./version-strip.js";

interface Places<One> extends Completeness {
  readonly platform_version: string;
  readonly platform_versions: readonly string[];
  readonly load_order: LoadOrder;
  readonly modules: readonly One[];
}

interface PlacesPage extends Pick<PageContent, "script"> {
  readonly name: string;
  /** Of the page. */
  readonly path: string;
  readonly places: Places<{ readonly technical_name: string }>;
  /** Stands before what is known of the load order. */
  readonly lead: Piece;
  /** Stands after it. */
  readonly note?: Piece;
  readonly body: Piece;
  /** Where programs get the same. */
  readonly address: string;
}

export function showPlaces(page: PlacesPage): PageContent {
  const { name, path, places, lead, note, body, address, script } = page;
  const version = places.platform_version;
  const modules = places.modules.map(({ technical_name }) => technical_name);
  const main = html`<header class="heading">
      <h1><code>${name}</code></h1>
      <p class="lead">${lead} ${describeLoadOrder(places.load_order, modules)}${note}</p>
      ${renderVersionLinks(path, places.platform_versions, version)}
    </header>
    ${renderUnknown(places, name)} ${body}
    ${renderAnswerLink(address)}`;
  return { title: `${name} ${version}`, main, ...(script && { script }) };
}

/** Of one question, as many as the interface gives at most. */
const MODULES = 200;

/** All modules of an answer that comes in parts. */
export async function readAllModules<One, Answer extends { readonly modules: readonly One[] }>(
  read: (part: { readonly limit: number; readonly offset?: number }) => Promise<Asked<Answer>>,
): Promise<Asked<Answer>> {
  const { body: first, total = 0, address } = await read({ limit: MODULES });
  const modules = [...first.modules];
  while (modules.length < total) {
    modules.push(...(await read({ limit: MODULES, offset: modules.length })).body.modules);
  }
  return { body: { ...first, modules }, total, address };
}

interface ListedPlace {
  readonly technical_name: string;
  readonly organization: string;
  readonly repository: string;
  readonly role: string;
  readonly installable: boolean;
  readonly after: readonly string[];
}

/** A module that has it, and after which others it stands. */
export function renderPlaceHead(
  place: ListedPlace,
  version: string,
  level: "h2" | "h3" = "h2",
): Html {
  const { technical_name: name, organization, repository, role, installable, after } = place;
  const href = toModuleAddress(name, version, `${organization}/${repository}`);
  return html`<${level}>
      <a href="${href}">${name}</a>
      <span class="badge${role === "defines" && " good"}">${role}</span>${!installable && html` <span class="badge bad">not installable</span>`}
    </${level}>
    <p class="hint">${organization}/${repository}${after.length > 0 && html` · after ${after.join(", ")}`}</p>`;
}
