// Pages of answers without a composition of their own: a row says what is asked and what the page is called, the rest is the
// layout of the route.
import { readPart, readValue, readVersion, type PageContent, type PageRequest } from "../page.js";
import { readAllParts, toPath } from "../../contract/browser/ask.js";
import type { AnyQuestion } from "../../contract/parameter.js";
import { html, type Piece } from "../../contract/browser/html.js";
import type { Block, LayoutContext } from "../../contract/layout.js";
import { layPlain } from "../../contract/plain-blocks.js";
import { layChanges } from "../../contract/shape/changes-layout.js";
import { layCopies } from "../../contract/shape/copies.js";
import { layLineage } from "../../contract/shape/lineage-layout.js";
import { layDiagnostics, laySnapshot } from "../../contract/shape/snapshot.js";
import { renderBlocks, renderFormats } from "../../faces/page/blocks.js";
import type { BodyAt, QuestionAt, RoutePath } from "../../routes/ask.js";
import { chooseMainVersion, readVersions } from "./search/search-lists.js";

interface LaidPage<P extends RoutePath> extends Pick<PageContent, "menu"> {
  readonly path: P;
  /** Key of a list that comes in parts; empty where the body is the list. */
  readonly list?: (keyof BodyAt<P> & string) | "";
  /** Values of the question; those of a part of a list are added. */
  question(request: PageRequest): AnyQuestion | Promise<AnyQuestion>;
  lay(body: BodyAt<P>, context: LayoutContext): readonly Block[];
  words(request: PageRequest, body: BodyAt<P>): PageWords;
}

interface PageWords extends Pick<PageContent, "title" | "about"> {
  /** Heading; the default is the title. */
  readonly heading?: Piece;
  readonly lead?: Piece;
}

/** Limit of the interface for one request. */
const MOST_ROWS = 500;

const showLaid =
  <P extends RoutePath>({ path, list, menu, ...page }: LaidPage<P>) =>
  async (request: PageRequest): Promise<PageContent> => {
    const own = await page.question(request);
    const { body, ...answer } = await readAllParts<BodyAt<P>>(list, MOST_ROWS, (part) =>
      request.ask(path, { ...part, ...own } as unknown as QuestionAt<P>),
    );
    const { title, heading = title, lead, ...about } = page.words(request, body);
    const main = html`<header class="heading"><h1>${heading}</h1> ${lead && html`<p class="lead">${lead}</p>`}</header>
      ${renderBlocks(page.lay(body, { total: undefined }), { query: request.query })}
      ${renderFormats(answer)}`;
    return { title, ...about, main, ...(menu && { menu }) };
  };

export const showLineage = showLaid({
  path: "/v1/lineage/{module_name}",
  lay: layLineage,
  question: (request) => ({ module_name: readPart(request, "name") }),
  words: (_, { technical_name: name, places }) => ({
    title: `What became of ${name}`,
    heading: html`What became of <code>${name}</code>`,
    about: `${name} from version to version: where it is, what it was renamed to or merged into.`,
    lead: html`Its name and repository from version to version. ${places.length > 0 && html`<a href="${toPath("module", name)}">The module itself</a>`}`,
  }),
});

export const showChanges = showLaid({
  path: "/v1/changes",
  lay: layChanges,
  list: "changes",
  menu: "changes",
  question: (request) => ({ platform_version: readVersion(request) }),
  words: () => ({
    title: "Changes",
    lead: html`Modules that are new, updated or gone since the previous snapshot of this index. <a href="/v1/changes?format=atom">Atom feed</a>`,
  }),
});

export const showCopies = showLaid({
  path: "/v1/copies",
  lay: layCopies,
  list: "modules",
  question: async (request) => ({
    platform_version: readVersion(request) || chooseMainVersion(await readVersions(request.ask)),
    org: readValue(request, "org"),
    repo: readValue(request, "repo"),
  }),
  words: () => ({
    title: "Copies of modules",
    about: "Which repositories have modules of others, and how far behind theirs are.",
    lead: "Modules that several repositories have at one version of Odoo: the original, and how far its copies are behind.",
  }),
});

export const showSnapshot = showLaid({
  path: "/v1/snapshot",
  lay: laySnapshot,
  question: () => ({}),
  words: () => ({ title: "Snapshot", lead: "What this index was built from." }),
});

export const showDiagnostics = showLaid({
  path: "/v1/diagnostics",
  lay: layDiagnostics,
  list: "",
  question: (request) => ({
    code: readValue(request, "code"),
    repo: readValue(request, "repository"),
    platform_version: readVersion(request),
  }),
  words: () => ({
    title: "Diagnostics",
    lead: html`Files with errors. Their modules are still indexed. <a href="/snapshot">How many of each code</a>`,
  }),
});

export const showProblemKind = showLaid({
  path: "/problems/{code}",
  lay: layPlain,
  question: (request) => ({ code: readPart(request, "code") }),
  words: (_, { title }) => ({ title }),
});
