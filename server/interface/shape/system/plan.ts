// A system: what a list of modules comes to when it is installed.
import {
  count,
  flag,
  listOf,
  named,
  object,
  oneOf,
  optional,
  orNull,
  text,
  type ValueOf,
} from "../../../../data/shape.js";
import { Successor } from "../lineage.js";
import { IDENTITY_PROPERTIES } from "../module.js";
import { COMMIT, REQUEST } from "../unported.js";
import { CHOICE_RULES } from "../../../registry/choice-rules.js";

const names = (description: string) => listOf(text(), description);

export const ORIGINS = ["requested", "dependency", "auto_install"] as const;

const PlanModule = named(
  "PlanModule",
  object({
    technical_name: text(),
    origin: oneOf(
      ORIGINS,
      "`requested`; `dependency` of a requested one, as is `base`; `auto_install`: it installs itself, or one that does needs it.",
    ),
    because: names(
      "Of a dependency the modules of the plan that declare it; of what installs itself the modules at which it does, or those that declare it; none of a requested one.",
    ),
    organization: text(),
    repository: text(),
    branch: text(),
    commit: text("Commit that was read."),
    source_path: text("Folder of the module inside the repository."),
    version: text("Without the leading platform version."),
    depends: names("What it declares, in its order."),
    license: text(),
    ...IDENTITY_PROPERTIES,
    development_status: orNull(text()),
    installable: flag(),
    application: flag(),
  }),
);
export type PlanModule = ValueOf<typeof PlanModule>;
export type Origin = PlanModule["origin"];

export const MISSING_KINDS = [
  "core",
  "enterprise",
  "not_installable",
  "other_version",
  "excluded",
  "unknown",
] as const;

const MissingModule = named(
  "MissingModule",
  object({
    technical_name: text(),
    kind: oneOf(
      MISSING_KINDS,
      "`core`, `enterprise`: a module of the platform that no repository here carries; `not_installable`: there at this version, but switched off; `other_version`: at others only; `excluded`: by `exclude`; `unknown`: nowhere.",
    ),
    requested: flag(),
    required_by: names("Modules of the plan that declare it."),
    versions: names("Platform versions at which it is installable."),
    carriers: names("Every `<org>/<repo>` that has it at this version."),
    successors: listOf(Successor, "What has its contents at this version."),
  }),
);
export type MissingModule = ValueOf<typeof MissingModule>;
export type MissingKind = MissingModule["kind"];

const Choice = named(
  "PlanChoice",
  object({
    technical_name: text(),
    taken: text("`<org>/<repo>`"),
    rule: oneOf(
      CHOICE_RULES,
      "What put it before the next: it alone is `installable`; it comes first in `prefer`, or in `repositories` (`addons_path`); it is the repository that has `base` (`platform`), or has more of the requested modules; else the `first` by organization and repository.",
    ),
    others: names("The other `<org>/<repo>` that have it at this version, the next first."),
  }),
);
export type PlanChoice = ValueOf<typeof Choice>;
export type ChoiceRule = PlanChoice["rule"];

const PlanRepository = named(
  "PlanRepository",
  object({
    organization: text(),
    repository: text(),
    git: text("Clone address."),
    branch: text(),
    commit: text(),
    checkout: text(
      "Folder to clone it into, unlike every other: its name, with that of the organization where two would have the same; `odoo` of the one that has `base`.",
    ),
    on_addons_path: flag(
      "False for one that `repositories` does not name: only these of its folders are needed, and nothing of it installs itself.",
    ),
    folders: names("Folders of the modules of the plan, sorted."),
  }),
);
export type PlanRepository = ValueOf<typeof PlanRepository>;

const Requirement = object({
  requirement: text("As manifests have it."),
  required_by: names("Modules of the plan."),
});
export type Requirement = ValueOf<typeof Requirement>;

const PythonPackage = named(
  "PythonPackage",
  object({
    name: text("Normalised as PEP 503 does."),
    specifier: text("All that manifests ask of its version; empty for any version."),
    requirements: listOf(Requirement),
  }),
);
export type PythonPackage = ValueOf<typeof PythonPackage>;

const Binary = object({ name: text(), required_by: names("Modules of the plan.") });
export type Binary = ValueOf<typeof Binary>;

const Conflict = named(
  "PlanConflict",
  object({
    kind: oneOf(
      ["python", "excludes"],
      "`python`: no version of a package is right for all; `excludes`: the platform refuses to install both modules.",
    ),
    name: text("Of the package, or of the module that is excluded."),
    detail: text(),
    modules: names("Modules of the plan that are in conflict."),
    requirements: listOf(Requirement, "Of a package: what cannot be had together."),
  }),
);
export type Conflict = ValueOf<typeof Conflict>;

const LicensedModule = object({
  technical_name: text(),
  license: text(),
  spdx: text(),
  direct: flag("Its own manifest declares it; false for one that others of the plan bring."),
});
export type LicensedModule = ValueOf<typeof LicensedModule>;

const LicenseFinding = named(
  "LicenseFinding",
  object({
    rule: oneOf(
      ["copyleft_below", "proprietary_below"],
      "`copyleft_below`: it depends on modules whose licence asks more of it than its own says, as LGPL on AGPL, or anything proprietary on GPL or AGPL; `proprietary_below`: a free module depends on proprietary ones.",
    ),
    technical_name: text(),
    license: text("As the manifest has it."),
    spdx: text("Identifier of SPDX; `LicenseRef-…` where it has none."),
    modules: listOf(LicensedModule, "What it depends on, directly or not, in load order."),
  }),
);
export type LicenseFinding = ValueOf<typeof LicenseFinding>;

const MaturityFinding = object({
  technical_name: text(),
  development_status: text("`Beta` where the manifest says nothing, as OCA takes it."),
});

const Policy = named(
  "PlanPolicy",
  object({
    licenses: listOf(LicenseFinding),
    maturity: listOf(
      MaturityFinding,
      "Modules below `min_status`; the platform's own have none and are not judged.",
    ),
    proprietary: names("Modules of the plan whose licence is proprietary."),
    core: names("Modules of the platform that are needed and not here."),
    enterprise: names("Enterprise modules that are needed and not here."),
  }),
);
export type Policy = ValueOf<typeof Policy>;

const AutoInstallCandidate = named(
  "AutoInstallCandidate",
  object({
    technical_name: text(),
    organization: text(),
    repository: text(),
    because: names("The modules of the plan at which it installs itself."),
    blocked_by: names("What it needs that cannot be had."),
    countries: names("From 18.0 on it comes only where a company is in one of these."),
  }),
);
export type AutoInstallCandidate = ValueOf<typeof AutoInstallCandidate>;

export const MODULE_CHANGES = ["added", "removed", "moved", "version", "commit"] as const;

const FormerPlace = object({
  repository: orNull(text("`<org>/<repo>`; `null` where the lock does not tell it.")),
  version: orNull(text("`null` where the lock does not tell it.")),
  commit: orNull(text("Of the repository; `null` where the lock does not tell it.")),
});

export const UNTOLD_REASONS = [
  "added",
  "removed",
  "other_repository",
  "no_commit",
  "unknown_commit",
  "ambiguous_commit",
  "not_kept",
] as const;

const UpdateCommit = named("UpdateCommit", object(COMMIT));

const UpdatePullRequest = named(
  "UpdatePullRequest",
  object({ ...REQUEST, commits: listOf(UpdateCommit, "Oldest first.") }),
);
export type UpdatePullRequest = ValueOf<typeof UpdatePullRequest>;

const UpdatedModule = named(
  "UpdatedModule",
  object({
    technical_name: text(),
    change: oneOf(
      MODULE_CHANGES,
      "The first of these that is true: it was not there; it is no longer; it comes from another repository; its version is another; its repository is at another commit, while its own version is the same.",
    ),
    from: orNull(FormerPlace),
    to: orNull(object({ repository: text("`<org>/<repo>`"), version: text(), commit: text() })),
    update_date: orNull(
      text("Time of the last commit that changed its folder, UTC; `null` of one that is removed."),
    ),
    last_code_change: orNull(
      text("Time of the last commit in which a person changed its code, UTC; `null` for none."),
    ),
    commits: orNull(
      count(
        "Commits of its folder that the branch has and had not at the commit of the lock, those of merges, robots and translation left out; `null` where that cannot be told.",
      ),
    ),
    commits_untold: orNull(
      oneOf(
        UNTOLD_REASONS,
        "Why not: the module is `added`, `removed`, or from another repository; the lock tells no commit of the repository; the commit never was the tip of the branch as it was read, since the branch was rewritten, the lock is newer, or it names another branch; its beginning is that of several; the branch has more commits than are kept, or the snapshot is of a program that did not keep tips.",
      ),
    ),
    commits_left_out: count("Of these the oldest, which are not in `pull_requests`."),
    pull_requests: listOf(
      UpdatePullRequest,
      "These commits, by the time of their merge, commits of none first.",
    ),
  }),
);
export type UpdatedModule = ValueOf<typeof UpdatedModule>;

const UpdatedRepository = object({
  repository: text("`<org>/<repo>`"),
  from: orNull(text("Commit of the lock; `null` for one that was not needed.")),
  to: orNull(text("Commit of the plan; `null` for one that is no longer needed.")),
  compare: orNull(
    text("Page of the forge with the commits between them; `null` where the forge is not known."),
  ),
});

const Update = named(
  "PlanUpdate",
  object({
    removed_known: flag(
      "False for a lock that names no modules: what is removed cannot be told then, and `added` are those of repositories that it does not name.",
    ),
    modules: listOf(
      UpdatedModule,
      "Those that an update changes or may change, in load order, removed ones behind them.",
    ),
    repositories: listOf(UpdatedRepository, "Those that are at another commit."),
  }),
);
export type Update = ValueOf<typeof Update>;

export const Plan = named(
  "Plan",
  object({
    platform_version: text(),
    platform_indexed: flag(
      "`base` is here. Otherwise what the platform's own modules need, and what installs itself with them, is not known, and the order holds only among the modules listed.",
    ),
    counts: object({
      modules: count(),
      requested: count(),
      dependency: count(),
      auto_install: count(),
      missing: count(),
      conflicts: count(),
    }),
    modules: listOf(PlanModule, "In the order in which the platform loads them."),
    missing: listOf(MissingModule),
    choices: listOf(Choice, "Names that several repositories have at this version."),
    could_auto_install: listOf(
      AutoInstallCandidate,
      "What would install itself if its repository were there, or if nothing stood in its way.",
    ),
    unknown_repositories: names("Of `repositories`, those that are not in the index."),
    cycles: listOf(listOf(text()), "Modules that need each other: the platform refuses them."),
    repositories: listOf(PlanRepository, "What to clone."),
    addons_path: names(
      "What `--addons-path` takes where each repository is in its `checkout`; without what the platform finds by itself.",
    ),
    python: listOf(PythonPackage),
    binaries: listOf(Binary, "Programs and system packages."),
    conflicts: listOf(Conflict),
    policy: Policy,
    update: optional(Update),
  }),
);
export type Plan = ValueOf<typeof Plan>;
