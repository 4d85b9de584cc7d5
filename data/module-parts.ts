// What a module contains beside models and views. Kept apart from its record and read only for those
// who ask for it. Names are those of the public interface; texts are as written in the module's files.
// `null` stands for what a file does not say: the platform, or the record that is changed, decides.

/** The names of the parts, in the order in which an answer has them. */
export const PART_NAMES = [
  "controllers",
  "access",
  "rules",
  "crons",
  "menus",
  "actions",
  "assets",
] as const;

export type PartName = (typeof PART_NAMES)[number];

export interface ModuleParts {
  readonly controllers: readonly ControllerRecord[];
  readonly access: readonly AccessRecord[];
  readonly rules: readonly RuleRecord[];
  readonly crons: readonly CronRecord[];
  readonly menus: readonly MenuRecord[];
  readonly actions: readonly ActionRecord[];
  readonly assets: readonly AssetRecord[];
}

/** A class whose methods answer HTTP requests. */
export interface ControllerRecord {
  readonly class_name: string;
  /** Its bases as Python source: `http.Controller`, `WebsiteSale`. */
  readonly inherit_from: readonly string[];
  readonly routes: readonly RouteRecord[];
}

/** A method that is decorated as a route. */
export interface RouteRecord {
  /** Of the method. */
  readonly name: string;
  /** Addresses; one that is no literal as Python source. None where those of the base hold. */
  readonly paths: readonly string[];
  /** `http`, `json`, `jsonrpc`, … */
  readonly type: string | null;
  /** `user`, `public`, `none`, … */
  readonly auth: string | null;
  /** HTTP methods; `null` for all. */
  readonly methods: readonly string[] | null;
  readonly csrf: boolean | null;
  readonly website: boolean | null;
  readonly cors: string | null;
  /** Every further keyword argument, and those above that are no literal, as Python source. */
  readonly attrs: Readonly<Record<string, string>> | null;
}

interface Permissions {
  readonly perm_read: boolean | null;
  readonly perm_write: boolean | null;
  readonly perm_create: boolean | null;
  readonly perm_unlink: boolean | null;
}

/** A row of `ir.model.access`: what a group may do with a model. */
export interface AccessRecord extends Permissions {
  readonly xml_id: string;
  readonly name: string | null;
  /** The id of the model's record: `model_sale_order`. */
  readonly model: string | null;
  /** The id of the group; `null` for everyone. */
  readonly group: string | null;
}

/** An `ir.rule`: which records of a model a group may see or change. */
export interface RuleRecord extends Permissions {
  readonly xml_id: string;
  readonly name: string | null;
  /** The id of the model's record. */
  readonly model: string | null;
  /** Python source. */
  readonly domain: string | null;
  /** Ids; none for a rule that holds for everyone. */
  readonly groups: readonly string[];
}

/** An `ir.cron`: work that is done again and again. */
export interface CronRecord {
  readonly xml_id: string;
  readonly name: string | null;
  /** The id of the model's record; up to 10.0 the name of the model. */
  readonly model: string | null;
  readonly interval_number: number | null;
  /** `minutes`, `hours`, `days`, `weeks`, `months`. */
  readonly interval_type: string | null;
  /** Python source that is run. */
  readonly code: string | null;
  /** Up to 10.0 the method that is called. */
  readonly function: string | null;
  readonly active: boolean | null;
}

/** A `<menuitem>` or an `ir.ui.menu`. */
export interface MenuRecord {
  readonly xml_id: string;
  /** `null` where the action's name is taken. */
  readonly name: string | null;
  /** Id of the menu that it is in. */
  readonly parent: string | null;
  /** Id of the action that it starts. */
  readonly action: string | null;
  readonly sequence: number | null;
  /** Ids; one that is taken away has a `-` before it. */
  readonly groups: readonly string[];
}

export interface ActionRecord {
  readonly xml_id: string;
  readonly name: string | null;
  /** The model of the action: `ir.actions.act_window`, … */
  readonly type: string;
  /** The model that it is about; of a server action the id of the model's record. */
  readonly model: string | null;
  readonly view_mode: string | null;
}

/** One step in the making of a bundle: an entry of the manifest's `assets`, or an `ir.asset`. */
export interface AssetRecord {
  readonly bundle: string;
  /** `append`, `prepend`, `before`, `after`, `replace`, `remove` or `include`. */
  readonly directive: string;
  /** A file, a pattern of files, or with `include` a bundle. */
  readonly path: string;
  /** What `before`, `after` and `replace` are about. */
  readonly target: string | null;
  /** `null` for an entry of the manifest. */
  readonly xml_id: string | null;
}
