// `make platform-orm`: rewrites data/platform/orm-methods.txt, out of the repositories of the
// platform that a sources file names. Names are taken, of methods and their parameters, no code and
// no words.
import { parseArgs } from "node:util";
import { formatOrmMethods } from "../../data/platform/orm-methods.js";
import { readSignatures } from "../parse/python/class-methods.js";
import { chooseBranches } from "../source/git/branches.js";
import { listBranches } from "../source/git/git.js";
import { openRepository } from "../source/git/repository.js";
import type { Source } from "../source/source.js";
import { isSource, readSourcesFile } from "../source/sources-file.js";
import { CACHE, readFiles, refreshWith } from "./refresh.js";

/** Files of the base classes of models: one until 18.0, then a package. */
const FILES = /^(?:odoo|openerp)\/(?:models|orm\/models(?:_transient)?)\.py$/;
const CLASSES = new Set(["BaseModel", "AbstractModel", "Model", "TransientModel"]);

interface VersionMethods {
  readonly version: string;
  readonly origin: string;
  readonly signatures: ReadonlyMap<string, string | null>;
}

const { sources, cache, out } = parseArgs({
  options: {
    sources: { type: "string", default: "sources.json" },
    cache: { type: "string", default: CACHE },
    out: { type: "string", default: "data/platform/orm-methods.txt" },
  },
}).values;

await refreshWith(cache, out, async () => {
  const found: VersionMethods[] = [];
  for (const source of readSourcesFile(sources).filter(isSource)) {
    found.push(...(await readMethods(source)));
  }
  const methods = new Map(found.map(({ version, signatures }) => [version, signatures]));
  return formatOrmMethods(methods, describeOrigin(found));
});

async function readMethods(source: Source): Promise<readonly VersionMethods[]> {
  const repository = await openRepository(source, cache);
  const { branches } = chooseBranches(await listBranches(repository), source.branches);
  const found: VersionMethods[] = [];
  for (const { commit, versionText: version } of branches) {
    const files = await readFiles(repository, commit, (path) => FILES.test(path));
    const names = [...files.values()].flatMap((text) => [...readSignatures(text, CLASSES)]);
    const origin = `${source.url}, commit ${commit}`;
    if (names.length > 0) found.push({ version, signatures: new Map(names), origin });
  }
  return found;
}

function describeOrigin(found: readonly VersionMethods[]): readonly string[] {
  return [
    "The methods that every model has from Odoo's own classes, with the platform versions that have them. Written by",
    "`make platform-orm`; data/platform/orm-methods.ts says how to read it.",
    "",
    "Source: Odoo Community (LGPL-3.0), and public copies of it, of which names alone are here:",
    ...found.map(({ version, origin }) => `${version}: ${origin}`),
    "",
  ];
}
