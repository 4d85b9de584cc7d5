// Tools that look for modules: by name, by words and facts, by meaning.
import { SORT_ORDERS } from "../lookup/filtered-search.js";
import { filteredSearchRoute, nameSearchRoute } from "../routes/search.js";
import { semanticSearchRoute } from "../routes/semantic-search.js";
import { flag, PAGE, text, VERSION } from "./arguments.js";
import { toRows, type Tool } from "./tool.js";

/** Without a limit the route gives all; an agent asks for more. */
const FALLBACK_LIMIT = "25";

const findModule: Tool = {
  name: "find_module",
  title: "Find a module by its technical name",
  description:
    "Where a module exists: every version in every repository. Takes a technical name or a part of it, and forgives typing slips. Use it first when you know or guess a name; when you only know what the module should do, use search_modules_by_meaning.",
  parameters: {
    module_name: text("Technical name, or a part of it."),
    platform_version: VERSION,
    installable: flag("Only modules that can be installed, or only those that cannot."),
    ...PAGE,
  },
  required: ["module_name"],
  answer: async ({ given, ask }) =>
    toRows(await ask(nameSearchRoute, "limit" in given ? {} : { limit: FALLBACK_LIMIT })),
};

const searchModules: Tool = {
  name: "search_modules",
  title: "Search modules by words and facts",
  description:
    "Modules of one Odoo version whose name, summary or description have all the given words, or that have the given facts: category, a direct dependency, author, license and so on. Use it for exact words and for lists, such as all modules that depend on stock.",
  parameters: {
    platform_version: VERSION,
    term: text("Words that must all occur; beginnings of words count."),
    category: text("Category of the manifest, whole."),
    depends_on: text("A module that is declared as a dependency."),
    author: text("Words of an author's name."),
    maintainer: text("Words of a maintainer's name."),
    license: text("License of the manifest, such as AGPL-3."),
    development_status: text("As declared, such as Beta or Mature."),
    organization: text("Only this organization."),
    repository: text("Only this repository."),
    installable: flag("Only those that can be installed, or only those that cannot."),
    application: flag("Only applications, or only others."),
    updated_since: text("Changed on this day or later: 2024-01-31."),
    sort: { type: "string", enum: SORT_ORDERS, description: "Default: relevance." },
    ...PAGE,
  },
  required: ["platform_version"],
  answer: async ({ given, ask }) =>
    toRows(await ask(filteredSearchRoute, "limit" in given ? {} : { limit: FALLBACK_LIMIT })),
};

const searchByMeaning: Tool = {
  name: "search_modules_by_meaning",
  title: "Search modules by what they do",
  description:
    "Modules that do what a question describes, in plain words of many languages, best first with a score from 0 to 1. Use it when you know the need and not the name; low scores mean that there may be nothing. One row for each version of a module, so give platform_version when you know it.",
  parameters: {
    q: text("What the module should do, in plain words."),
    platform_version: VERSION,
    ...PAGE,
  },
  required: ["q"],
  answer: async ({ ask }) => toRows(await ask(semanticSearchRoute)),
};

export const SEARCH_TOOLS: readonly Tool[] = [findModule, searchModules, searchByMeaning];
