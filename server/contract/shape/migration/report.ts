// The report of a migration: what became of each module of a list at another platform version, and what is
// to be done, in which order.
import { portingRequests } from "../port-requests.js";
import { FACTS } from "../../../../data/module/facts.js";
import { PLATFORM_EDITIONS } from "../../../../data/platform/module-lists.js";
import {
  count,
  flag,
  listOf,
  object,
  oneOf,
  orNull,
  namedObject,
  text,
  texts,
  type ValueOf,
} from "../../../../data/shape.js";
import { EFFORTS, MIGRATION_STATES, UNKNOWN_REASONS, VERDICT_CODES } from "./states.js";
import { MOST_NEAR } from "../system/plan.js";
import { COMPLETENESS, RULES_OF } from "../completeness.js";
import { BranchTip, COMMIT, COMPARISONS, REQUEST } from "../unported.js";
import { ApiUse, OutdatedSyntax, PatchUse, TemplateUse } from "../api-changes.js";
import { STEP_KINDS } from "../lineage.js";

const PLACE = {
  technical_name: text(),
  platform_version: text(),
  edition: orNull(oneOf(PLATFORM_EDITIONS, "For a module of Odoo itself: its edition.")),
  organization: orNull(text("`null` for a module of Odoo itself that is not indexed.")),
  repository: orNull(text()),
  branch: orNull(text()),
  version: orNull(text("Without the leading platform version.")),
  license: orNull(text()),
  installable: flag(),
};

const MigrationLocation = namedObject("MigrationLocation", PLACE);
export type MigrationLocation = ValueOf<typeof MigrationLocation>;

const MigrationStep = namedObject("MigrationStep", {
  kind: oneOf(
    STEP_KINDS,
    "As in /v1/lineage/{module_name}, which has the evidence; `same`: the name continues in another repository, without evidence in git that it is the same module.",
  ),
  from: text("Technical name before."),
  to: orNull(text("Technical name after.")),
  platform_version: text("The first version of which this is true."),
  organization: orNull(text("`null` if it is not indexed.")),
  repository: orNull(text()),
});
export type MigrationStep = ValueOf<typeof MigrationStep>;

const CarriedRequest = object({
  ...REQUEST,
  commits: count("Number of its commits that are to be ported."),
  same_content: count("Number of these commits whose content exists nevertheless."),
  files: orNull(
    count(
      "Files of code that these commits change in the module, each counted once a commit; `null` if contents were not compared.",
    ),
  ),
  lines: orNull(count("Lines that they add and remove there, without formatting.")),
  first_commits: listOf(object(COMMIT), "The first of these commits, at most three."),
});

const CarryOver = object(
  {
    from: text("Platform version that has the commits."),
    to: text(
      "Platform version that lacks them; the version to start porting from, if that is later than `from`.",
    ),
    process: orNull(
      oneOf(
        COMPARISONS,
        "As in /v1/module/{module_name}/unported for these versions; `migrate`: all commits of a migration.",
      ),
    ),
    no_migration: orNull(text("Reason in the blacklist of `to` for not migrating the module.")),
    commits: count("Of all pull requests, as `oca-port` lists them."),
    missing: count(
      "Of these the commits that are to be ported, wholly or partly, by their verdicts in /v1/module/{module_name}/unported.",
    ),
    to_port: count(
      "Commits to port one by one: `missing` for `port_commits`; 0 for `migrate`, where the module is ported with its history.",
    ),
    pull_requests: listOf(
      CarriedRequest,
      "Those with commits that are to be ported. Ordered by time of merge; commits without a pull request come first.",
    ),
    satellites: count(
      "Pull requests that are ported as far as the module is concerned, with their other commits.",
    ),
    blacklisted: count("Pull requests that the blacklist of `to` excludes."),
  },
  "`null` if no repository has both versions.",
);
export type CarryOver = ValueOf<typeof CarryOver>;

const Changes = object(
  {
    license: flag("True if the licence changed; see `from` and `targets`."),
    python: object({
      added: texts("Requirements, as manifests have them."),
      removed: texts("The same."),
    }),
  },
  "From `from` to the first of `targets`.",
);

const EffortCounts = object(
  { S: count(), M: count(), L: count(), XL: count() },
  "Modules to port by their `effort`.",
);

const WorkSum = namedObject("MigrationWork", {
  modules: count("Modules to port."),
  effort: EffortCounts,
  models: count("Classes that define or extend a model."),
  fields: count(),
  methods: count(),
  views: count(),
  code: FACTS.code_size.shape,
});
export type WorkSum = ValueOf<typeof WorkSum>;

const Size = object(
  {
    models: count("Classes that define or extend a model."),
    fields: count(),
    methods: count(),
    views: count(),
    bytes: orNull(count("Size of all files in its folder; `null` if that is unknown.")),
    code: FACTS.code_size.shape,
  },
  "Size of the module at `start`.",
);

const Replacement = namedObject("MigrationReplacement", {
  ...PLACE,
  confidence: oneOf(
    ["stated", "likely"],
    "`stated`: a text or a commit says so; `likely`: it has the models or the fields from then on, and nothing says so.",
  ),
  evidence: listOf(
    object({
      kind: oneOf(
        ["text", "commit", "models", "fields"],
        "`text`: a README, manifest or migration script; `commit`: the one that removed the module; `models`, `fields`: those that it defined, and that this module alone defines at `to`.",
      ),
      says: text("The sentence, the subject of the commit, or what was taken over."),
      platform_version: text(),
      organization: text(),
      repository: text(),
      path: orNull(text("Of the file, in its repository.")),
      line: orNull(count()),
      url: orNull(text("Of the line or the commit at its forge.")),
    }),
  ),
});
export type ReplacedBy = ValueOf<typeof Replacement>;

const ORIGINS = ["requested", "dependency"] as const;

const MigrationModule = namedObject("MigrationModule", {
  technical_name: text(),
  origin: oneOf(ORIGINS, "`dependency`: of a requested module, direct or indirect."),
  required_by: texts("The modules of this report that declare it as a dependency."),
  state: oneOf(
    MIGRATION_STATES,
    "The first that is true, but for `waiting`, which comes before those of modules that are at `to`: `ported` into the same repository; `ported_with_commits_missing`: ported, but its branch lacks commits and their content; `renamed`, `merged`: one or several modules of another name have its contents; `in_core`: Odoo itself has it, under its name or, of a module that was not Odoo's, under another; `new`: at `to` alone, where others need it; `moved`: another repository has it; `waiting`: it is at `to`, under whatever name and in whatever repository, but cannot be installed before `blocked_by`; `not_installable`: it exists, but its manifest says that it cannot be installed; `unknown`: neither an indexed repository nor Odoo has it at `from` or later; `blocked`: to port, after a dependency that is to be ported as well; `to_port`.",
  ),
  unknown_because: orNull(
    oneOf(
      UNKNOWN_REASONS,
      "Of an `unknown` one: `unknown_name`: no module has this name at any version; `not_at_version`: only versions before `from` have it; `no_successor`: Odoo had it, and no module is known to have its contents.",
    ),
  ),
  near: texts(
    `Names like it that are known, of an unknown name; of the first ${MOST_NEAR} such names.`,
  ),
  versions: texts("Of an `unknown` one: platform versions that have it."),
  from: orNull(object(PLACE, "Where it is at `from`; `null` if it is not there.")),
  targets: listOf(
    MigrationLocation,
    "Where it is at `to`: one place, several if it was split, empty if it is not there.",
  ),
  steps: listOf(MigrationStep, "Its way from version to version."),
  start: orNull(
    object(
      PLACE,
      "For a module to port: the newest version before `to`, under its last name, to start from.",
    ),
  ),
  replaced_by: listOf(
    Replacement,
    "For a module that is not at `to`: modules there that took its place without having its code. A hint with its evidence; the state does not follow from it.",
  ),
  port_requests: portingRequests,
  blocked_by: texts(
    "Direct and indirect dependencies that are to be ported first, or are unknown; also of a module that is there already, which cannot be installed before.",
  ),
  needs_enterprise: texts(
    "Modules of Odoo Enterprise that it needs at `to`, directly or not: without a subscription it cannot be installed.",
  ),
  ...COMPLETENESS,
  blocks: count("Modules that wait for it, directly or indirectly."),
  people: orNull(
    object(
      {
        maintainers: texts("As its manifest says at `start`."),
        ports: listOf(
          object(COMMIT),
          "Commits that brought it to the versions before, `[MIG] …`, the newest first, at most three.",
        ),
        neighbours: listOf(
          object({
            name: text("As the author of commits, or in manifests."),
            ported: count("Modules of its repository that they brought to `to`."),
            maintains: texts("Modules that it needs, and that they maintain at `to`."),
          }),
          "Who knows what is around it at `to`, at most five.",
        ),
      },
      "For a module to port: whom to ask. `null` for others.",
    ),
  ),
  forge: orNull(
    object(
      {
        pull_requests: text("Search for open pull requests that name the module and `to`."),
        issues: text("The same for issues."),
      },
      "For a module to port: pages of the forge of its repository; `null` for others, and if the forge is unknown.",
    ),
  ),
  carry_over: orNull(CarryOver),
  changes: orNull(Changes),
  size: orNull(Size),
  effort: orNull(
    oneOf(
      EFFORTS,
      "For a module to port, by its size at `start`: kilobytes of Python and XML, and three times those of JavaScript. `S` up to 5, `M` up to 15, `L` up to 50, `XL` more. If sizes are unknown, by the number of methods and views: up to 5, 20, 60.",
    ),
  ),
  api: orNull(
    listOf(
      ApiUse,
      "With `api`, for a module to port: what its code at `start` uses of its dependencies, and that is missing or changed at `to`. What it uses of modules that are not at `to` is left out: those to port are in `blocked_by`, those outside the index in `not_indexed`.",
    ),
  ),
  patches: orNull(
    listOf(
      PatchUse,
      "With `api`, for a module to port: what its scripts at `start` patch of its dependencies, and that is gone or elsewhere at `to`.",
    ),
  ),
  templates: orNull(
    listOf(
      TemplateUse,
      "With `api`, for a module to port: browser templates that it extends (`t-inherit`) and that its dependencies no longer have at `to`. Also specs that find nothing in them there. Each spec is tried on the template of its own module, without changes by others.",
    ),
  ),
  outdated: orNull(
    listOf(
      OutdatedSyntax,
      "With `api`, for a module to port: what its views and data files are written with at `start`, and `to` refuses.",
    ),
  ),
});
export type MigrationModule = ValueOf<typeof MigrationModule>;

const ReadRepository = namedObject("MigrationRepository", {
  organization: text(),
  repository: text(),
  from: orNull(BranchTip),
  to: orNull(BranchTip),
});
export type ReadRepository = ValueOf<typeof ReadRepository>;

export const MigrationReport = namedObject("MigrationReport", {
  from: text(),
  to: text(),
  ...RULES_OF,
  verdict: oneOf(
    VERDICT_CODES,
    "The first that is true: `to_port`: modules are to be ported; `commits_to_port`: only commits of modules that are there; `unknown_names`: a requested module is `unknown`; `unknown`: a module that others need is; `being_ported`: pull requests port modules that became part of others; `nothing_to_port`: every module is there.",
  ),
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
    new: count(),
    waiting: count(),
    to_port: count(),
    blocked: count(),
    unknown: count(),
    unknown_names: count("Requested modules that are `unknown`."),
    modules_to_port: count("Modules whose state asks for a port: the sum of these states."),
    being_ported: count(
      "Modules that pull requests add to `to`, whatever their state, except requests that are closed or in conflict.",
    ),
    pull_requests: count("Pull requests to port, without those of migrations."),
    commits: count("Commits to port, of these pull requests and of none: the sum of `to_port`."),
    work: WorkSum,
  }),
  modules: listOf(
    MigrationModule,
    "Requested modules first, then their dependencies that are not `ported` or `in_core`; each by name.",
  ),
  ported_dependencies: texts(
    "Dependencies that are `ported`, which `modules` and `counts` leave out.",
  ),
  waves: listOf(
    texts("Those that block most modules first."),
    "The modules to port in an order in which nothing is blocked: each wave depends only on earlier ones. `unknown` modules are included if a module depends on them.",
  ),
  wave_sums: listOf(WorkSum, "For each of `waves`, what its modules come to."),
  cycles: listOf(texts(), "Circular dependencies among them; such modules are in one wave."),
  repositories: listOf(
    ReadRepository,
    "Repositories of these modules, with the branches that were read; `null` if there is none.",
  ),
});
export type MigrationReport = ValueOf<typeof MigrationReport>;
