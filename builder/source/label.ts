// How a source is called.
import type { Source } from "./sources-file.js";

/** `organization/repository`, by which a source is told. */
export function toLabel({
  organization,
  repository,
}: Pick<Source, "organization" | "repository">): string {
  return `${organization}/${repository}`;
}
