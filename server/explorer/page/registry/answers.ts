// Pages of a system that are laid out: lists of models, rights, menus, records and bundles, and one of each. Here stands what
// they are asked and called.
import { readPart, readValue, type PageContent, type PageRequest } from "../../page.js";
import { readAllParts, toPath } from "../../../contract/browser/ask.js";
import { html } from "../../../contract/browser/html.js";
import type { Block, LayoutContext } from "../../../contract/layout.js";
import {
  layAccess,
  layModels,
  layRecords,
  layRegistryList,
} from "../../../contract/shape/system/registry-layout.js";
import {
  layModelAccess,
  layRegistryOne,
} from "../../../contract/shape/system/registry-one-layout.js";
import { layModel } from "../../../contract/shape/system/model-layout.js";
import { renderCode } from "../../../faces/page/pieces.js";
import type { BodyAt, QuestionAt, RoutePath } from "../../../routes/ask.js";
import { readSystem, showOfSystem, type SystemPage } from "./system.js";

/** Limit of the interface for one request. */
const MOST_ROWS = 5_000;

interface Shown<P extends RoutePath> extends Omit<SystemPage, "blocks" | "answer"> {
  readonly path: P;
  /** Values beside those of the system. */
  readonly more: Readonly<Record<string, string | number>>;
  /** Key of a list that comes in parts; empty where the answer is the list. */
  readonly rows?: (keyof BodyAt<P> & string) | "" | undefined;
  lay(body: BodyAt<P>, context: LayoutContext): readonly Block[];
}

async function show<P extends RoutePath>(
  request: PageRequest,
  { path, more, rows, lay, ...page }: Shown<P>,
): Promise<PageContent> {
  const system = await readSystem(request);
  const question = { ...system, ...more } as unknown as QuestionAt<P>;
  const { body, ...answer } = await readAllParts<BodyAt<P>>(rows, MOST_ROWS, (part) =>
    request.ask(path, { ...question, ...part } as QuestionAt<P>),
  );
  return showOfSystem(request, system, { ...page, blocks: lay(body, answer), answer });
}

export const showModels = (request: PageRequest) =>
  show(request, {
    path: "/v1/registry/models",
    more: {},
    rows: "",
    lay: layModels,
    list: "models",
    title: "Models of an installation",
    about:
      "All models of a list of Odoo modules with its dependencies: who defines each, and how much there is to it.",
    tellsMissing: true,
  });

export function showSystemModel(request: PageRequest): Promise<PageContent> {
  const model = readPart(request, "name");
  return show(request, {
    path: "/v1/registry/models/{model}",
    more: { model },
    lay: layModel,
    list: "models",
    title: `${model} of an installation`,
    about: `${model} as its modules make it together: fields, methods, classes.`,
    heading: html`${renderCode(model)} in an installation`,
    lead: (link) =>
      html`<p>${link(toPath("registry", "access", model), "Access rights by group")}</p>`,
    tellsMissing: true,
  });
}

export function showAccess(request: PageRequest): Promise<PageContent> {
  const filter = {
    module: readValue(request, "module"),
    granted_to: readValue(request, "granted_to"),
  };
  return show(request, {
    path: "/v1/registry/access",
    more: filter,
    rows: "models",
    lay: layAccess,
    list: "access",
    filter,
    title: "Access rights of an installation",
    about: "Which groups may read, write, create and delete the records of each model.",
    heading: filter.module !== "" && html`Access rights that <code>${filter.module}</code> writes`,
  });
}

export function showModelAccess(request: PageRequest): Promise<PageContent> {
  const model = readPart(request, "name");
  return show(request, {
    path: "/v1/registry/access/{model}",
    more: { model },
    lay: layModelAccess,
    list: "access",
    title: `Access rights of ${model}`,
    about: `Which groups may read, write, create and delete records of ${model}, and by which line.`,
    heading: html`Access rights of <code>${model}</code>`,
  });
}

const OF_MODULE = {
  "": ["Records that", "writes."],
  own: ["Records of", "alone: uninstalling it deletes them."],
  others: ["Records of other modules that", "overwrites: uninstalling it keeps its values."],
} as const;

export function showRecords(request: PageRequest): Promise<PageContent> {
  const [model, module] = [readValue(request, "model"), readValue(request, "module")];
  const asked = readValue(request, "ids");
  const ids = asked === "own" || asked === "others" ? asked : "";
  const filter = { model, module, ids };
  return show(request, {
    path: "/v1/registry/records",
    more: filter,
    rows: "records",
    lay: layRecords,
    list: "records",
    filter,
    title: "Records of an installation",
    about: "Records that the data files of its modules make.",
    heading: html`Records of ${model === "" ? "an installation" : renderCode(model)}`,
    lead: () =>
      module !== "" &&
      html`<p>${OF_MODULE[ids][0]} <code>${module}</code> ${OF_MODULE[ids][1]}</p>`,
  });
}

export function showRecord(request: PageRequest): Promise<PageContent> {
  const id = readPart(request, "name");
  return show(request, {
    path: "/v1/registry/{kind}/{id}",
    more: { kind: "records", id },
    lay: layRegistryOne,
    list: "records",
    title: `${id} of an installation`,
    about: `${id}: its values in an installation, and every module that writes it.`,
    heading: html`${renderCode(id)} in an installation`,
    tellsMissing: true,
  });
}

export const showMenus = (request: PageRequest) =>
  show(request, {
    path: "/v1/registry/{kind}",
    more: { kind: "menus", limit: MOST_ROWS },
    lay: layRegistryList,
    list: "menus",
    title: "Menus of an installation",
    about:
      "In the order in which users see them: the action of each, its groups, and the modules that write it.",
  });

export const showBundles = (request: PageRequest) =>
  show(request, {
    path: "/v1/registry/{kind}",
    more: { kind: "assets", limit: MOST_ROWS },
    lay: layRegistryList,
    list: "assets",
    title: "Asset bundles of an installation",
    about: "Bundles of scripts, styles and templates.",
  });

export function showBundle(request: PageRequest): Promise<PageContent> {
  const id = readPart(request, "name");
  return show(request, {
    path: "/v1/registry/{kind}/{id}",
    more: { kind: "assets", id },
    lay: layRegistryOne,
    list: "assets",
    title: `${id} of an installation`,
    about: `The files of ${id} in the order in which a browser gets them.`,
    heading: html`${renderCode(id)} in an installation`,
  });
}
