// The part of a module that the platform loads into a running system: its classes and views, in
// load order. A record lists what is written. Files that nothing imports and data files outside the
// manifest are left out here.

import type { GivenValues } from "./given-value.js";
import type { ModuleReference } from "./module-reference.js";
import type { AssetRecord } from "./module-parts.js";
import type { FieldRecord, MethodRecord, ModelRecord } from "./records.js";

/**
 * A Python literal: `None` is `null`, a tuple is a list. What holds anything else, a dictionary among it,
 * is none.
 */
export type LiteralValue = null | boolean | number | string | readonly LiteralValue[];

/** A name that another file of some module binds: `odoo.addons.base.models.res_partner`, `WARNING_HELP`. */
export interface ImportedName {
  /** Dotted path of the Python module; the own one's begins with a dot, relative to the module's folder. */
  readonly from: string;
  readonly name: string;
}

/** A value that is made of such names: one alone, a list with some in it, or texts or lists that are joined. */
export type ImportedValue =
  | ImportedName
  | { readonly items: readonly BoundValue[] }
  | { readonly parts: readonly BoundValue[] };

export type BoundValue = LiteralValue | ImportedValue;

/** Arguments of a field, or attributes of a class, by name. */
export interface LoadedValues {
  /** Arguments whose value is a literal or a constant. */
  readonly values: ReadonlyMap<string, LiteralValue>;
  /** Arguments that use names bound in other files. */
  readonly imported: ReadonlyMap<string, ImportedValue>;
  /** Names of all others, `*` and `**` for what is unpacked into a call: only running code knows their value. */
  readonly dynamic: readonly string[];
}

/** A definition of a field. Positional arguments have the names that its type gives them; `help` is left out. */
export interface LoadedField extends LoadedValues, Pick<FieldRecord, "name" | "line"> {
  readonly type: FieldRecord["field_type"];
}

/** A method of the record; private names are mangled as Python does. */
export interface LoadedMethod extends Omit<MethodRecord, "docstring"> {
  readonly calls_super: boolean;
  /** Whether some call of `sudo(…)` stands in it, which leaves access rights behind. */
  readonly calls_sudo: boolean;
}

/** `sql_constraint` for an item of `_sql_constraints`; others are attributes of the class. */
export const TABLE_OBJECT_KINDS = [
  "sql_constraint",
  "constraint",
  "index",
  "unique_index",
] as const;

/** A constraint or an index of the table of a model. */
export interface LoadedTableObject {
  /** Without the name of the table, and of an attribute without the `_` before it. */
  readonly name: string;
  readonly kind: (typeof TABLE_OBJECT_KINDS)[number];
  /** SQL; `null` where only running code knows it, as `message` likewise. */
  readonly definition: string | null;
  readonly message: string | null;
  readonly line: number;
}

/** A definition class: one Python class that takes part in a model, or that such a class has as its base. */
export interface LoadedClass
  extends LoadedValues, Pick<ModelRecord, "class_name" | "file" | "line"> {
  /**
   * `_name`; without it the parent if `_inherit` has exactly one, else the name of the class. `null` for a
   * plain Python class that others have as base, and where code makes the name.
   */
  readonly model: string | null;
  /** Whether `_name` stands in the class. */
  readonly is_named: boolean;
  /** `_inherit`. */
  readonly inherit: readonly string[];
  /** `Model`, `TransientModel` or `AbstractModel`; `null` where only another class, by `bases`, knows it. */
  readonly kind: string | null;
  /** Bases beside the platform's own, in their order. */
  readonly bases: readonly ImportedName[];
  /** `_inherits`: model → field that links to it. */
  readonly inherits: ReadonlyMap<string, string>;
  readonly fields: readonly LoadedField[];
  readonly methods: readonly LoadedMethod[];
  readonly table_objects: readonly LoadedTableObject[];
}

/** Attributes of a class that say what its model is; others are not read. */
export const CLASS_ATTRIBUTES: readonly string[] = [
  "_description",
  "_order",
  "_rec_name",
  "_table",
  "_auto",
  "_abstract",
  "_transient",
  "_log_access",
  "_register",
  "_parent_name",
  "_parent_store",
];

/**
 * An element of an arch: its tag, its attributes in their order, in how many lines after the start of its
 * parent it begins (of a root: 0), and its children. White space in texts and attribute values is
 * collapsed to one blank; comments and instructions are left out.
 */
export type ArchNode = readonly [
  tag: string,
  attributes: Readonly<Record<string, string>>,
  lines: number,
  children: ArchChildren,
];

/** Elements and texts in their order; no two texts stand beside each other. */
export interface ArchChildren extends ReadonlyArray<ArchNode | string> {}

/**
 * `record` and `template` make a view or change what they give of it; `write` changes it by a call; `delete`
 * removes it.
 */
export const VIEW_OPERATIONS = ["record", "template", "write", "delete"] as const;

/** A view written by a data file. Ids are as written, without the own module. */
export interface LoadedView {
  readonly operation: (typeof VIEW_OPERATIONS)[number];
  readonly xml_id: string;
  /** Relative to the module's folder. */
  readonly file: string;
  /** Line of the element in its file. */
  readonly line: number;
  /**
   * Columns of `ir.ui.view` that it gives, beside the arch; those it does not give are not there. A view
   * that is made without a name has its model, a blank and its type as one, a `template` without a key
   * its full id.
   */
  readonly name?: string | null;
  readonly model?: string | null;
  readonly type?: string | null;
  readonly mode?: string | null;
  readonly inherit_id?: string | null;
  readonly priority?: number;
  readonly active?: boolean;
  readonly key?: string | null;
  readonly groups?: readonly string[];
  /** Line of the arch's root in its file. */
  readonly arch_line?: number;
  /**
   * An `ArchNode` as JSON; of a `template` the element itself with the tag and
   * attributes that the platform gives it, but for ids: `t-name` of the root, and in a primary one the
   * text of the `xpath` behind all other children, are `xml_id`, for which the platform has the full id.
   */
  readonly arch?: string;
  /** Columns that it gives by an expression that is no literal. */
  readonly dynamic: readonly string[];
}

/**
 * Tags that write a record (`tag`: any other element that makes one), that remove one, or that give
 * an id to an existing one.
 */
export const RECORD_TAGS = ["record", "menuitem", "tag", "csv", "delete", "function"] as const;

export type RecordTag = (typeof RECORD_TAGS)[number];

/** A record of a data file that has an id, views among them; its id is as written. */
export interface LoadedRecord {
  readonly xml_id: string;
  /** `ir.ui.view`, `res.groups`, …; empty for one to which a function gives the id. */
  readonly model: string;
  /** Line where the element's tag ends, as the platform counts, or line of the row. */
  readonly line: number;
  readonly tag: RecordTag;
  /** Whether an update of the module leaves it alone, as the place says in which it stands. */
  readonly noupdate: boolean;
  /** None of a view, whose operations are kept with its arch. */
  readonly values: GivenValues;
}

/** A data file that the manifest names in `data`. */
export interface LoadedDataFile {
  /** Relative to the module's folder. */
  readonly file: string;
  /** In the order of the file. */
  readonly records: readonly LoadedRecord[];
}

/** A template of the browser, or what changes one. */
export interface LoadedTemplate {
  /** `t-name`. */
  readonly name: string | null;
  /** `t-inherit`: the name of the template that it changes, or that it is a copy of. */
  readonly inherit: string | null;
  /** `t-inherit-mode`: `primary` or `extension`; without one it is a copy. */
  readonly mode: string | null;
  /** `t-extend`: the same in the browser itself, until 16.0. */
  readonly extend: string | null;
  /** Line where the start tag ends. */
  readonly line: number;
  /** Line where the arch begins. */
  readonly arch_line: number;
  /** An `ArchNode` as JSON. */
  readonly arch: string;
}

/** One step in the making of a bundle, as the manifest has it. */
export type LoadedAsset = Pick<AssetRecord, "bundle" | "directive" | "path" | "target">;

/** Browser code of a module: assets and templates. */
export interface LoadedBrowser {
  /** `sequence` of the manifest: among which the modules of a bundle are sorted. */
  readonly sequence: number;
  /** In the order of the manifest. */
  readonly assets: readonly LoadedAsset[];
  /** Bundles that its templates call, sorted: those that no step makes are empty. */
  readonly calls: readonly string[];
  /** Paths of all files that bundles may have, relative to the module's folder, sorted. */
  readonly files: readonly string[];
  /** Bytes of each; none where the repository is not to hold all files. */
  readonly sizes: readonly number[];
  /** File → its templates, in their order; files in the order of their paths. */
  readonly templates: ReadonlyMap<string, readonly LoadedTemplate[]>;
}

/** Stands among the names of a file for those that nobody can list: of a star import, or bound by code. */
export const ANY_NAME = "*";

/** Everything the platform loads of one module. */
export interface LoadedModule {
  /** In the order in which Python runs them. */
  readonly classes: readonly LoadedClass[];
  /** Constants of its files that fields of other files may use: file → name → value. */
  readonly constants: ReadonlyMap<string, ReadonlyMap<string, LiteralValue>>;
  /** All its Python files, loaded or not, in the order of their paths → names that each binds at its top level. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** In the order of the manifest's `data`, then of the file. */
  readonly views: readonly LoadedView[];
  /** In the order of the manifest's `data`; a file that was not read has no records. */
  readonly data: readonly LoadedDataFile[];
  readonly browser: LoadedBrowser;
  /** By file, then line. */
  readonly references: readonly ModuleReference[];
}
