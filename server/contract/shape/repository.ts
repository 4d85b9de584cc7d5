// What a repository carries.
import { count, mapOf, namedObject, text, type ValueOf } from "../../../data/shape.js";

export const RepositorySummary = namedObject("RepositorySummary", {
  name: text(),
  organizations: mapOf(mapOf(count()), "Number of modules by organization and platform version."),
  installable: mapOf(mapOf(count()), "The same for installable modules only."),
  branches: mapOf(mapOf(text()), "The branch that was read by organization and platform version."),
});
export type RepositorySummary = ValueOf<typeof RepositorySummary>;
