// Changes of a database in an upgrade: new, removed, moved and changed models, fields and records,
// by module, as in OpenUpgrade's analysis.
import {
  flag,
  listOf,
  mapOf,
  named,
  namedObject,
  object,
  oneOf,
  optional,
  orNull,
  text,
  texts,
  count,
  type ValueOf,
} from "../../../../data/shape.js";
import {
  UPGRADE_CLASSES,
  UPGRADE_CODES,
  UPGRADE_VERDICTS,
  type UpgradeClass,
  type UpgradeCode,
} from "./upgrade-codes.js";
import { ApiEvidence } from "../api-changes.js";
import { COMPLETENESS, RULES_OF } from "../completeness.js";
import { lineUrls } from "../module.js";
import { MissingModule } from "../system/plan.js";

const CLASSES = Object.keys(UPGRADE_CLASSES) as UpgradeClass[];
const CODES = Object.keys(UPGRADE_CODES) as UpgradeCode[];
const describeCode = (code: UpgradeCode): string => {
  const { class: kind, cause, remedy } = UPGRADE_CODES[code];
  return `\`${code}\` (${kind}): ${cause} ${remedy}`;
};

const Cover = namedObject("UpgradeCover", {
  module: text(),
  file: text("Relative to the folder of the module."),
  line: count(),
  phase: oneOf(["pre", "post", "end"]),
  call: text("Of openupgradelib, or the command of SQL."),
});
export type UpgradeCover = ValueOf<typeof Cover>;

const MEANING = {
  class: oneOf(
    CLASSES,
    "What it means for the rows that are there: `data_lost` unless a script saves it; the upgrade `may_fail`; a record `stays` that may refer to something deleted; the `orm` does it; `nothing` to do.",
  ),
  code: named(
    "UpgradeCode",
    oneOf(
      CODES,
      `Kind of the change, its class, and what helps. ${CODES.map(describeCode).join(" ")}`,
    ),
  ),
  table: optional(
    text("Of what is lost or may fail: the table in which its rows are before, or its links."),
  ),
  covered_by: optional(
    listOf(
      Cover,
      "Of what is lost or may fail: steps of migration scripts that run and name it. Without it nobody does.",
    ),
  ),
};

const Definition = object({
  module: text(),
  file: text("Relative to the folder of the module."),
  line: count(),
});
export type UpgradeDefinition = ValueOf<typeof Definition>;

const Definitions = object({
  from: listOf(Definition, "Where it is defined before; empty for what comes."),
  to: listOf(Definition, "Where it is defined afterwards; empty for what goes."),
});

const Rename = namedObject("UpgradeRename", {
  model: text(),
  field: orNull(text("`null` for a model.")),
  evidence: listOf(ApiEvidence),
});
export type UpgradeRename = ValueOf<typeof Rename>;

const renamed = optional({
  ...Rename,
  description:
    "Of a field that goes or comes: its other name, by the evidence of API changes. Nothing is sure of it.",
});

const MODEL_TYPES = ["transient", "abstract", "sql_view"] as const;

const UpgradeModel = namedObject("UpgradeModel", {
  change: oneOf(["added", "removed", "renamed", "moved_to", "moved_from"] as const),
  model: text("Of a renamed one its name afterwards."),
  model_type: orNull(oneOf(MODEL_TYPES, "`null` for a model with a table.")),
  module: optional(text("Of a move: the other module.")),
  renamed_to: optional(text("Of one that was merged into another: that.")),
  renamed_from: optional(text("Its name before.")),
  in_module: optional(text("The module of its other name, where that is another one.")),
  evidence: optional(
    listOf(ApiEvidence, "What says that it has another name: scripts, OpenUpgrade's lists, code."),
  ),
  ...MEANING,
  definitions: Definitions,
});
export type UpgradeModel = ValueOf<typeof UpgradeModel>;

const FIELD_CHANGE_KINDS = [
  "added",
  "removed",
  "moved_to",
  "moved_from",
  "type",
  "relation",
  "selection_keys",
  "_inherits",
  "stored",
  "not_stored",
  "function",
  "not_function",
  "related",
  "not_related",
  "required",
  "table",
  "column1",
  "column2",
  "_order",
] as const;

const FieldChange = object({
  kind: oneOf(FIELD_CHANGE_KINDS),
  ...MEANING,
  old: optional(text("Before, as Python writes it; `False` for nothing.")),
  new: optional(text("Afterwards.")),
  module: optional(text("Of a move: the other module.")),
  renamed,
  attributes: optional(
    mapOf(text(), "Of what comes or goes: what OpenUpgrade's analysis says of it."),
  ),
});
export type FieldChange = ValueOf<typeof FieldChange>;

const UpgradeField = namedObject("UpgradeField", {
  model: text(),
  field: text("`_order` and `_inherits` stand for those of the model."),
  type: orNull(
    text("`float` for `monetary`; `null` where a module changes a field and not its type."),
  ),
  changes: listOf(FieldChange),
  definitions: Definitions,
});
export type UpgradeField = ValueOf<typeof UpgradeField>;

const UpgradeRecord = namedObject("UpgradeRecord", {
  change: oneOf(["added", "removed", "changed"] as const),
  model: text(),
  xml_id: text(),
  noupdate: flag("Whether updates leave it alone: afterwards, of what goes before."),
  noupdate_switched: optional(flag()),
  moved_to: optional(text("The module whose data files write it then.")),
  moved_from: optional(text()),
  renamed_to: optional(text("The module that has it under its own name then.")),
  renamed_from: optional(text()),
  definition: optional(object({ old: text(), new: text() }, "Of a constraint.")),
  domain_deleted: optional(flag("A window action lost its domain.")),
  ...MEANING,
  definitions: Definitions,
});
export type UpgradeRecord = ValueOf<typeof UpgradeRecord>;

const UnknownChange = object({
  model: text(),
  field: orNull(text("`null` for the whole model.")),
  side: oneOf(["from", "to"] as const),
  reason: text("`selection`: made by a function; other attributes likewise; `too_complex`."),
});
export type UnknownChange = ValueOf<typeof UnknownChange>;

const MODULE_STATES = [
  "compared",
  "added",
  "removed",
  "renamed",
  "merged",
  "not_ported",
  "not_known",
] as const;

const Counts = namedObject("UpgradeCounts", {
  changes: count("Of all classes."),
  ...(Object.fromEntries(CLASSES.map((kind) => [kind, count()])) as Readonly<
    Record<UpgradeClass, ReturnType<typeof count>>
  >),
  covered: count("Of what is lost or may fail: what a migration script names."),
  uncovered: count("The others of these."),
  lost: count("Those of the others of which data is lost."),
  unused: count("Of `lost`, those whose values stay in a table or column that nothing reads."),
  failing: count("The rest of the others: the upgrade may fail."),
});
export type UpgradeCounts = ValueOf<typeof Counts>;

const verdict = oneOf(
  Object.keys(UPGRADE_VERDICTS) as (keyof typeof UPGRADE_VERDICTS)[],
  "Of all installed modules, requested or not. `data_lost` where data is lost that no migration script names; else the upgrade `may_fail` where none names why; `unknown_names` where no module has a name that was asked for, at either version; `unknown` where modules that are not indexed could have more; `nothing_lost`.",
);

const UPGRADE_ORIGINS = ["requested", "dependency", "platform"] as const;

const JUDGED = {
  origin: oneOf(
    UPGRADE_ORIGINS,
    "`dependency`: it comes with what was asked for; `platform`: the same, of a module of Odoo itself.",
  ),
  verdict,
  counts: Counts,
} as const;

const MODULE_UPGRADE = {
  module: text("Technical name."),
  repository: orNull(text("Name of its repository: afterwards, or before where it is gone.")),
  from: text("Platform version before."),
  to: text("Platform version afterwards."),
  from_version: orNull(
    text("As Odoo keeps it: `16.0.1.2`. `null` where the module is not installed before."),
  ),
  to_version: orNull(text("`null` where it is not installed afterwards.")),
  state: oneOf(
    MODULE_STATES,
    "Its state afterwards. `renamed`: `renamed_to` has its rows. `merged`: it is part of `renamed_to`, and what is lost of it stands here. `not_ported`: nobody has it. `not_known`: modules outside the index may have it, so none of its parts counts as gone or new.",
  ),
  renamed_to: optional(text("Its name afterwards, by lineage and OpenUpgrade's lists.")),
  renamed_from: optional(texts("Names before of what it is afterwards.")),
  meaning: optional(
    object(
      MEANING,
      "Of a module that loses records by a new name or a merge, is not ported or not known.",
    ),
  ),
  models: listOf(UpgradeModel),
  fields: listOf(UpgradeField),
  records: listOf(UpgradeRecord, "External ids, constraints among them."),
  scripts: listOf(
    object({
      version: text(),
      phase: oneOf(["pre", "post", "end"]),
      file: text(),
      source: text("Module in whose folder the file is: its own, or `openupgrade_scripts`."),
    }),
    "Its migration scripts that run: those of versions after the former, up to the new one.",
  ),
  unknown: listOf(
    UnknownChange,
    "What only running code knows, so that a change of it is not told.",
  ),
  text: text("As OpenUpgrade's analysis writes it of the module, which knows no other names."),
  ...JUDGED,
} as const;

const ModuleUpgrade = namedObject("ModuleUpgrade", MODULE_UPGRADE);
export type ModuleUpgrade = ValueOf<typeof ModuleUpgrade>;
/** Before it is counted. */
export type ComparedModule = Omit<ModuleUpgrade, keyof typeof JUDGED>;

const LINE_URLS = object({ from: lineUrls, to: lineUrls }, "Of the modules whose files are named.");

const MISSING_MODULES = listOf(
  object({ platform_version: text("At which it is missing."), ...MissingModule.properties }),
  "Names that cannot be installed, with the reason and what is near them; without modules of Odoo that a table of its manifests has.",
);

const UpgradedModule = namedObject("UpgradedModule", {
  ...MODULE_UPGRADE,
  ...COMPLETENESS,
  ...RULES_OF,
  missing_modules: MISSING_MODULES,
  line_urls: LINE_URLS,
});
export type UpgradedModule = ValueOf<typeof UpgradedModule>;

export const ModuleUpgradeAnswer = namedObject("ModuleUpgradeAnswer", {
  ...UpgradedModule.properties,
  steps: optional(
    listOf(
      UpgradedModule,
      "With `steps`: the same from each version between to the next, by the name that the module has there.",
    ),
  ),
});
export type ModuleUpgradeAnswer = ValueOf<typeof ModuleUpgradeAnswer>;

const Side = object({ platform_version: text() });

const STEP = {
  from: Side,
  to: Side,
  plan: object({
    from: texts("Modules that are installed before, in load order."),
    to: texts("Afterwards."),
  }),
  missing: object(
    {
      from: texts(),
      to: texts(),
    },
    "Modules that are asked for, or needed, and cannot be installed at that version.",
  ),
  line_urls: LINE_URLS,
} as const;

const UpdateKinds = object(
  {
    update: texts("Modules whose change reaches the database only with `-u`."),
    restart: texts(
      "Modules with changes in code alone, for which a restart is enough; between snapshots also changes in translations alone.",
    ),
    unraised: texts(
      "Modules whose tables change though their version does not: no script can run, and nothing asks for an update.",
    ),
  },
  "Between two states of one platform version.",
);

export const Upgrade = namedObject("Upgrade", {
  ...STEP,
  ...COMPLETENESS,
  ...RULES_OF,
  verdict,
  counts: object(
    {
      asked: count("Names that were asked for."),
      unknown_names: count("Those of them that no module has, at either version."),
      modules: count("Modules that were asked for and are there, each once."),
      needed: count("Modules that come with them, without those of Odoo itself."),
      platform: count("Modules of Odoo itself that come with them."),
      ...Counts.properties,
      needed_changes: Counts,
      platform_changes: Counts,
      judged_changes: Counts,
      community_changes: Counts,
      listed_platform_changes: Counts,
    },
    "Of the modules that were asked for; `needed_changes` of those that they need, `judged_changes` of both, which the verdict is about; `community_changes` those of them that are not of Odoo, `listed_platform_changes` those of Odoo's modules that were asked for; `platform_changes` of Odoo's others.",
  ),
  openupgrade_indexed: flag("True if OpenUpgrade's scripts for each version on the way were read."),
  updates: optional(UpdateKinds),
  missing_modules: MISSING_MODULES,
  modules: listOf(
    ModuleUpgrade,
    "By name: all that are installed before or afterwards. With `steps` those of each step, each with its `from` and `to`.",
  ),
  steps: optional(
    listOf(
      object(STEP),
      "Of a way through the versions between: each from one version to the next.",
    ),
  ),
});
export type Upgrade = ValueOf<typeof Upgrade>;
