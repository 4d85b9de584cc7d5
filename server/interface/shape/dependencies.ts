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
    depth: count("The shortest way to it; 0 is the module itself."),
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
  found: flag("Somebody carries it at this version."),
  installable: flag("It is found and can be installed."),
  repeated: flag("What it needs is listed further up."),
});
export type TreeRow = ValueOf<typeof TreeRow>;

const NeededRepository = named(
  "NeededRepository",
  object({
    organization: text(),
    repository: text(),
    git: text("Clone address."),
    branch: text("The one that is for this platform version."),
    modules: names("What is needed of it."),
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
      "Everything that is needed and found, itself included, each after what it needs.",
    ),
    tree: listOf(TreeRow, "The same as a tree is written down the page."),
    repositories: listOf(NeededRepository, "What to clone."),
    unresolved: listOf(
      UnresolvedName,
      "Needed modules that no repository of the snapshot carries.",
    ),
    not_installable: listOf(
      object(required),
      "Needed modules that are there and cannot be installed, since their manifests say so: they block the module.",
    ),
    cycles: listOf(listOf(text()), "Modules that need each other: no order is right for them."),
    pip: names("Python packages that all of it needs."),
    bin: names("Executables and system packages that all of it needs."),
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
      description: "1 for one that names it itself.",
    }),
    through: names("What it declares that leads to the module."),
    installable: flag("One of those who carry it has it so that it can be installed."),
    carriers: names("Every `<org>/<repo>` whose module of this name needs it."),
  }),
);
export type DependentModule = ValueOf<typeof DependentModule>;

export const Dependents = named(
  "Dependents",
  object({
    technical_name: text(),
    platform_version: text(),
    carriers: names("Who carries the module itself; may be nobody."),
    kind: orNull(UnresolvedKind),
    counts: object(
      {
        direct: count(),
        indirect: count(),
        all: count(),
        installable: count("Of all of them, what can be installed."),
      },
      "Distinct technical names.",
    ),
    modules: listOf(DependentModule),
  }),
);
export type Dependents = ValueOf<typeof Dependents>;
