// Builds snapshots of the fixture repositories as `module-lookup build` does.

import { join } from "node:path";

import type { EmbedderChoice } from "../../builder/index/vectors.js";
import {
  makeFixtureRepositories,
  type FixtureRepositories,
} from "../../fixtures/make-repositories.js";
import { build } from "./builds.js";
import { isSource, readSourcesFile } from "../../builder/source/sources-file.js";
import type { Source } from "../../builder/source/source.js";

export interface BuiltFixtures extends FixtureRepositories {
  /** Absolute path of the folder of all of it. */
  readonly folder: string;
  /** What the sources file lists. */
  readonly sources: readonly Source[];
  /** Folder with the link `current`: what `--snapshot` takes. */
  readonly out: string;
}

export interface BuildChoice {
  readonly sources: readonly Source[];
  readonly out: string;
  readonly embedder?: EmbedderChoice["kind"] & ("static" | "none");
  /** As BuildOptions has it. */
  readonly exactScanLimit?: number;
}

/** Makes the fixture repositories and a snapshot of them in a folder. */
export async function createBuiltFixtures(folder: string): Promise<BuiltFixtures> {
  const repositories = await makeFixtureRepositories(folder);
  const sources = (await readSourcesFile(repositories.sourcesFile)).filter(isSource);
  const out = join(folder, "snapshots");
  await buildFixtures(folder, { sources, out });
  return { ...repositories, folder, sources, out };
}

/** Builds a snapshot of the sources, makes it the current one of `out`, and returns its folder. */
export async function buildFixtures(
  folder: string,
  { sources, out, embedder = "static", ...rest }: BuildChoice,
): Promise<string> {
  const report = await build(sources, {
    ...rest,
    out,
    cacheDirectory: join(folder, "cache"),
    embedder: { kind: embedder },
  });
  return report.folder;
}
