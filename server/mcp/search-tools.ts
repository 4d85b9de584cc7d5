// Tools that look for modules: by name, by words and facts, by meaning.
import { Problem } from "../interface/problem.js";
import { findRoute } from "../interface/resource/find.js";
import { filteredSearchRoute, nameSearchRoute } from "../interface/resource/search.js";
import { semanticSearchRoute } from "../interface/resource/semantic-search.js";
import type { JsonResource } from "../interface/resource.js";
import { takeArguments } from "./arguments.js";
import { readGone } from "./module/gone.js";
import { limitUnlessGiven, toRows, type Tool, type ToolBody, type ToolQuestion } from "./tool.js";

/** Without a limit the route gives all; an agent asks for more. */
const FALLBACK_LIMIT = 25;

const byName = takeArguments(nameSearchRoute, {
  prose: {
    module_name: "Technical name, or a part of it.",
    installable: "Only modules that can be installed, or only those that cannot.",
  },
});

const anything = takeArguments(findRoute, {
  prose: { q: "In place of module_name: any name, address or filter, such as sale.order." },
  without: ["platform_version", "limit"],
});

const findModule: Tool = {
  name: "find_module",
  title: "Find a module, or anything, by its name",
  description:
    "Where a module exists: every version in every repository. Takes a technical name, a part of it or its words in any order in module_name, and forgives typos. gone: no later version has the name, which says what has its contents. Use it first when you know or guess a name; when you only know what the module should do, use search_modules_by_meaning. With q instead: anything by name or address, such as a model, a method, a view id, a repository, a GitHub URL or odoo-addon-queue_job, as hits of all kinds.",
  parameters: { ...byName.parameters, ...anything.parameters },
  required: [],
  answer: async (question) => {
    const { given, ask } = question;
    if ("module_name" in given === "q" in given) {
      throw new Problem("invalid_parameters", "Give either module_name or q.");
    }
    const limit = limitUnlessGiven(given, FALLBACK_LIMIT);
    if ("q" in given) return { ...(await ask("/v1/find", limit)).body };
    const hits = await ask("/v1/search/{module_name}", limit);
    return {
      ...(await readGone(ask, [given["module_name"] ?? ""])),
      ...(await toHits(question, hits)),
    };
  },
};

const searchModules: Tool = {
  name: "search_modules",
  title: "Search modules by words and facts",
  description:
    "Modules of one Odoo version whose name, summary or description have all the given words, or that have the given facts: category, a direct dependency, author, license and so on. Use it for exact words and for lists, such as all modules that depend on stock.",
  ...takeArguments(filteredSearchRoute, {
    prose: {
      term: "Words that must all occur; beginnings of words count.",
      category: "Category of the manifest, whole.",
      depends_on: "A module that is declared as a dependency.",
      author: "Words of an author's name.",
      maintainer: "Words of a maintainer's name.",
      license: "License of the manifest, such as AGPL-3.",
      development_status: "As declared, such as Beta or Mature.",
      organization: "Only this organization.",
      repository: "Only this repository.",
      installable: "Only those that can be installed, or only those that cannot.",
      application: "Only applications, or only others.",
      updated_since: "Changed on this day or later: 2024-01-31.",
      sort: "Default: relevance.",
    },
    without: ["new"],
  }),
  answer: async (question) => {
    const limit = limitUnlessGiven(question.given, FALLBACK_LIMIT);
    const hits = await question.ask("/v1/search", limit);
    const { depends_on: dependency, platform_version: at } = question.given;
    const isEmpty = hits.page?.total === 0 && dependency !== undefined;
    const gone = isEmpty ? await readGone(question.ask, [dependency], at) : {};
    return { ...gone, ...(await toHits(question, hits)) };
  },
};

const searchByMeaning: Tool = {
  name: "search_modules_by_meaning",
  title: "Search modules by what they do",
  description:
    "Modules that do what a question describes, in plain words of many languages, best first with a score from 0 to 1. Use it when you know the need and not the name; low scores mean that there may be nothing. One row for each version of a module, so give platform_version when you know it.",
  ...takeArguments(semanticSearchRoute, {
    prose: { q: "What the module should do, in plain words." },
  }),
  answer: async (question) => toHits(question, await question.ask("/v1/semantic-search")),
};

/** Where nothing was found, the values that nothing could be found with are named. */
async function toHits({ ask }: ToolQuestion, hits: JsonResource): Promise<ToolBody> {
  if (hits.page?.total !== 0) return toRows(hits);
  const { body: unknown } = await ask("/v1/unknown-values");
  return { ...toRows(hits), ...(unknown.length > 0 && { unknown_values: unknown }) };
}

export const SEARCH_TOOLS: readonly Tool[] = [findModule, searchModules, searchByMeaning];
