// The column of a repository, and where the name `organization/repository` leads.
import { toPath } from "../browser/ask.js";
import type { DeclaredColumn } from "../layout.js";

interface OfRepository {
  readonly organization: string;
  readonly repository: string;
}

export const toProvider = ({ organization, repository }: OfRepository): string =>
  `${organization}/${repository}`;

export const linkRepository = (_: unknown, provider: string): string =>
  toPath("repo", ...provider.split("/"));

export const REPOSITORY: DeclaredColumn<OfRepository> = {
  key: "provider",
  value: toProvider,
  href: linkRepository,
};
