// Four small sources to build, two of them faulty.
import { readdirSync } from "node:fs";
import type { Source } from "../../builder/source/source.js";
import { type Files, makeSources, toSource } from "./world.js";

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
  const sources = makeSources(folder, {
    sales: {
      "17.0": { sale_a: toFiles("sale_a"), sale_b: toFiles("sale_b") },
      "16.0": [{ files: { "README.md": "Nothing here yet." } }],
    },
    stock: { "17.0": { stock_a: toFiles("stock_a") } },
    docs: { main: { sale_c: toFiles("sale_c") } },
  });
  return { ...sources, missing: toSource(folder, "missing") };
}

/** Names in an output folder, sorted: snapshots, the link to the current one, and leftovers. */
export function listOut(out: string): readonly string[] {
  return readdirSync(out).toSorted();
}

/** A module of one file, with something odd in it. */
function toFiles(name: string): Files {
  return { "__manifest__.py": `{"name": "${name}", "depends": [], "odd": 1}` };
}
