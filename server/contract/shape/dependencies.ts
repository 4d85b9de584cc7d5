// Dependencies and dependents of a module.
import {
  count,
  flag,
  listOf,
  object,
  orNull,
  namedObject,
  schemaOf,
  text,
  texts,
  type ValueOf,
} from "../../../data/shape.js";
import { declareRenamed } from "./former-names.js";
import { UnresolvedKind } from "./completeness.js";

const NeededModule = namedObject("NeededModule", {
  technical_name: text(),
  depth: count("Length of the shortest dependency path to it; 0 is the module itself."),
  organization: text(),
  repository: text(),
  installable: flag(),
  depends: texts("What its manifest declares, sorted."),
  ...declareRenamed("providers", texts("Every `<org>/<repo>` that has it at this version.")),
});
export type NeededModule = ValueOf<typeof NeededModule>;

const TreeRow = object({
  technical_name: text(),
  depth: count(),
  found: flag("A repository has it at this version."),
  installable: flag("It is found and can be installed."),
  repeated: flag("Its dependencies are listed further up."),
});
export type TreeRow = ValueOf<typeof TreeRow>;

const NeededRepository = namedObject("NeededRepository", {
  organization: text(),
  repository: text(),
  git: text("Clone URL."),
  branch: text("The branch for this platform version."),
  modules: texts("Modules that are needed of it."),
});
export type NeededRepository = ValueOf<typeof NeededRepository>;

const required = {
  technical_name: text(),
  required_by: texts("Modules that declare it."),
};
const UnresolvedName = object({ ...required, kind: UnresolvedKind });
type UnresolvedName = ValueOf<typeof UnresolvedName>;

export const Dependencies = namedObject("Dependencies", {
  technical_name: text(),
  platform_version: text(),
  organization: text(),
  repository: text(),
  modules: listOf(
    NeededModule,
    "The module and all dependencies that were found, each after its own dependencies.",
  ),
  tree: listOf(TreeRow, "The same as an indented tree, one row for each line."),
  repositories: listOf(NeededRepository, "Repositories to clone."),
  unresolved: listOf(UnresolvedName, "Direct and indirect dependencies that are not indexed."),
  not_installable: listOf(
    object(required),
    "Dependencies that exist but are not installable, as their manifests say: they block the module.",
  ),
  cycles: listOf(texts(), "Circular dependencies: modules that depend on each other."),
  pip: texts("Python packages that these modules need."),
  bin: texts("Executables and system packages that these modules need."),
});
export type Dependencies = ValueOf<typeof Dependencies>;

const DependentModule = namedObject("DependentModule", {
  technical_name: text(),
  depth: schemaOf<number>({
    type: "integer",
    minimum: 1,
    description: "1 for a direct dependent.",
  }),
  through: texts("Its dependencies that lead to the module."),
  installable: flag("True if it is installable in at least one of `providers`."),
  ...declareRenamed(
    "providers",
    texts("Every `<org>/<repo>` whose module of this name depends on it."),
  ),
});
export type DependentModule = ValueOf<typeof DependentModule>;

export const Dependents = namedObject("Dependents", {
  technical_name: text(),
  platform_version: text(),
  ...declareRenamed(
    "providers",
    texts("Every `<org>/<repo>` that has the module itself; may be empty."),
  ),
  kind: orNull(UnresolvedKind),
  counts: object(
    {
      direct: count(),
      indirect: count(),
      all: count(),
      installable: count("How many of `all` are installable."),
    },
    "Distinct technical names.",
  ),
  modules: listOf(DependentModule),
});
export type Dependents = ValueOf<typeof Dependents>;
