// What a repository has.
import {
  count,
  mapOf,
  namedObject,
  orNull,
  object,
  text,
  type ValueOf,
} from "../../../data/shape.js";

export const RepositorySummary = namedObject("RepositorySummary", {
  name: text(),
  organizations: mapOf(mapOf(count()), "Number of modules by organization and platform version."),
  installable: mapOf(mapOf(count()), "The same for installable modules only."),
  git: mapOf(text(), "Clone URL by organization."),
  forge: mapOf(
    orNull(object({ home: text(), issues: text(), pull_requests: text() })),
    "Pages of the repository on its forge by organization; `null` if the forge is unknown.",
  ),
  branches: mapOf(mapOf(text()), "The branch that was read by organization and platform version."),
});
export type RepositorySummary = ValueOf<typeof RepositorySummary>;
