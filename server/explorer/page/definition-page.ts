// Page of a definition with the modules that change it: a model, a field, a method, a view,
// something in JavaScript.
import type { PageContent, PageRequest } from "../page.js";
import { readPart, readVersion } from "../page.js";
import { toPath, toQuery } from "../../contract/browser/ask.js";
import { html } from "../../contract/browser/html.js";
import type { Block, LayoutContext } from "../../contract/layout.js";
import {
  layFieldPlaces,
  layMethodPlaces,
  layScriptPlaces,
  layViewPlaces,
} from "../../contract/shape/where-layout.js";
import { layMemberModels, layModelPlaces } from "../../contract/shape/where-model-layout.js";
import { renderBlocks, renderFormats } from "../../faces/page/blocks.js";
import { readTableView } from "../../faces/page/table-view.js";
import type { Asked } from "../../routes/ask.js";
import { renderVersionLinks } from "./version-strip.js";

interface Places {
  readonly platform_version: string;
  readonly platform_versions: readonly string[];
  readonly modules: readonly unknown[];
}

interface Definition<Answer> {
  /** Name of the defined thing. */
  readonly name: string;
  readonly about: string;
  /** Path of the page. */
  readonly path: string;
  readonly read: (part: Part) => Promise<Asked<Answer>>;
  lay(answer: Answer, context: LayoutContext): readonly Block[];
}

interface Part {
  readonly platform_version: string;
  readonly limit: number;
  readonly offset: number;
}

export function showModel(request: PageRequest): Promise<PageContent> {
  const model_name = readPart(request, "name");
  return showDefinition(request, {
    name: model_name,
    about: `The model ${model_name}: fields, methods, the module that defines it and those that extend it`,
    path: toPath("model", model_name),
    read: (part) => request.ask("/v1/model/{model_name}", { model_name, ...part }),
    lay: layModelPlaces,
  });
}

export function showField(request: PageRequest): Promise<PageContent> {
  const [model_name, field_name] = readMember(request);
  return showDefinition(request, {
    name: `${model_name}.${field_name}`,
    about: `The field ${field_name} of ${model_name}: the module that adds it and those that change it`,
    path: toPath("field", model_name, field_name),
    read: (part) =>
      request.ask("/v1/field/{model_name}/{field_name}", { model_name, field_name, ...part }),
    lay: layFieldPlaces,
  });
}

export function showMethod(request: PageRequest): Promise<PageContent> {
  const [model_name, method_name] = readMember(request);
  return showDefinition(request, {
    name: `${model_name}.${method_name}`,
    about: `The method ${method_name} of ${model_name}: signature, docstring, and the modules that override it`,
    path: toPath("method", model_name, method_name),
    read: (part) =>
      request.ask("/v1/method/{model_name}/{method_name}", { model_name, method_name, ...part }),
    lay: layMethodPlaces,
  });
}

const readMember = (request: PageRequest) =>
  [readPart(request, "model"), readPart(request, "name")] as const;

export function showView(request: PageRequest): Promise<PageContent> {
  const xml_id = readPart(request, "name");
  return showDefinition(request, {
    name: xml_id,
    about: `The view ${xml_id}: the module that defines it and those that inherit from it`,
    path: toPath("view", xml_id),
    read: (part) => request.ask("/v1/view/{xml_id}", { xml_id, ...part }),
    lay: layViewPlaces,
  });
}

export function showInJavaScript(request: PageRequest): Promise<PageContent> {
  const name = readPart(request, "name");
  return showDefinition(request, {
    name,
    about: `${name} in JavaScript: the module that defines it and those that patch it`,
    path: toPath("javascript", name),
    read: (part) => request.ask("/v1/javascript/{name}", { name, ...part }),
    lay: layScriptPlaces,
  });
}

async function showDefinition<Answer extends Places>(
  request: PageRequest,
  { name, about, path, read, lay }: Definition<Answer>,
): Promise<PageContent> {
  const { body, address } = await readAllModules(read, readVersion(request));
  const { platform_version: version, platform_versions: versions } = body;
  const main = html`<header class="heading">
      <h1><code>${name}</code></h1>
      ${renderVersionLinks(path, versions, version)}
    </header>
    ${renderBlocks(lay(body, { total: undefined }), { view: readTableView(request.query) })}
    ${renderFormats(address)}`;
  const canonical = path + toQuery({ platform_version: version });
  return {
    title: `${name} for Odoo ${version}`,
    about: `${about}, in Odoo ${version}.`,
    canonical,
    main,
  };
}

/** Limit of the interface for one question. */
const MODULES = 200;

/** All modules of an answer that comes in parts. */
async function readAllModules<Answer extends Places>(
  read: Definition<Answer>["read"],
  platform_version: string,
): Promise<Asked<Answer>> {
  const first = await read({ platform_version, limit: MODULES, offset: 0 });
  const { total = 0 } = first;
  const modules = [...first.body.modules];
  while (modules.length < total) {
    const offset = modules.length;
    modules.push(...(await read({ platform_version, limit: MODULES, offset })).body.modules);
  }
  return { ...first, body: { ...first.body, modules } };
}

/** Every model that has a field or a method of the name. */
export const showMembers =
  (kind: "field" | "method") =>
  async (request: PageRequest): Promise<PageContent> => {
    const name = readPart(request, "name");
    const { body, total, address } = await request.ask("/v1/members/{kind}", {
      kind: `${kind}s`,
      name,
      platform_version: readVersion(request),
      limit: MODULES,
    });
    const main = html`<h1>Models with the ${kind} <code>${name}</code></h1>
      ${renderBlocks(layMemberModels(body, { total }), { view: readTableView(request.query) })}
      ${renderFormats(address)}`;
    const about = `Every model of Odoo and its modules with a ${kind} ${name}, and the modules that have it.`;
    return { title: `The ${kind} ${name}`, about, main };
  };
