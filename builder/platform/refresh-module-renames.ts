// `make platform-renames`: rewrites data/platform/module-renames.txt, from OpenUpgrade. Names are
// taken, no code and no words.
import {
  formatRenames,
  type Rename,
  type RenamedThing,
  type RenameKind,
} from "../../data/platform/renames.js";
import { refreshPlatformFile, readFiles } from "./refresh.js";
import { comparePlatformVersions } from "../../data/platform/platform-version.js";
import { listBranches, type Repository } from "../source/git/git.js";
import { SourceError } from "../source/source-error.js";
import { readConstants } from "../parse/python/constants.js";
import { NO_NAMES } from "../parse/python/literal/literal.js";
import type { Literal } from "../parse/python/literal/literal-value.js";
import { listStatements } from "../parse/python/statements.js";
import { parsePython } from "../parse/python/tree.js";

const TABLES: readonly (readonly [name: string, thing: RenamedThing, kind: RenameKind])[] = [
  ["renamed_modules", "module", "renamed"],
  ["merged_modules", "module", "merged"],
  ["renamed_models", "model", "renamed"],
  ["merged_models", "model", "merged"],
];

/** Drops invalid names, and names that lead to themselves. */
function parseApriori(text: string, platformVersion: string): readonly Rename[] {
  const root = parsePython(text);
  if (root === undefined) return [];
  const { names } = readConstants(text, listStatements(root), NO_NAMES);
  return TABLES.flatMap(([name, thing, kind]) =>
    listPairs(names(name)).map(([from, to]) => ({ platformVersion, thing, kind, from, to })),
  );
}

function listPairs(table: Literal | undefined): readonly (readonly [from: string, to: string])[] {
  if (table?.kind === "dict") {
    return table.entries.flatMap(({ key, value }) => toPair(key, value));
  }
  if (table?.kind !== "list" && table?.kind !== "tuple") return [];
  return table.items.flatMap((item) =>
    item.kind === "tuple" || item.kind === "list" ? toPair(item.items[0], item.items[1]) : [],
  );
}

function toPair(
  from: Literal | undefined,
  to: Literal | undefined,
): readonly (readonly [from: string, to: string])[] {
  if (from?.kind !== "str" || to?.kind !== "str" || from.value === to.value) return [];
  return isName(from.value) && isName(to.value) ? [[from.value, to.value]] : [];
}

function isName(text: string): boolean {
  return /^[A-Za-z_][\w.-]*$/.test(text);
}

interface AprioriBranch {
  readonly platformVersion: string;
  readonly commit: string;
  readonly file: string;
  readonly renames: readonly Rename[];
}

/** Paths of the file; the first that a branch has counts. */
const FILES = [
  "openupgrade_scripts/apriori.py",
  "odoo/addons/openupgrade_records/lib/apriori.py",
  "openerp/addons/openupgrade_records/lib/apriori.py",
];

const VERSION_BRANCH = /^\d+\.\d+$/;

/** By platform version. @throws SourceError when no branch has the file */
async function readApriori(repository: Repository): Promise<readonly AprioriBranch[]> {
  const branches = (await listBranches(repository))
    .filter(({ name }) => VERSION_BRANCH.test(name))
    .toSorted((left, right) => comparePlatformVersions(left.name, right.name));
  const read: AprioriBranch[] = [];
  for (const { name: platformVersion, commit } of branches) {
    const texts = await readFiles(repository, commit, (path) => FILES.includes(path));
    const file = FILES.find((one) => texts.has(one));
    if (file === undefined) continue;
    const renames = parseApriori(texts.get(file) ?? "", platformVersion);
    read.push({ platformVersion, commit, file, renames });
  }
  if (read.some(({ renames }) => renames.length > 0)) return read;
  throw new SourceError({
    code: "repository_unreadable",
    message: `${repository.label} has no branch with an apriori.py that renames something; give a repository of OpenUpgrade.`,
  });
}

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
