// A system: what a list of modules comes to when it is installed.
import {
  count,
  flag,
  listOf,
  object,
  oneOf,
  optional,
  orNull,
  namedObject,
  text,
  texts,
  type ValueOf,
} from "../../../../data/shape.js";
import { MOST_NOT_INDEXED, OF_SYSTEM } from "../completeness.js";
import { declareRenamed } from "../former-names.js";
import { Successor } from "../lineage.js";
import { IDENTITY } from "../../../../data/module/told-facts.js";
import { COMMIT, REQUEST } from "../unported.js";
import { CHOICE_RULES } from "../../choice-rules.js";

const ORIGINS = ["requested", "dependency", "auto_install"] as const;

const PlanModule = namedObject("PlanModule", {
  technical_name: text(),
  origin: oneOf(
    ORIGINS,
    "`requested`; `dependency`: of a requested module, and `base`; `auto_install`: auto-installed, or a dependency of an auto-installed module.",
  ),
  ...declareRenamed(
    "required_by",
    texts(
      "For a dependency the modules of the plan that declare it; for an auto-installed module those that trigger it, or that declare it; empty for a requested module.",
    ),
  ),
  organization: text(),
  repository: text(),
  branch: text(),
  depends: texts("Its declared dependencies, in the order of the manifest."),
  from_platform_table: flag(
    "True for a module of Odoo that is not indexed. Its dependencies come from a built-in table of Odoo's manifests. Facts that only its source tells are `null`.",
  ),
  of_platform: flag(
    "True for a module of Odoo itself: from the table, or from the repository that has `base`.",
  ),
  commit: orNull(text("Commit that was read.")),
  source_path: orNull(text("Folder of the module inside the repository.")),
  version: orNull(text("Without the leading platform version.")),
  installed_version: orNull(text("As Odoo keeps it: `17.0.1.2`.")),
  license: orNull(text()),
  license_spdx: orNull(IDENTITY.license_spdx),
  purl: orNull(IDENTITY.purl),
  distribution_purl: IDENTITY.distribution_purl,
  development_status: orNull(text()),
  installable: flag(),
  application: orNull(flag()),
});
export type PlanModule = ValueOf<typeof PlanModule>;
export type Origin = PlanModule["origin"];

const MISSING_REASONS = [
  "unknown_name",
  "not_at_version",
  "not_installable",
  "excluded",
  "not_indexed",
] as const;

/** Reasons that certainly block an installation; a module outside the index may exist. */
export const BLOCKING_REASONS = MISSING_REASONS.filter((reason) => reason !== "not_indexed");

const MISSING_KINDS = [
  "core",
  "enterprise",
  "not_installable",
  "other_version",
  "excluded",
  "unknown",
] as const;

/** Near names are looked for one by one. */
export const MOST_NEAR = 20;

export const MissingModule = namedObject("MissingModule", {
  technical_name: text(),
  reason: oneOf(
    MISSING_REASONS,
    "`unknown_name`: no module has this name; `not_at_version`: it exists at other versions only; `not_installable`: its manifest says so at this version; `excluded`: by `exclude`; `not_indexed`: a module of Odoo, as `kind` says, without further facts here.",
  ),
  kind: oneOf(
    MISSING_KINDS,
    "The reason in former words: `unknown`, `other_version`, `not_installable`, `excluded`; of what is not indexed whose it is, `core` or `enterprise`.",
  ),
  requested: flag(),
  required_by: texts("Modules of the plan that declare it."),
  versions: texts("Platform versions at which it is installable."),
  ...declareRenamed("providers", texts("Every `<org>/<repo>` that has it at this version.")),
  refused: orNull(
    text(
      "Why Odoo does not take it at this version; `null` where its manifest says by itself that it is not installable.",
    ),
  ),
  successors: listOf(Successor, "The modules that have its contents at this version."),
  near: texts(
    `Names like it that are known, of an unknown one; of the first ${MOST_NEAR} such names.`,
  ),
});
export type MissingModule = ValueOf<typeof MissingModule>;
export type MissingKind = MissingModule["kind"];
/** Short form of a missing module. */
export const MissingName = namedObject("MissingName", {
  technical_name: text(),
  reason: MissingModule.properties.reason,
  versions: MissingModule.properties.versions,
  near: MissingModule.properties.near,
});
export type MissingName = ValueOf<typeof MissingName>;
export type MissingReason = MissingModule["reason"];

const Choice = namedObject("PlanChoice", {
  technical_name: text(),
  taken: text("`<org>/<repo>`"),
  rule: oneOf(
    CHOICE_RULES,
    "Why it was taken before the next: only it is `installable`; it comes first in `prefer`, or in `repositories` (`addons_path`); it is of Odoo itself, and this is its repository (`platform`); the sources file gives it a higher `priority`; it is near the modules that need it, while others of its name are unrelated (`needed_here`); its manifest's website is no other repository that has it at this version, or of another organization at any (`names_no_other`); its folder `began_first`: a first state that is no later one of another, by git trees; the module was `born` there: the first commit of its folder is older; its manifest is `named` after it, as its website; its version is `newer`; it has fewer modules that others have too (`less_shared`); else it is the `first` by organization and repository, or folder.",
  ),
  others: texts("The other `<org>/<repo>` that have it at this version, the next first."),
  folder: text("Folder of the one that is taken."),
  other_folders: texts("Other folders of the same repository that have it, the next first."),
});
export type PlanChoice = ValueOf<typeof Choice>;

const PlanRepository = namedObject("PlanRepository", {
  organization: text(),
  repository: text(),
  git: text("Clone URL."),
  branch: text(),
  commit: text(),
  checkout: text(
    "Folder to clone it into, different for each: the repository's name, with the organization where two have the same name; `odoo` for the one with `base`.",
  ),
  on_addons_path: flag(
    "False for a repository that `repositories` does not name: only these folders of it are needed, and none of its modules is auto-installed.",
  ),
  folders: texts("Folders of the modules of the plan, sorted."),
});
export type PlanRepository = ValueOf<typeof PlanRepository>;

const Requirement = object({
  requirement: text("As written in manifests."),
  required_by: texts("Modules of the plan."),
});
export type Requirement = ValueOf<typeof Requirement>;

const PythonPackage = namedObject("PythonPackage", {
  name: text("Normalised as by PEP 503."),
  specifier: text("Version constraints of all manifests together; empty for any version."),
  requirements: listOf(Requirement),
});
export type PythonPackage = ValueOf<typeof PythonPackage>;

const Binary = object({ name: text(), required_by: texts("Modules of the plan.") });

const Conflict = namedObject("PlanConflict", {
  kind: oneOf(
    ["python", "excludes"],
    "`python`: no version of a package satisfies all constraints; `excludes`: Odoo refuses to install both modules.",
  ),
  name: text("Of the package, or of the module that is excluded."),
  detail: text(),
  modules: texts("Modules of the plan that are in conflict."),
  requirements: listOf(Requirement, "For a package: the constraints that contradict each other."),
});
export type Conflict = ValueOf<typeof Conflict>;

const LicensedModule = object({
  technical_name: text(),
  license: text(),
  spdx: text(),
  direct: flag("True for a direct dependency, false for an indirect one."),
});
export type LicensedModule = ValueOf<typeof LicensedModule>;

const LicenseFinding = namedObject("LicenseFinding", {
  rule: oneOf(
    ["copyleft_below", "proprietary_below"],
    "`copyleft_below`: it depends on modules with a stricter licence than its own, as LGPL on AGPL, or proprietary on GPL or AGPL; `proprietary_below`: a free module depends on proprietary ones.",
  ),
  technical_name: text(),
  license: text("As the manifest has it."),
  spdx: text("SPDX identifier; `LicenseRef-…` if it has none."),
  modules: listOf(
    LicensedModule,
    "Direct and indirect dependencies with such a licence, in load order.",
  ),
});
export type LicenseFinding = ValueOf<typeof LicenseFinding>;

const MaturityFinding = object({
  technical_name: text(),
  development_status: text("`Beta` if the manifest has none, as at OCA."),
});

const Policy = namedObject("PlanPolicy", {
  licenses: listOf(LicenseFinding),
  maturity: listOf(
    MaturityFinding,
    "Modules below `min_status`; Odoo's own modules have no status and are left out.",
  ),
  proprietary: texts("Modules of the plan whose licence is proprietary."),
  core: { ...texts("Formerly: the names of `missing` whose `kind` is `core`."), deprecated: true },
  enterprise: {
    ...texts("Formerly: the names of `missing` whose `kind` is `enterprise`."),
    deprecated: true,
  },
});
export type Policy = ValueOf<typeof Policy>;

const AutoInstallCandidate = namedObject("AutoInstallCandidate", {
  technical_name: text(),
  organization: text(),
  repository: text(),
  ...declareRenamed("required_by", texts("The modules of the plan that trigger its installation.")),
  blocked_by: texts("Its dependencies that are missing."),
  countries: texts("From 18.0 on it is auto-installed only if a company is in one of these."),
});
export type AutoInstallCandidate = ValueOf<typeof AutoInstallCandidate>;

const MODULE_CHANGES = ["added", "removed", "moved", "version", "commit"] as const;

const FormerLocation = object({
  repository: orNull(text("`<org>/<repo>`; `null` if the lock does not have it.")),
  version: orNull(text("`null` if the lock does not have it.")),
  commit: orNull(text("Commit of the repository; `null` if the lock does not have it.")),
});

const UNTOLD_REASONS = [
  "added",
  "removed",
  "other_repository",
  "no_commit",
  "unknown_commit",
  "ambiguous_commit",
  "not_kept",
] as const;

const UpdateCommit = namedObject("UpdateCommit", COMMIT);

const UpdatePullRequest = namedObject("UpdatePullRequest", {
  ...REQUEST,
  commits: listOf(UpdateCommit, "Oldest first."),
});
export type UpdatePullRequest = ValueOf<typeof UpdatePullRequest>;

const UpdatedModule = namedObject("UpdatedModule", {
  technical_name: text(),
  change: oneOf(
    MODULE_CHANGES,
    "The first of these that is true: it was added; it was removed; it comes from another repository; its version changed; its repository is at another commit, its version is the same.",
  ),
  from: orNull(FormerLocation),
  to: orNull(object({ repository: text("`<org>/<repo>`"), version: text(), commit: text() })),
  update_date: orNull(
    text("Time of the last commit that changed its folder, UTC; `null` for a removed module."),
  ),
  last_code_change: orNull(
    text(
      "Time of the last commit in which a person changed its code, UTC; `null` if there is none.",
    ),
  ),
  commits: orNull(
    count(
      "Number of commits of its folder since the commit of the lock, without merges, bots and translations; `null` if unknown.",
    ),
  ),
  commits_untold: orNull(
    oneOf(
      UNTOLD_REASONS,
      "Why it is unknown: the module is `added`, `removed`, or from another repository; the lock has no commit of the repository; the commit never was the tip of the branch (a rewritten branch, a newer lock, another branch); the abbreviated commit is ambiguous; or the branch has more commits than are kept.",
    ),
  ),
  migrations: listOf(
    object({ version: text(), phase: oneOf(["pre", "post", "end"]), file: text() }),
    "Its migration scripts that an update runs: those of versions after that of the lock, up to its own. Empty where the former version is unknown.",
  ),
  commits_left_out: count("Number of the oldest of these, which are not in `pull_requests`."),
  pull_requests: listOf(
    UpdatePullRequest,
    "These commits by pull request, ordered by time of merge; commits without a pull request come first.",
  ),
});
export type UpdatedModule = ValueOf<typeof UpdatedModule>;

const UpdatedRepository = object({
  repository: text("`<org>/<repo>`"),
  from: orNull(text("Commit of the lock; `null` for a repository that was not needed.")),
  to: orNull(text("Commit of the plan; `null` for a repository that is no longer needed.")),
  compare: orNull(
    text("Page of the forge with the commits between them; `null` if the forge is unknown."),
  ),
});

const Update = namedObject("PlanUpdate", {
  removed_known: flag(
    "False for a lock without modules: removed modules are then unknown, and `added` are the modules of repositories that it does not name.",
  ),
  modules: listOf(
    UpdatedModule,
    "Modules that an update changes or may change, in load order; removed ones last. Modules changed by bots and translators alone are left out.",
  ),
  repositories: listOf(UpdatedRepository, "Repositories at another commit."),
});
export type Update = ValueOf<typeof Update>;

export const Plan = namedObject("Plan", {
  ...OF_SYSTEM,
  not_indexed: texts(
    `Names that are needed and not in the index, sorted, at most ${MOST_NOT_INDEXED}; without those for which \`missing\` has another reason.`,
  ),
  load_order: object({
    known: flag(
      "True if `modules` are in the order in which Odoo loads them. If not, each comes after what it depends on, as far as that is indexed.",
    ),
    unplaced: texts(
      "Modules that depend, directly or not, on what is not indexed: their place is unknown.",
    ),
  }),
  platform_indexed: flag(
    "True if Odoo itself (`base`) is indexed. If not, its own modules come from a table of their manifests (`from_platform_table`); at a version without a table their dependencies and auto-installed modules are unknown. The load order then holds only among the modules listed.",
  ),
  installable: orNull(
    flag(
      "Can Odoo install these modules from these repositories? False where a name is missing for another reason than `not_indexed`, where dependencies are circular, or where modules exclude each other; `null` where only modules of Odoo are missing that are not indexed, so that nobody here can tell. Python packages do not count.",
    ),
  ),
  counts: object({
    asked: count("Names that were asked for."),
    modules: count("Those in `modules`."),
    requested: count("Those of them that were asked for."),
    dependency: count(),
    auto_install: count(),
    of_platform: count("Modules of Odoo itself."),
    from_platform_table: count("Those of them that are not indexed."),
    installable: count("Modules that were asked for and can be installed with all that they need."),
    missing: count("Names in `missing`."),
    missing_by_reason: object(
      Object.fromEntries(MISSING_REASONS.map((reason) => [reason, count()])) as Readonly<
        Record<(typeof MISSING_REASONS)[number], ReturnType<typeof count>>
      >,
    ),
    cycles: count(),
    conflicts: count("Rows of `conflicts`."),
    exclusions: count("Those of them in which modules exclude each other."),
  }),
  modules: listOf(PlanModule, "In load order, as far as `load_order` says that it is known."),
  missing: listOf(
    MissingModule,
    "Names that are asked for or needed and not in `modules`. Modules of Odoo that are known from the table of its manifests are in `modules`.",
  ),
  choices: listOf(Choice, "Modules that several repositories have at this version."),
  could_auto_install: listOf(
    AutoInstallCandidate,
    "Modules that would be auto-installed if their repository were on the addons path, or if nothing blocked them.",
  ),
  unknown_repositories: texts("Those of `repositories` and `prefer` that are not indexed."),
  cycles: listOf(texts(), "Circular dependencies, which Odoo refuses."),
  repositories: listOf(PlanRepository, "Repositories to clone."),
  addons_path: texts(
    "Value for `--addons-path`, with each repository in its `checkout`; without the paths that Odoo finds by itself.",
  ),
  python: listOf(PythonPackage),
  binaries: listOf(Binary, "Programs and system packages."),
  conflicts: listOf(Conflict),
  policy: Policy,
  update: optional(Update),
});
export type Plan = ValueOf<typeof Plan>;
