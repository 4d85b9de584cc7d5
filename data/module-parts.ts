// What a module contains beside models and views, each part declared here and nowhere else: its rows and what they point
// at. Their schemas, key lists and packed form follow. Parts are kept apart from a module's record and read only for
// those who ask for them. Texts are as written in the module's files; `null` stands for what a file does not say: the
// platform, or the record that is changed, decides.
import {
  count,
  flag,
  integer,
  listKeys,
  map,
  nullable,
  rows,
  text,
  texts,
  word,
  type Property,
  type RowOf,
  type RowType,
} from "./declared/words.js";

/** What the texts of a `readme/` folder are about, in the order of the part `readme`. */
export const README_SECTIONS = [
  "usage",
  "configure",
  "install",
  "context",
  "roadmap",
  "history",
] as const;

export type ReadmeSectionName = (typeof README_SECTIONS)[number];

/** What the value of a property is: a model, by its name or the id of its record, or the id of an action. */
export type Target = "model" | "action";

interface Pointing extends Property<string | null> {
  readonly pointsAt: Target;
}

const pointing = (pointsAt: Target, about: string): Pointing => ({
  ...nullable(text(about)),
  pointsAt,
});

const xmlId = text("As written.");

const place = (line: string) => ({
  file: text("Relative to the module's folder."),
  line: count(line),
});

const permissions = {
  perm_read: nullable(flag()),
  perm_write: nullable(flag()),
  perm_create: nullable(flag()),
  perm_unlink: nullable(flag()),
};

/** A method that is decorated as a route. */
const route = {
  name: "Route",
  properties: {
    name: text("Name of the method."),
    paths: texts("Empty if those of the base class apply; Python source if not a literal."),
    type: nullable(
      text("`http`, `json`, `jsonrpc`, …; by default `http`, or as in the base class."),
    ),
    auth: nullable(
      text("`user`, `public`, `none`, …; by default `user`, or as in the base class."),
    ),
    methods: nullable(texts("HTTP methods; by default all.")),
    csrf: nullable(flag()),
    website: nullable(flag()),
    cors: nullable(text()),
    attrs: nullable(
      map("Other keyword arguments, and those that are not literals, as Python source."),
    ),
    line: count("Line of its first decorator."),
  },
} satisfies RowType;
export type RouteRecord = RowOf<typeof route.properties>;

/** A class whose methods answer HTTP requests. */
const controller = {
  name: "Controller",
  properties: {
    class_name: text("Name of the Python class."),
    inherit_from: texts("Its bases as Python source."),
    routes: rows(route, "Its methods that are decorated with `route`."),
    ...place("Line of the word `class`."),
  },
} satisfies RowType;
export type ControllerRecord = RowOf<typeof controller.properties>;

/** A `res.groups` record: who may do what others are given by it. */
const group = {
  name: "Group",
  properties: {
    xml_id: xmlId,
    name: nullable(text()),
    category: nullable(text("Id of its application; since 19.0 of its privilege.")),
    implied: texts("Ids of the groups that it implies."),
    comment: nullable(text()),
    ...place("Line of its element."),
  },
} satisfies RowType;
export type GroupRecord = RowOf<typeof group.properties>;

/** A row of `ir.model.access`: what a group may do with a model. */
const access = {
  name: "AccessRight",
  properties: {
    xml_id: xmlId,
    name: nullable(text()),
    model: pointing("model", "Id of the model's record: `model_res_partner`."),
    group: nullable(text("Id of the group; `null` for everyone.")),
    ...permissions,
    ...place("Line of its row, or of its element."),
  },
} satisfies RowType;
export type AccessRecord = RowOf<typeof access.properties>;

/** An `ir.rule`: which records of a model a group may see or change. */
const rule = {
  name: "AccessRule",
  properties: {
    xml_id: xmlId,
    name: nullable(text()),
    model: pointing("model", "Id of the model's record."),
    domain: nullable(text("Python source.")),
    groups: texts("Ids; empty for everyone. A removed one has a `-` before it."),
    ...permissions,
    ...place("Line of its element."),
  },
} satisfies RowType;
export type RuleRecord = RowOf<typeof rule.properties>;

/** An `ir.cron`: work that is done again and again. */
const cron = {
  name: "CronJob",
  properties: {
    xml_id: xmlId,
    name: nullable(text()),
    model: pointing("model", "Id of the model's record; up to 10.0 the model's name."),
    interval_number: nullable(integer()),
    interval_type: nullable(text("`minutes`, `hours`, `days`, …")),
    code: nullable(text("Python source.")),
    function: nullable(text("Up to 10.0 the method that is called.")),
    active: nullable(flag()),
    ...place("Line of its element."),
  },
} satisfies RowType;
export type CronRecord = RowOf<typeof cron.properties>;

/** A `<menuitem>` or an `ir.ui.menu`. */
const menu = {
  name: "Menu",
  properties: {
    xml_id: xmlId,
    name: nullable(text("By default the name of the action.")),
    parent: nullable(text("Id of the parent menu.")),
    action: pointing("action", "Id of its action."),
    sequence: nullable(integer()),
    groups: texts("Ids; a removed one has a `-` before it."),
    ...place("Line of its element."),
  },
} satisfies RowType;
export type MenuRecord = RowOf<typeof menu.properties>;

const action = {
  name: "Action",
  properties: {
    xml_id: xmlId,
    name: nullable(text()),
    type: text("`ir.actions.act_window`, `ir.actions.report`, …"),
    model: pointing(
      "model",
      "The model that it shows; for a server action the id of the model's record.",
    ),
    view_mode: nullable(text("`list,form`, …")),
    ...place("Line of its element."),
  },
} satisfies RowType;
export type ActionRecord = RowOf<typeof action.properties>;

/** One step in the making of a bundle: an entry of the manifest's `assets`, or an `ir.asset`. */
const asset = {
  name: "Asset",
  properties: {
    bundle: text("`web.assets_backend`, …"),
    directive: text("`append`, `prepend`, `before`, `after`, `replace`, `remove` or `include`."),
    path: text("A file, a glob, or with `include` a bundle."),
    target: nullable(text("The path that `before`, `after` and `replace` refer to.")),
    xml_id: nullable(text("Id of the `ir.asset` record; `null` for one of the manifest.")),
    ...place("Line of its element, or of its bundle in the manifest."),
  },
} satisfies RowType;
export type AssetRecord = RowOf<typeof asset.properties>;

/** A text of the `readme/` folder. */
const readmeSection = {
  name: "ReadmeSection",
  properties: {
    section: word(README_SECTIONS, "`roadmap`: known issues; `history`: changelog."),
    format: word(["md", "rst"], "Markdown or reStructuredText."),
    text: text("As written."),
    file: text("Relative to the module's folder."),
  },
} satisfies RowType;
export type ReadmeSectionRecord = RowOf<typeof readmeSection.properties>;

/** A picture of its own in `static/description`, which is not part of the snapshot. */
const image = {
  name: "Image",
  properties: {
    kind: word(["icon", "screenshot"], "`icon`, or any other picture."),
    file: text("Relative to the module's folder."),
  },
} satisfies RowType;
export type ImageRecord = RowOf<typeof image.properties>;

/** The keys of a module that are given only to who asks for them, in the order in which an answer has them. */
export const PARTS = {
  controllers: rows(controller, "Controller classes."),
  groups: rows(group, "`res.groups` records."),
  access: rows(access, "Rows of `ir.model.access`."),
  rules: rows(rule, "`ir.rule` records."),
  crons: rows(cron, "`ir.cron` records."),
  menus: rows(menu, "`<menuitem>`s and `ir.ui.menu` records."),
  actions: rows(action, "Records of `ir.actions.…`, and the tags that stand for them."),
  assets: rows(asset, "Operations on asset bundles: of the manifest, then `ir.asset` records."),
  readme: rows(readmeSection, "Texts of the `readme/` folder other than the description."),
  images: rows(image, "Pictures in `static/description`: paths, not their bytes."),
};

export type ModuleParts = RowOf<typeof PARTS>;
export type PartName = keyof ModuleParts;

export const PART_NAMES = listKeys(PARTS);

/** Every property of a part that points at something, with its part. */
export const POINTING_PROPERTIES: readonly {
  readonly part: PartName;
  readonly property: string;
  readonly pointsAt: Target;
}[] = PART_NAMES.flatMap((part) =>
  Object.entries(PARTS[part].row?.properties ?? {}).flatMap(([property, declared]) =>
    "pointsAt" in declared ? [{ part, property, pointsAt: (declared as Pointing).pointsAt }] : [],
  ),
);
