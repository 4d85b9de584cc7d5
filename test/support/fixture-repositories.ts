// The fixture repositories for one test file: real bare git repositories in a folder of their own.

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { makeFixtureRepositories } from "../../fixtures/make-repositories.js";
import type { FixtureRepositories, FixtureRepository } from "../../fixtures/make-repositories.js";
import { makeWritable } from "./make-writable.js";

const run = promisify(execFile);

export interface FixtureFolder extends FixtureRepositories {
  /** Absolute path of the temporary folder; tests may write beside the repositories. */
  readonly folder: string;
  readonly cleanup: () => Promise<void>;
}

/** Makes all fixture repositories in a fresh temporary folder. For `beforeAll`. */
export function createFixtureFolder(): Promise<FixtureFolder> {
  return fillFixtureFolder(makeFixtureRepositories);
}

/** @param fill makes the repositories, and what belongs to them, in the folder it is given */
export async function fillFixtureFolder<Filling extends FixtureRepositories>(
  fill: (folder: string) => Promise<Filling>,
): Promise<FixtureFolder & Filling> {
  const folder = await mkdtemp(join(tmpdir(), "module-lookup-fixtures-"));
  const cleanup = (): Promise<void> => {
    makeWritable(folder);
    return rm(folder, { recursive: true, force: true });
  };
  try {
    return { folder, cleanup, ...(await fill(folder)) };
  } catch (error) {
    await cleanup();
    throw error;
  }
}

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

/** What git prints about a repository, without the last line end. */
export async function readGit(
  repository: Pick<FixtureRepository, "gitFolder">,
  ...parameters: readonly string[]
): Promise<string> {
  const { stdout } = await run("git", ["--git-dir", repository.gitFolder, ...parameters]);
  return stdout.replace(/\n$/, "");
}
