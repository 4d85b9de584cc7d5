// What tests ask of the fixture repositories.

import { execFile } from "node:child_process";
import { promisify } from "node:util";

import type { FixtureRepositories, FixtureRepository } from "../../fixtures/make-repositories.js";

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

/** What git prints about a repository, without the last line end. */
export async function readGit(
  repository: Pick<FixtureRepository, "gitFolder">,
  ...parameters: readonly string[]
): Promise<string> {
  const { stdout } = await run("git", ["--git-dir", repository.gitFolder, ...parameters]);
  return stdout.replace(/\n$/, "");
}
