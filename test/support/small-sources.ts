// Four small sources to build, two of them faulty.
import { readdirSync } from "node:fs";
import path from "node:path";
import type { Source } from "../../builder/source/source.js";
import { makeGitRepository } from "./git-repository.js";

export interface SmallSources {
  /** Two modules at 17.0, and a branch 16.0 without any. */
  readonly sales: Source;
  /** One module at 17.0. */
  readonly stock: Source;
  /** Its one branch is no platform version. */
  readonly docs: Source;
  /** There is no such repository. */
  readonly missing: Source;
}

/** Makes the repositories in a folder. */
export function makeSmallSources(folder: string): SmallSources {
  makeGitRepository(path.join(folder, "sales.git"), {
    "17.0": [{ files: { ...toModuleFiles("sale_a"), ...toModuleFiles("sale_b") } }],
    "16.0": [{ files: { "README.md": "Nothing here yet." } }],
  });
  makeGitRepository(path.join(folder, "stock.git"), {
    "17.0": [{ files: toModuleFiles("stock_a") }],
  });
  makeGitRepository(path.join(folder, "docs.git"), { main: [{ files: toModuleFiles("sale_c") }] });
  return {
    sales: toSource(folder, "sales"),
    stock: toSource(folder, "stock"),
    docs: toSource(folder, "docs"),
    missing: toSource(folder, "missing"),
  };
}

/** What an output folder holds, sorted: snapshots, the link to the current one, and leftovers. */
export function listOut(out: string): readonly string[] {
  return readdirSync(out).toSorted();
}

function toSource(folder: string, repository: string): Source {
  const url = `https://git.example.org/acme/${repository}.git`;
  return {
    organization: "acme",
    repository,
    url,
    cloneUrl: url,
    mirror: path.join(folder, `${repository}.git`),
    branches: undefined,
    addons: ["."],
  };
}

/** A module of one file, with something odd in it. */
function toModuleFiles(name: string): Readonly<Record<string, string>> {
  return { [`${name}/__manifest__.py`]: `{"name": "${name}", "depends": [], "odd": 1}` };
}
