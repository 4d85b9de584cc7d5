// Parts of a module beside models and views, each declared once: its rows, how data files give
// them, and what they point at. Schemas, key lists, the packed form and the reading of records
// follow from it. Parts are kept apart from the record and read only on demand. Texts are as
// written in the module's files; `null` stands for what a file does not say: the platform, or the
// changed record, decides.
import {
  given,
  GIVEN_BY,
  givenFlag,
  givenText,
  links,
  OF_MODEL,
  optionalFlag,
  optionalNumber,
  optionalText,
  sourceLine,
  pointing,
  POINTS_AT,
  recordsOf,
  reference,
  type GivenBy,
  type NotedShape,
  type Target,
} from "./part-notes.js";
import { Script } from "./script-parts.js";
import {
  count,
  findProperties,
  listKeys,
  listOf,
  mapOf,
  namedObject,
  object,
  oneOf,
  orNull,
  type Shape,
  text,
  texts,
  type ValueOf,
} from "../shape.js";

/** Topics of a `readme/` folder, in the order of the part `readme`. */
export const README_SECTIONS = [
  "usage",
  "configure",
  "install",
  "context",
  "roadmap",
  "history",
] as const;

export type ReadmeSectionName = (typeof README_SECTIONS)[number];

const xmlId = text("As written.");

const BY_MODEL_ID: GivenBy = ["reference", "model_id"];

/** Permissions of an access right or record rule; `null` if its record does not say. */
const PERMISSIONS = {
  perm_read: givenFlag("perm_read"),
  perm_write: givenFlag("perm_write"),
  perm_create: givenFlag("perm_create"),
  perm_unlink: givenFlag("perm_unlink"),
};

const Route = namedObject("Route", {
  name: text("Name of the method."),
  paths: texts("Empty if those of the base class apply; Python source if not a literal."),
  type: optionalText("`http`, `json`, `jsonrpc`, …; by default `http`, or as in the base class."),
  auth: optionalText("`user`, `public`, `none`, …; by default `user`, or as in the base class."),
  methods: orNull(texts("HTTP methods; by default all.")),
  csrf: optionalFlag(),
  website: optionalFlag(),
  cors: optionalText(),
  attrs: orNull(
    mapOf(text(), "Other keyword arguments, and those that are not literals, as Python source."),
  ),
  line: count("Line of its first decorator."),
});
export type RouteRecord = ValueOf<typeof Route>;

/** A class whose methods answer HTTP requests. */
export const Controller = namedObject("Controller", {
  class_name: text("Name of the Python class."),
  inherit_from: texts("Its bases as Python source."),
  routes: listOf(Route, "Its methods that are decorated with `route`."),
  ...sourceLine("Line of the word `class`."),
});
export type ControllerRecord = ValueOf<typeof Controller>;

/** A `res.groups` record: who may do what others are given by it. */
const Group = namedObject("Group", {
  xml_id: xmlId,
  name: givenText("name"),
  category: reference(
    "Id of its application; since 19.0 of its privilege.",
    "category_id",
    "privilege_id",
  ),
  implied: links("Ids of the groups that it implies.", "implied_ids"),
  comment: givenText("comment"),
  ...sourceLine("Line in which the tag of its element ends, as Odoo says it."),
});

/** A row of `ir.model.access`: what a group may do with a model. */
const AccessRight = namedObject("AccessRight", {
  xml_id: xmlId,
  name: givenText("name"),
  model: pointing(
    "model",
    "Name of the model; in files, and where no indexed module has such a model, the id of its record: `model_res_partner`.",
    BY_MODEL_ID,
  ),
  group: reference("Id of the group; `null` for everyone.", "group_id"),
  ...PERMISSIONS,
  ...sourceLine("Line of its row, or in which the tag of its element ends."),
});

/** An `ir.rule`: which records of a model a group may see or change. */
const AccessRule = namedObject("AccessRule", {
  xml_id: xmlId,
  name: givenText("name"),
  model: pointing("model", "As for access rights.", BY_MODEL_ID),
  domain: given(optionalText("Python source."), ["source", "domain_force"]),
  groups: links("Ids; empty for everyone. A removed one has a `-` before it.", "groups"),
  ...PERMISSIONS,
  ...sourceLine("Line in which the tag of its element ends, as Odoo says it."),
});

/** An `ir.cron`: work that is done again and again. */
const CronJob = namedObject("CronJob", {
  xml_id: xmlId,
  name: givenText("name"),
  model: pointing("model", "As for access rights; up to 10.0 the model's name.", BY_MODEL_ID, [
    "text",
    "model",
  ]),
  interval_number: given(optionalNumber(), ["integer", "interval_number"]),
  interval_type: givenText("interval_type", "`minutes`, `hours`, `days`, …"),
  code: given(optionalText("Python source."), ["code", "code"]),
  function: givenText("function", "Up to 10.0 the method that is called."),
  active: givenFlag("active"),
  ...sourceLine("Line in which the tag of its element ends, as Odoo says it."),
});

/** A `<menuitem>` or an `ir.ui.menu`. */
const Menu = namedObject("Menu", {
  xml_id: xmlId,
  name: givenText("name", "By default the name of the action."),
  parent: reference("Id of the parent menu.", "parent_id"),
  action: pointing("action", "Id of its action.", ["reference", "action"]),
  sequence: given(optionalNumber(), ["integer", "sequence"]),
  groups: links("Ids; a removed one has a `-` before it.", "groups_id", "group_ids"),
  ...sourceLine("Line in which the tag of its element ends, as Odoo says it."),
});

const Action = namedObject("Action", {
  xml_id: xmlId,
  name: givenText("name"),
  type: given(text("`ir.actions.act_window`, `ir.actions.report`, …"), ["type"]),
  model: pointing(
    "model",
    "The model that it shows; for a server action the id of the model's record.",
    ["text", "res_model"],
    ["text", "model"],
    BY_MODEL_ID,
  ),
  view_mode: givenText("view_mode", "`list,form`, …"),
  ...sourceLine("Line in which the tag of its element ends, as Odoo says it."),
});

/** The directive of a step that names none. */
export const DEFAULT_DIRECTIVE = "append";

/** One step in the making of a bundle: an entry of the manifest's `assets`, or an `ir.asset`. */
const Asset = namedObject("Asset", {
  bundle: given(text("`web.assets_backend`, …"), ["text", "bundle"]),
  directive: given(
    text("`append`, `prepend`, `before`, `after`, `replace`, `remove` or `include`."),
    ["text", "directive"],
    ["constant", DEFAULT_DIRECTIVE],
  ),
  path: given(text("A file, a glob, or with `include` a bundle."), ["text", "path"]),
  target: givenText("target", "The path that `before`, `after` and `replace` refer to."),
  xml_id: optionalText("Id of the `ir.asset` record; `null` for one of the manifest."),
  ...sourceLine("Line in which the tag of its element ends, or of its bundle in the manifest."),
});
export type AssetRecord = ValueOf<typeof Asset>;

/** A text of the `readme/` folder. */
const ReadmeSection = namedObject("ReadmeSection", {
  section: oneOf(README_SECTIONS, "`roadmap`: known issues; `history`: changelog."),
  format: oneOf(["md", "rst"], "Markdown or reStructuredText."),
  text: text("As written."),
  file: text("Relative to the module's folder."),
});
export type ReadmeSectionRecord = ValueOf<typeof ReadmeSection>;

/** A picture of its own in `static/description`, which is not part of the snapshot. */
const Image = namedObject("Image", {
  kind: oneOf(["icon", "screenshot"], "`icon`, or any other picture."),
  file: text("Relative to the module's folder."),
});
export type ImageRecord = ValueOf<typeof Image>;

/** Steps of a migration script, as far as their names are literals. */
const MigrationStep = namedObject("MigrationStep", {
  call: text(
    "The function, `rename_fields`, …; of SQL the command: `UPDATE`, …; of records that it writes `write`, `create`, `update` or `=`.",
  ),
  thing: oneOf(
    ["column", "table", "model", "record", "module", "file", "statement"],
    "What it has the names of; `file`: of a module, whose records it loads; `statement`: of plain SQL.",
  ),
  on: optionalText(
    "Of columns their table, or the model if only that is given; of SQL the table; of a file its module.",
  ),
  names: texts("Old and new name, or all names; of SQL every name in the statement."),
  line: count("Line of the call."),
});
export type MigrationStepRecord = ValueOf<typeof MigrationStep>;

/** A script that runs when a module is updated past a version. */
const MigrationScript = namedObject("MigrationScript", {
  version: text("Name of its folder: `17.0.1.1.0`, `1.1.0`, or `0.0.0` for every update."),
  phase: oneOf(
    ["pre", "post", "end"],
    "Before the module's tables, after its data, or at the end.",
  ),
  steps: listOf(MigrationStep),
  ...sourceLine("Line of its `migrate`; 1 without."),
});
export type MigrationScriptRecord = ValueOf<typeof MigrationScript>;

/** Keys of a module that are given only on request, in the order of the answer. */
export const PART_PROPERTIES = {
  controllers: listOf(Controller, "Controller classes."),
  groups: recordsOf("res.groups", Group, "`res.groups` records."),
  access: recordsOf("ir.model.access", AccessRight, "Rows of `ir.model.access`."),
  rules: recordsOf("ir.rule", AccessRule, "`ir.rule` records."),
  crons: recordsOf("ir.cron", CronJob, "`ir.cron` records."),
  menus: recordsOf("ir.ui.menu", Menu, "`<menuitem>`s and `ir.ui.menu` records."),
  actions: recordsOf(
    "ir.actions.",
    Action,
    "Records of `ir.actions.…`, and the tags that stand for them.",
  ),
  assets: recordsOf(
    "ir.asset",
    Asset,
    "Operations on asset bundles: of the manifest, then `ir.asset` records.",
  ),
  scripts: listOf(
    Script,
    "JavaScript of `static/src`: modules with their classes, patches and registry keys.",
  ),
  readme: listOf(ReadmeSection, "Texts of the `readme/` folder other than the description."),
  migrations: listOf(
    MigrationScript,
    "Python files of `migrations/` and `upgrades/`, and what they do to names: read, never run.",
  ),
  images: listOf(Image, "Pictures in `static/description`: paths, not their bytes."),
};

const PartsShape = object(PART_PROPERTIES);
export type ModuleParts = ValueOf<typeof PartsShape>;
export type PartName = keyof ModuleParts;

export const PART_NAMES = listKeys(PART_PROPERTIES);

/** The parts whose rows are records of data files. */
export type DataPart = {
  [P in PartName]: (typeof PART_PROPERTIES)[P] extends { readonly [OF_MODEL]: string } ? P : never;
}[PartName];

export interface GivenProperty {
  readonly name: string;
  /** Empty for one that says where the record stands. */
  readonly by: readonly GivenBy[];
  /** A record without it is no row. */
  readonly isRequired: boolean;
}

/** Each with the model of its records, and its properties in their order. */
export const DATA_PARTS = PART_NAMES.flatMap((part) => {
  const { [OF_MODEL]: model } = PART_PROPERTIES[part] as { readonly [OF_MODEL]?: string };
  if (model === undefined) return [];
  const properties = listProperties(part).map(([name, { [GIVEN_BY]: by = [], type }]) => {
    return { name, by, isRequired: !Array.isArray(type) } satisfies GivenProperty;
  });
  return [{ part: part as DataPart, model, properties }];
});

const MAY = listKeys(PERMISSIONS);

/** Properties of a row that the list of a model's uses shows. */
const TOLD_OF_USES = {
  access: ["group", ...MAY],
  rules: ["domain", "groups", ...MAY],
  actions: ["name", "type"],
  crons: ["name", "code"],
} as const satisfies { readonly [P in DataPart]?: readonly (keyof ModuleParts[P][number])[] };

export type UsePart = keyof typeof TOLD_OF_USES;

/** A row of that list; its ids are in full. */
export type Use<P extends UsePart> = Pick<
  ModuleParts[P][number],
  (typeof TOLD_OF_USES)[P][number] & keyof ModuleParts[P][number]
>;

export const USE_PARTS = listKeys(TOLD_OF_USES);

/** Properties shown for a row of a part, each with its shape, in order. */
export function listUses(part: UsePart): readonly (readonly [string, Shape])[] {
  const told: readonly string[] = TOLD_OF_USES[part];
  return listProperties(part).filter(([name]) => told.includes(name));
}

/** Every property of a part that points at something, with its part. */
export const POINTING_PROPERTIES: readonly {
  readonly part: PartName;
  readonly property: string;
  readonly pointsAt: Target;
}[] = PART_NAMES.flatMap((part) =>
  listProperties(part).flatMap(([property, { [POINTS_AT]: pointsAt }]) =>
    pointsAt === undefined ? [] : [{ part, property, pointsAt }],
  ),
);

function listProperties(part: PartName): readonly (readonly [string, NotedShape])[] {
  return Object.entries(findProperties(PART_PROPERTIES[part]) ?? {});
}
