// `make platform-names`: writes data/platform/module-names.txt anew, from a clone of the repository that
// has the lists, or from a git directory on this machine (--mirror).
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { formatModuleLists } from "../../data/platform/module-lists.js";
import { OperatorError } from "../../data/operator-error.js";
import { lockCache } from "../cache/cache-lock.js";
import { openRepository } from "../source/git/repository.js";
import {
  MODULE_LIST_BRANCH,
  readModuleLists,
  type ModuleListRepository,
} from "./module-list-repository.js";

const ORGANIZATION = "acsone";
const REPOSITORY = "manifestoo-core";
const URL = `https://github.com/${ORGANIZATION}/${REPOSITORY}`;

const { values: settings } = parseArgs({
  options: {
    mirror: { type: "string" },
    cache: { type: "string", default: ".module-lookup/cache" },
    out: { type: "string", default: "data/platform/module-names.txt" },
  },
});

await refreshModuleNames().catch((error: unknown) => {
  if (!(error instanceof OperatorError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});

async function refreshModuleNames(): Promise<void> {
  const { mirror, cache, out } = settings;
  const release = await lockCache(cache);
  try {
    const source = {
      organization: ORGANIZATION,
      repository: REPOSITORY,
      url: `${URL}.git`,
      cloneUrl: `${URL}.git`,
      mirror,
      branches: [MODULE_LIST_BRANCH],
      addons: ["."],
    };
    const read = await readModuleLists(await openRepository(source, cache));
    await writeFile(out, formatModuleLists(read.lists, describeOrigin(read)));
  } finally {
    await release();
  }
}

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
