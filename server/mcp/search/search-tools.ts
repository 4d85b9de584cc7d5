// Tools that look for modules: by name, by words and facts, by meaning.
import type { FindHit } from "../../contract/shape/find.js";
import { Problem } from "../../contract/problem.js";
import { findRoute } from "../../routes/find.js";
import { filteredSearchRoute, nameSearchRoute } from "../../routes/search.js";
import { semanticSearchRoute } from "../../routes/semantic-search.js";
import type { JsonResource } from "../../contract/resource.js";
import type { NameHits, ModuleHits, SemanticHits } from "../../contract/shape/search.js";
import type { ValueOf } from "../../../data/shape.js";
import { takeArguments } from "../arguments.js";
import { readGone } from "../module/gone.js";
import { toRows, type Tool, type ToolBody, type ToolQuestion } from "../tool.js";
import { toModuleRows } from "./module-rows.js";

/** Without a limit the routes give more, or all; an agent asks for more. */
const FALLBACK_LIMIT = 10;

const byName = takeArguments(nameSearchRoute, {
  prose: {
    module_name: "Technical name, or a part of it.",
    installable: "Can, or cannot, be installed.",
  },
  fallbackLimit: FALLBACK_LIMIT,
});

const anything = takeArguments(findRoute, {
  prose: { q: "Name or address: sale.order, OCA/queue." },
  without: ["platform_version", "limit"],
});

const findModule: Tool = {
  name: "find_module",
  title: "Find by name",
  description:
    "Where a module is: each version in each repository. module_name is a technical name, a part of it or its words in any order; typos are forgiven. gone says what has the contents of a name that ended. Use it first when you know or guess a name; for a need use search_modules. q in place of module_name finds anything by name or address: models, fields, methods, views, repositories, authors, GitHub URLs.",
  parameters: { ...byName.parameters, ...anything.parameters },
  required: [],
  fallbackLimit: FALLBACK_LIMIT,
  async answer(question) {
    const { given, ask } = question;
    if ("module_name" in given === "q" in given) {
      throw new Problem("invalid_parameters", "Give either module_name or q.");
    }
    if ("q" in given) {
      const { hits, ...found } = (await ask("/v1/find")).body;
      return { ...found, hits: hits.map(toFoundRow), ...(hits.length === 0 && toNext("nothing")) };
    }
    const hits = await ask("/v1/search/{module_name}");
    const q = String(given["module_name"]).trim();
    const named = q === "" ? undefined : (await ask("/v1/find", { q, limit: 1 })).body;
    const ofOdoo = named?.platform_module;
    return {
      ...(ofOdoo && { platform_module: ofOdoo }),
      ...(await readGone(ask, [given["module_name"] ?? ""], given["platform_version"])),
      ...(await toHits(question, hits, "name")),
    };
  },
};

/** Addresses are for browsers and programs. */
function toFoundRow({ path: _path, page: _page, label, counts, ...hit }: FindHit): ToolBody {
  const { versions, platform_versions, ...rest } = hit;
  return {
    ...rest,
    label,
    ...counts,
    ...(versions === undefined ? { platform_versions } : { versions }),
  };
}

const byFacts = takeArguments(filteredSearchRoute, {
  prose: {
    platform_version: "Odoo version, as 19.0; required without q.",
    term: "Words that all occur; beginnings count.",
    category: "Of the manifest, whole.",
    depends_on: "Declares this dependency.",
    model: "Makes or extends this model.",
    author: "Words of a name.",
    maintainer: "Words of a name.",
    license: "As AGPL-3.",
    development_status: "As Beta or Mature.",
    organization: "As OCA.",
    repository: "As sale-workflow.",
    installable: "Can, or cannot, be installed.",
    application: "Only applications, or only others.",
    updated_since: "Changed since 2024-01-31.",
    sort: "Default relevance.",
  },
  without: ["new"],
  optional: ["platform_version"],
  fallbackLimit: FALLBACK_LIMIT,
});

const byMeaning = takeArguments(semanticSearchRoute, {
  prose: {
    q: "The need, as a phrase in any language.",
    also: "With q: 3 to 8 rewordings, as experts and module names say it.",
  },
  without: ["platform_version", "limit", "offset", "per_module"],
});

/** What a search by meaning takes. */
const OF_MEANING: ReadonlySet<string> = new Set([
  "q",
  "also",
  "platform_version",
  "limit",
  "offset",
]);

const searchModules: Tool = {
  name: "search_modules",
  title: "Search modules",
  description:
    "Modules with a summary. With q: those that do what a phrase describes, best first with a score of 0 to 1 (below 0.4 maybe nothing); without platform_version one row a module lists its versions. Without q: those of one version with all words of term or the given facts. q goes with also, platform_version, limit, offset alone.",
  parameters: { ...byMeaning.parameters, ...byFacts.parameters },
  required: [],
  fallbackLimit: FALLBACK_LIMIT,
  answer: (question) => ("q" in question.given ? answerMeaning(question) : answerFacts(question)),
};

/** @throws Problem where filters are given that it does not know */
async function answerMeaning(question: ToolQuestion): Promise<ToolBody> {
  const { given, ask } = question;
  const others = Object.keys(given).filter((name) => !OF_MEANING.has(name));
  if (others.length > 0) {
    const detail = `q goes with also, platform_version, limit and offset alone: leave ${others.join(", ")} out, or ask with term in place of q.`;
    throw new Problem("invalid_parameters", detail);
  }
  const per_module = !("platform_version" in given);
  const hits = await ask("/v1/semantic-search", { per_module });
  return toHits(question, hits, "meaning");
}

async function answerFacts(question: ToolQuestion): Promise<ToolBody> {
  const { given, ask } = question;
  const hits = await ask("/v1/search");
  const { depends_on: dependency, platform_version: at } = given;
  const isEmpty = hits.page?.total === 0 && dependency !== undefined;
  const gone = isEmpty ? await readGone(ask, [dependency], at) : {};
  return { ...gone, ...(await toHits(question, hits, "facts")) };
}

type Hits = ValueOf<typeof NameHits> | ValueOf<typeof ModuleHits> | ValueOf<typeof SemanticHits>;

/** What to do when nothing was found, by what was asked for. */
const NEXT = {
  nothing: "Nothing has this name. For a need ask search_modules with q; it may exist elsewhere.",
  name: "No module has such a name. For what it should do ask search_modules with q; it may exist elsewhere.",
  facts:
    "No module of this version has all of it. Leave out words or facts, ask with q for the need, or find_module for a name at any version.",
  meaning: "Nothing is near. Give other words in also, or ask with term.",
  unknown: "Ask again with a value of known.",
} as const;

function toNext(kind: keyof typeof NEXT): { readonly next: string } {
  return { next: NEXT[kind] };
}

/** Where nothing was found, it is said which values nothing can be found with, and what to ask instead. */
async function toHits(
  question: ToolQuestion,
  hits: JsonResource<Hits>,
  kind: keyof typeof NEXT,
): Promise<ToolBody> {
  if (hits.page?.total !== 0) {
    return { ...toRows(hits), rows: await toModuleRows(question, hits.body) };
  }
  const { body: unknown } = await question.ask("/v1/unknown-values");
  const isKnown = unknown.length === 0;
  return {
    ...toRows(hits),
    ...(isKnown ? toNext(kind) : { unknown_values: unknown, ...toNext("unknown") }),
  };
}

export const SEARCH_TOOLS: readonly Tool[] = [findModule, searchModules];
