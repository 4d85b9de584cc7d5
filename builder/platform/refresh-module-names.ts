// `make platform-names`: rewrites data/platform/module-names.txt, from the repository that has the
// lists.
import { formatModuleLists } from "../../data/platform/module-lists.js";
import {
  MODULE_LIST_BRANCH,
  readModuleLists,
  type ModuleListRepository,
} from "./module-list-repository.js";
import { refreshPlatformFile } from "./refresh.js";

const URL = "https://github.com/acsone/manifestoo-core";

await refreshPlatformFile({
  organization: "acsone",
  repository: "manifestoo-core",
  url: URL,
  branches: [MODULE_LIST_BRANCH],
  file: "data/platform/module-names.txt",
  async write(repository) {
    const read = await readModuleLists(repository);
    return formatModuleLists(read.lists, describeOrigin(read));
  },
});

function describeOrigin({ commit, date, license }: ModuleListRepository): readonly string[] {
  return [
    "The names of the modules of Odoo Community (core) and Odoo Enterprise (enterprise), each with the platform",
    "versions that have it. Written by `make platform-names`; data/platform/module-lists.ts says how to read it.",
    "",
    `Source: ${URL}, src/manifestoo_core/core_addons/`,
    `Commit: ${commit} (${date})`,
    "License of the source:",
    "",
    ...license.trimEnd().split("\n"),
    "",
  ];
}
