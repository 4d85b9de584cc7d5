// `make platform-renames`: writes data/platform/module-renames.txt anew, from a clone of OpenUpgrade, or from a
// git directory on this machine (--mirror). Names are taken, no code and no words.
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { OperatorError } from "../../data/operator-error.js";
import { formatRenames } from "../../data/platform/renames.js";
import { lockCache } from "../cache/cache-lock.js";
import { openRepository } from "../source/git/repository.js";
import { readApriori, type AprioriBranch } from "./apriori-repository.js";

const ORGANIZATION = "OCA";
const REPOSITORY = "OpenUpgrade";
const URL = `https://github.com/${ORGANIZATION}/${REPOSITORY}`;

const { values: settings } = parseArgs({
  options: {
    mirror: { type: "string" },
    cache: { type: "string", default: ".module-lookup/cache" },
    out: { type: "string", default: "data/platform/module-renames.txt" },
  },
});

await refreshModuleRenames().catch((error: unknown) => {
  if (!(error instanceof OperatorError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});

async function refreshModuleRenames(): Promise<void> {
  const { mirror, cache, out } = settings;
  const release = await lockCache(cache);
  try {
    const source = {
      organization: ORGANIZATION,
      repository: REPOSITORY,
      url: `${URL}.git`,
      cloneUrl: `${URL}.git`,
      mirror,
      branches: ["*"],
      addons: ["."],
    };
    const branches = await readApriori(await openRepository(source, cache));
    const renames = branches.flatMap((branch) => branch.renames);
    await writeFile(out, formatRenames(renames, describeOrigin(branches)));
  } finally {
    await release();
  }
}

function describeOrigin(branches: readonly AprioriBranch[]): readonly string[] {
  return [
    "What became of modules and models at a platform version, as OpenUpgrade knows it. Written by `make",
    "platform-renames`; data/platform/renames.ts says how to read it.",
    "",
    `Source: ${URL} (AGPL-3.0), of which names alone are here:`,
    ...branches.map(
      ({ platformVersion, commit, file }) => `${platformVersion}: commit ${commit}, ${file}`,
    ),
    "",
  ];
}
