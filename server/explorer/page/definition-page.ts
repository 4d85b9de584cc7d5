// Page of a definition: a model, a field, a method, a view or something in JavaScript, and the
// modules that change it.
import { readPart, readVersion, type PageContent, type PageRequest } from "../page.js";
import { readAllParts, toPath, toQuery } from "../../contract/browser/ask.js";
import { capitalise } from "../../contract/field-words.js";
import { html } from "../../contract/browser/html.js";
import type { Block, LayoutContext } from "../../contract/layout.js";
import { layDefinition, layMember } from "../../contract/shape/where-layout.js";
import { layMemberModels } from "../../contract/shape/where-model-layout.js";
import { renderBlocks, renderFormats } from "../../faces/page/blocks.js";
import type { Asked } from "../../routes/ask.js";
import { renderVersionLinks } from "./version-strip.js";

interface Providers {
  readonly platform_version: string;
  readonly platform_versions: readonly string[];
  readonly modules: readonly unknown[];
}

interface Defined<Answer> {
  /** Word before the name. */
  readonly kind: string;
  readonly name: string;
  readonly about: string;
  /** Path of the page. */
  readonly path: string;
  /** Name of it at /v1/references; `undefined` if that knows no such thing. */
  readonly to: string | undefined;
  readonly read: (part: { readonly platform_version: string }) => Promise<Asked<Answer>>;
  lay(answer: Answer, context: LayoutContext): readonly Block[];
}

const DEFINED = {
  model: "fields, methods, the module that defines it and those that extend it",
  view: "the module that defines it and those that inherit from it",
  javascript: "the module that defines it and those that patch it",
} as const;

export const showDefinition = (kind: keyof typeof DEFINED) => (request: PageRequest) => {
  const name = readPart(request, "name");
  const what = kind === "javascript" ? `${name} in JavaScript` : `The ${kind} ${name}`;
  return show(request, {
    kind: kind === "javascript" ? "JavaScript" : capitalise(kind),
    name,
    about: `${what}: ${DEFINED[kind]}`,
    path: toPath(kind, name),
    to: kind === "javascript" ? undefined : name,
    read: (part) => request.ask("/v1/{kind}/{name}", { kind, name, ...part }),
    lay: layDefinition,
  });
};

const MEMBERS = {
  field: "the module that adds it and those that change it",
  method: "signature, docstring, and the modules that override it",
} as const;

export const showMember = (kind: keyof typeof MEMBERS) => (request: PageRequest) => {
  const [model_name, name] = [readPart(request, "model"), readPart(request, "name")];
  return show(request, {
    kind: capitalise(kind),
    name: `${model_name}.${name}`,
    about: `The ${kind} ${name} of ${model_name}: ${MEMBERS[kind]}`,
    path: toPath(kind, model_name, name),
    to: `${model_name}${kind === "field" ? "." : "#"}${name}`,
    read: (part) =>
      request.ask("/v1/{kind}/{model_name}/{name}", { kind, model_name, name, ...part }),
    lay: layMember,
  });
};

async function show<Answer extends Providers>(
  request: PageRequest,
  { kind, name, about, path, to, read, lay }: Defined<Answer>,
): Promise<PageContent> {
  const asked = { platform_version: readVersion(request) };
  const { body, ...answer } = await readAllParts("modules", ROWS, (part) =>
    read({ ...asked, ...part }),
  );
  const { platform_version: version, platform_versions: versions } = body;
  const main = html`<header class="heading">
      <h1>${kind} <code>${name}</code></h1>
      ${renderVersionLinks(path, versions, version)}
      ${
        to !== undefined &&
        html`<p>
          <a href="/references${toQuery({ to, platform_version: version })}">Where this ${kind.toLowerCase()} is used</a>
        </p>`
      }
    </header>
    ${renderBlocks(lay(body, { total: undefined }), { query: request.query })}
    ${renderFormats(answer)}`;
  const canonical = path + toQuery({ platform_version: version });
  return {
    title: `${name} for Odoo ${version}`,
    about: `${about}, in Odoo ${version}.`,
    canonical,
    main,
  };
}

/** Limit of the interface for one question. */
const ROWS = 200;

/** Every model that has a field or a method of the name. */
export const showMembers =
  (kind: keyof typeof MEMBERS) =>
  async (request: PageRequest): Promise<PageContent> => {
    const name = readPart(request, "name");
    const asked = { kind: `${kind}s`, name, platform_version: readVersion(request) } as const;
    const { body, ...answer } = await readAllParts("", ROWS, (part) =>
      request.ask("/v1/members/{kind}", { ...asked, ...part }),
    );
    const main = html`<h1>Models that declare the ${kind} <code>${name}</code></h1>
      ${renderBlocks(layMemberModels(body, answer), { query: request.query })}
      ${renderFormats(answer)}`;
    const about = `Every model of Odoo and its modules with a ${kind} ${name}, and the modules that have it.`;
    return { title: `The ${kind} ${name}`, about, main };
  };
