// What a module needs, and who needs it.
import {
  count,
  flag,
  listOf,
  named,
  object,
  orNull,
  schemaOf,
  text,
  type ValueOf,
} from "../../../data/shape.js";
import { UnresolvedKind } from "./unresolved.js";

const names = (description: string) => listOf(text(), description);

const NeededModule = named(
  "NeededModule",
  object({
    technical_name: text(),
    depth: count("Length of the shortest dependency path to it; 0 is the module itself."),
    organization: text(),
    repository: text(),
    installable: flag(),
    depends: names("What its manifest declares, sorted."),
    carriers: names("Every `<org>/<repo>` that has it at this version."),
  }),
);
export type NeededModule = ValueOf<typeof NeededModule>;

const TreeRow = object({
  technical_name: text(),
  depth: count(),
  found: flag("A repository has it at this version."),
  installable: flag("It is found and can be installed."),
  repeated: flag("Its dependencies are listed further up."),
});
export type TreeRow = ValueOf<typeof TreeRow>;

const NeededRepository = named(
  "NeededRepository",
  object({
    organization: text(),
    repository: text(),
    git: text("Clone URL."),
    branch: text("The branch for this platform version."),
    modules: names("Modules that are needed of it."),
  }),
);
export type NeededRepository = ValueOf<typeof NeededRepository>;

const required = {
  technical_name: text(),
  required_by: names("Modules that declare it."),
};
const UnresolvedName = object({ ...required, kind: UnresolvedKind });
export type UnresolvedName = ValueOf<typeof UnresolvedName>;

export const Dependencies = named(
  "Dependencies",
  object({
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
    cycles: listOf(listOf(text()), "Circular dependencies: modules that depend on each other."),
    pip: names("Python packages that these modules need."),
    bin: names("Executables and system packages that these modules need."),
  }),
);
export type Dependencies = ValueOf<typeof Dependencies>;

const DependentModule = named(
  "DependentModule",
  object({
    technical_name: text(),
    depth: schemaOf<number>({
      type: "integer",
      minimum: 1,
      description: "1 for a direct dependent.",
    }),
    through: names("Its dependencies that lead to the module."),
    installable: flag("True if it is installable in at least one repository."),
    carriers: names("Every `<org>/<repo>` whose module of this name depends on it."),
  }),
);
export type DependentModule = ValueOf<typeof DependentModule>;

export const Dependents = named(
  "Dependents",
  object({
    technical_name: text(),
    platform_version: text(),
    carriers: names("Every `<org>/<repo>` that has the module itself; may be empty."),
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
  }),
);
export type Dependents = ValueOf<typeof Dependents>;
