// The report of a migration: what became of each module of a list at another platform version, and what is
// to be done, in which order.
import { PLATFORM_EDITIONS } from "../../../../data/platform/module-lists.js";
import { TIMESTAMP } from "../../../../data/records.js";
import {
  count,
  flag,
  listOf,
  named,
  object,
  oneOf,
  orNull,
  text,
  type ValueOf,
} from "../../../../data/shape.js";
import { MIGRATION_STATES } from "../../../registry/migration/states.js";
import { ApiUse } from "../api-changes.js";
import { STEP_KINDS } from "../lineage.js";
import { COMPARISONS } from "../unported.js";

const names = (description: string) => listOf(text(), description);

const PLACE = {
  technical_name: text(),
  platform_version: text(),
  edition: orNull(oneOf(PLATFORM_EDITIONS, "Of a module of Odoo itself.")),
  organization: orNull(text("`null` of a module of Odoo itself that is not indexed here.")),
  repository: orNull(text()),
  branch: orNull(text()),
  version: orNull(text("Without the leading platform version.")),
  license: orNull(text()),
  installable: flag(),
};

const MigrationPlace = named("MigrationPlace", object(PLACE));
export type MigrationPlace = ValueOf<typeof MigrationPlace>;

const MigrationStep = named(
  "MigrationStep",
  object({
    kind: oneOf(
      STEP_KINDS,
      "As of /v1/lineage/{module_name}, which has the evidence; `same` where the name goes on in another repository and nothing in git says that it is the same module.",
    ),
    from: text("Technical name before."),
    to: orNull(text("Technical name after.")),
    platform_version: text("The first that has it so."),
    organization: orNull(text("`null` where no repository here has it.")),
    repository: orNull(text()),
  }),
);
export type MigrationStep = ValueOf<typeof MigrationStep>;

const CarriedRequest = object({
  number: orNull(count("`null` for commits that no merge tells a pull request of.")),
  url: orNull(text("Its page; `null` where the forge is not known.")),
  title: orNull(text("Where the merge tells it.")),
  merged: orNull(text("Time of its merge, UTC.", TIMESTAMP)),
  commits: count("Those that are not at `to`."),
  same_content: count("Of these those whose content is there all the same."),
});

const CarryOver = object(
  {
    from: text("Platform version that has the commits."),
    to: text(
      "Platform version that lacks them; where a port starts, if that is later than `from`.",
    ),
    process: orNull(
      oneOf(
        COMPARISONS,
        "As of /v1/module/{module_name}/unported for these versions: `migrate` is all that a migration carries over.",
      ),
    ),
    no_migration: orNull(text("Why `to` does not want the module, as its blacklist says.")),
    commits: count("Of all pull requests, as `oca-port` lists them."),
    missing: count("Of these those that change the module and whose content is not there either."),
    pull_requests: listOf(CarriedRequest, "By the time of their merge, commits of none first."),
    satellites: count("Pull requests whose part in the module is there, with other commits."),
    blacklisted: count("Pull requests that `to` says are not to be carried over."),
  },
  "`null` where the two are in no repository in common.",
);
export type CarryOver = ValueOf<typeof CarryOver>;

const Changes = object(
  {
    license: flag("It is another; `from` and `targets` say which."),
    python: object({
      added: names("Requirements, as manifests have them."),
      removed: names("The same."),
    }),
  },
  "From `from` to the first of `targets`.",
);

const Size = object(
  {
    models: count("Classes that define or extend a model."),
    fields: count(),
    methods: count(),
    views: count(),
    bytes: count("Of all files in its folder."),
  },
  "Of `start`: how much there is to port.",
);

export const ORIGINS = ["requested", "dependency"] as const;

const MigrationModule = named(
  "MigrationModule",
  object({
    technical_name: text(),
    origin: oneOf(ORIGINS, "`dependency` of a requested one, directly or not."),
    required_by: names("Modules that declare it, of the requested ones and of what they need."),
    state: oneOf(
      MIGRATION_STATES,
      "The first that is true: `ported` into the same repository; `ported_with_commits_missing`: that branch lacks commits, and not only by their numbers; `in_core`: Odoo itself has it; `moved`: another repository has the name; `renamed`, `merged`: another name has its contents, or several names have; `not_installable`: there, but its manifest says that it cannot be installed; `unknown`: no repository here has it at `from` or later, and Odoo does not either; `blocked`: to be ported, and so is something that it needs; `to_port`.",
    ),
    from: orNull(object(PLACE, "Where it is at `from`; `null` where it is not.")),
    targets: listOf(
      MigrationPlace,
      "Where it is at `to`: one, several where it was split; none of what is nowhere.",
    ),
    steps: listOf(MigrationStep, "What became of it on the way, by platform version."),
    start: orNull(
      object(
        PLACE,
        "Of what is to be ported: the newest before `to`, under its last name, from which a port starts.",
      ),
    ),
    blocked_by: names(
      "What it needs, directly or not, that is to be ported first, or is not known here.",
    ),
    blocks: count("Modules that cannot be had before it, directly or not."),
    carry_over: orNull(CarryOver),
    changes: orNull(Changes),
    size: orNull(Size),
    api: orNull(
      listOf(
        ApiUse,
        "With `api`, of what is to be ported: what its code at `start` names of modules that it needs, and that is not there at `to`, or is there as something else.",
      ),
    ),
  }),
);
export type MigrationModule = ValueOf<typeof MigrationModule>;

const ReadBranch = object({
  branch: text(),
  commit: text("Its tip as it was read."),
  committed: text("Time of the tip, UTC: what came later is not known here.", TIMESTAMP),
});
export type ReadBranch = ValueOf<typeof ReadBranch>;

const ReadRepository = named(
  "MigrationRepository",
  object({
    organization: text(),
    repository: text(),
    from: orNull(ReadBranch),
    to: orNull(ReadBranch),
  }),
);
export type ReadRepository = ValueOf<typeof ReadRepository>;

export const MigrationReport = named(
  "MigrationReport",
  object({
    from: text(),
    to: text(),
    counts: object({
      modules: count(),
      requested: count(),
      dependency: count(),
      ported: count(),
      ported_with_commits_missing: count(),
      not_installable: count(),
      renamed: count(),
      moved: count(),
      merged: count(),
      in_core: count(),
      to_port: count(),
      blocked: count(),
      unknown: count(),
      pull_requests: count("To carry over, those of migrations left out."),
      commits: count("Of these pull requests."),
    }),
    modules: listOf(
      MigrationModule,
      "By name, the requested ones first; of what they need all but what is `ported` or `in_core`.",
    ),
    waves: listOf(
      names("What blocks most first."),
      "What is to be ported, in an order in which nothing is blocked: the first wave needs nothing of it, each other one what stands before. What is `unknown` stands here where something needs it.",
    ),
    cycles: listOf(listOf(text()), "Of them those that need each other; they stand in one wave."),
    repositories: listOf(
      ReadRepository,
      "Of the modules above, with the branches that were read; `null` where there is none.",
    ),
  }),
);
export type MigrationReport = ValueOf<typeof MigrationReport>;
