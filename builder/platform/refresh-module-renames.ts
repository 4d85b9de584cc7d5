// `make platform-renames`: rewrites data/platform/module-renames.txt, from OpenUpgrade. Names are
// taken, no code and no words.
import { formatRenames } from "../../data/platform/renames.js";
import { readApriori, type AprioriBranch } from "./apriori-repository.js";
import { refreshPlatformFile } from "./refresh.js";

const URL = "https://github.com/OCA/OpenUpgrade";

await refreshPlatformFile({
  organization: "OCA",
  repository: "OpenUpgrade",
  url: URL,
  branches: ["*"],
  file: "data/platform/module-renames.txt",
  async write(repository) {
    const branches = await readApriori(repository);
    const renames = branches.flatMap((branch) => branch.renames);
    return formatRenames(renames, describeOrigin(branches));
  },
});

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
