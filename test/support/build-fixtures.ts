// The fixture repositories, and snapshots of them as `module-lookup build` makes them.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { EmbedderChoice } from "../../builder/index/vectors.js";
import {
  makeFixtureRepositories,
  type FixtureRepositories,
  type FixtureRepository,
} from "../../fixtures/make-repositories.js";
import { build } from "./builds.js";
import { isSource, readSourcesFile } from "../../builder/source/sources-file.js";
import type { Source } from "../../builder/source/source.js";

export interface BuiltFixtures extends FixtureRepositories {
  /** Absolute path of the folder of all of it. */
  readonly folder: string;
  /** Sources of the sources file. */
  readonly sources: readonly Source[];
  /** Folder with the link `current`: what `--snapshot` takes. */
  readonly out: string;
}

export interface BuildChoice {
  readonly sources: readonly Source[];
  readonly out: string;
  readonly embedder?: (EmbedderChoice["kind"] & ("static" | "none")) | EmbedderChoice;
  readonly needsFile?: string;
}

/** Makes the fixture repositories and a snapshot of them in a folder. */
export async function createBuiltFixtures(folder: string): Promise<BuiltFixtures> {
  const repositories = await makeFixtureRepositories(folder);
  const sources = readSourcesFile(repositories.sourcesFile).filter(isSource);
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
    embedder: typeof embedder === "string" ? { kind: embedder } : embedder,
  });
  return report.folder;
}

const run = promisify(execFile);

/** The repository `<organization>/<repository>`; throws where there is none. */
export function getFixtureRepository(
  fixtures: FixtureRepositories,
  name: string,
): FixtureRepository {
  const found = fixtures.repositories.find(
    ({ organization, repository }) => `${organization}/${repository}` === name,
  );
  if (found === undefined) throw new Error(`there is no fixture repository ${name}`);
  return found;
}

/** Output of git about a repository, without the last line end. */
export async function readGit(
  repository: Pick<FixtureRepository, "gitFolder">,
  ...parameters: readonly string[]
): Promise<string> {
  const { stdout } = await run("git", ["--git-dir", repository.gitFolder, ...parameters]);
  return stdout.replace(/\n$/, "");
}
