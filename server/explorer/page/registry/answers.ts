// Pages of what a system has: all models, rights, menus, records and bundles of it, and one of each. What they say is laid out
// beside the shapes of the answers; here stands what they are asked and called.
import { readPart, readValue, type PageContent, type PageRequest } from "../../page.js";
import { html } from "../../../contract/browser/html.js";
import {
  layBundles,
  layAccess,
  layMenus,
  layModels,
  layRecords,
} from "../../../contract/shape/system/registry-layout.js";
import {
  layBundle,
  layModelAccess,
  layRecord,
} from "../../../contract/shape/system/registry-one-layout.js";
import { layModel } from "../../../contract/shape/system/model-layout.js";
import { renderCode } from "../../../faces/page/pieces.js";
import { toPath } from "../../../contract/browser/ask.js";
import { readState, readSystem, renderSystemLink, showOfSystem } from "./system.js";

/** Limit of the interface for one request. */
const MOST_ROWS = 5_000;
const MOST_RECORDS = 1_000;

export async function showModels(request: PageRequest): Promise<PageContent> {
  const system = await readSystem(request);
  const question = { ...system, limit: MOST_ROWS };
  const { body, total, address } = await request.ask("/v1/registry/models", question);
  return showOfSystem(request, system, {
    list: "models",
    title: "Models of an installation",
    about:
      "All models of a list of Odoo modules with its dependencies: who defines each, and how much there is to it.",
    state: await readState(request.ask, system),
    blocks: layModels(body, { total }),
    address,
  });
}

export async function showSystemModel(request: PageRequest): Promise<PageContent> {
  const system = await readSystem(request);
  const name = readPart(request, "name");
  const path = "/v1/registry/models/{model}";
  const { body, address } = await request.ask(path, { model: name, ...system });
  return showOfSystem(request, system, {
    list: "models",
    title: `${name} of an installation`,
    about: `${name} as its modules make it together: fields, methods, classes.`,
    heading: renderCode(name),
    state: await readState(request.ask, system),
    lead: html`<p>${renderSystemLink(system, toPath("registry", "access", name), "Rights by group")}</p>`,
    blocks: layModel(body),
    address,
  });
}

export async function showAccess(request: PageRequest): Promise<PageContent> {
  const system = await readSystem(request);
  const filter = {
    module: readValue(request, "module"),
    granted_to: readValue(request, "granted_to"),
  };
  const question = { ...system, ...filter, limit: MOST_ROWS };
  const { body, address } = await request.ask("/v1/registry/access", question);
  return showOfSystem(request, system, {
    list: "access",
    filter,
    title: "Rights of an installation",
    about: "Which groups may read, write, create and delete the records of each model.",
    heading: filter.module !== "" && html`Rights that <code>${filter.module}</code> writes`,
    blocks: layAccess(body),
    address,
  });
}

export async function showModelAccess(request: PageRequest): Promise<PageContent> {
  const system = await readSystem(request);
  const model = readPart(request, "name");
  const path = "/v1/registry/access/{model}";
  const { body, address } = await request.ask(path, { model, ...system });
  return showOfSystem(request, system, {
    list: "access",
    title: `Rights of ${model}`,
    about: `Which groups may read, write, create and delete records of ${model}, and by which line.`,
    heading: html`Rights of <code>${model}</code>`,
    blocks: layModelAccess(body),
    address,
  });
}

const OF_MODULE = {
  "": "writes",
  own: "has, which go when it is uninstalled",
  others: "overwrites, which stay as it leaves them",
} as const;

export async function showRecords(request: PageRequest): Promise<PageContent> {
  const system = await readSystem(request);
  const [model, module] = [readValue(request, "model"), readValue(request, "module")];
  const asked = readValue(request, "ids");
  const ids = asked === "own" || asked === "others" ? asked : "";
  const question = { ...system, model, module, ...(ids !== "" && { ids }), limit: MOST_RECORDS };
  const { body, address } = await request.ask("/v1/registry/records", question);
  return showOfSystem(request, system, {
    list: "records",
    filter: { model, module, ids },
    title: "Records of an installation",
    about: "Records that the data files of its modules make.",
    heading: html`Records of ${model === "" ? "an installation" : renderCode(model)}`,
    lead: module !== "" && html`<p>Those that <code>${module}</code> ${OF_MODULE[ids]}.</p>`,
    blocks: layRecords(body),
    address,
  });
}

export async function showRecord(request: PageRequest): Promise<PageContent> {
  const system = await readSystem(request);
  const id = readPart(request, "name");
  const path = "/v1/registry/records/{record}";
  const { body, address } = await request.ask(path, { record: id, ...system });
  return showOfSystem(request, system, {
    list: "records",
    title: `${id} of an installation`,
    about: `${id}: its values in an installation, and every module that writes it.`,
    heading: renderCode(id),
    state: await readState(request.ask, system),
    blocks: layRecord(body),
    address,
  });
}

export async function showMenus(request: PageRequest): Promise<PageContent> {
  const system = await readSystem(request);
  const { body, address } = await request.ask("/v1/registry/menus", {
    ...system,
    limit: MOST_RECORDS,
  });
  return showOfSystem(request, system, {
    list: "menus",
    title: "Menus of an installation",
    about:
      "In the order in which users see them, with what each starts, for whom, and who writes it.",
    blocks: layMenus(body),
    address,
  });
}

export async function showBundles(request: PageRequest): Promise<PageContent> {
  const system = await readSystem(request);
  const { body, address } = await request.ask("/v1/registry/assets", {
    ...system,
    limit: MOST_ROWS,
  });
  return showOfSystem(request, system, {
    list: "assets",
    title: "Bundles of an installation",
    about: "Bundles of scripts, styles and templates.",
    blocks: layBundles(body),
    address,
  });
}

export async function showBundle(request: PageRequest): Promise<PageContent> {
  const system = await readSystem(request);
  const bundle = readPart(request, "name");
  const path = "/v1/registry/assets/{bundle}";
  const { body, address } = await request.ask(path, { bundle, ...system });
  return showOfSystem(request, system, {
    list: "assets",
    title: `${bundle} of an installation`,
    about: `The files of ${bundle} in the order in which a browser gets them.`,
    heading: renderCode(bundle),
    blocks: layBundle(body),
    address,
  });
}
