// The rows of a snapshot: what the builder writes and the server answers with.
// Names are those of the public interface, so a record is its own representation.

/** One module at one platform version in one repository. */
export interface ModuleRecord {
  readonly technical_name: string;
  /** Display name; the technical name where the manifest has none. */
  readonly name: string;
  /** Manifest version without its leading platform version; `0.1.0` where none is declared. */
  readonly version: string;
  /** Manifest version as written, `null` where none is declared. */
  readonly manifest_version: string | null;
  readonly summary: string;
  readonly description: string;
  readonly authors: readonly string[];
  readonly website: string;
  readonly license: string;
  readonly category: string;
  readonly auto_install: boolean;
  readonly application: boolean;
  readonly installable: boolean;
  readonly development_status: string | null;
  readonly maintainers: readonly string[];
  /** Names of the people whose commits touch the module folder, most commits first. */
  readonly committers: readonly string[];
  readonly dependencies: ResolvedDependencies;
  readonly declared_dependencies: DeclaredDependencies;
  /** Names in the transitive closure that no module of the snapshot carries at this version. */
  readonly unresolved_dependencies: readonly string[];
  /** Committer time of the last commit that changed the folder, UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly update_date: string;
  /** Public clone address. */
  readonly git: string;
  /** Commit id of the branch tip that was read. */
  readonly commit: string;
  /** Bytes: the sum of the sizes of the blobs under the folder. */
  readonly folder_size: number;
  readonly repository: string;
  readonly organization: string;
  readonly platform_version: string;
  /** Folder relative to the repository root, `.` for the root itself. */
  readonly source_path: string;
  readonly views: readonly ViewRecord[];
  readonly models: readonly ModelRecord[];
}

/** A record without what most of it consists of. */
export type RecordHead = Omit<ModuleRecord, "views" | "models">;

/** The transitive closure of what a module needs, at one platform version. */
export interface ResolvedDependencies {
  /** `<organization>/<repository>` → technical names it carries; keys and names sorted. */
  readonly platform: Readonly<Record<string, readonly string[]>>;
  readonly pip: readonly string[];
  readonly bin: readonly string[];
}

/** What the manifest itself declares, in its order. */
export interface DeclaredDependencies {
  readonly platform: readonly string[];
  readonly pip: readonly string[];
  readonly bin: readonly string[];
}

/** An `ir.ui.view` record or a `<template>`. */
export interface ViewRecord {
  readonly xml_id: string;
  readonly name: string;
  readonly model: string;
  readonly inherit_xml_id: string | null;
  readonly is_new: boolean;
  readonly view_type: string | null;
}

/** A class that defines or extends an ORM model. */
export interface ModelRecord {
  readonly model_name: string;
  readonly class_name: string;
  readonly inherit_from: readonly string[];
  readonly is_new_model: boolean;
  readonly docstring: string | null;
  readonly attrs: ModelAttributes | null;
  readonly fields: readonly FieldRecord[];
  readonly methods: readonly MethodRecord[];
}

export interface ModelAttributes {
  /** Name of the base class as the platform knows it: `Model`, `TransientModel`, `AbstractModel`, … */
  readonly kind: string;
  readonly description?: string;
  readonly rec_name?: string;
  readonly order?: string;
  readonly table?: string;
  /** `_inherits`: model name → field name. */
  readonly inherits?: Readonly<Record<string, string>>;
}

export interface FieldRecord {
  readonly name: string;
  readonly field_type: string;
  /** Comodel of a relational field. */
  readonly relation: string | null;
  /** `args`: positional arguments; every further key: one keyword argument. Normalised Python source. */
  readonly attrs: Readonly<Record<string, string | readonly string[]>> | null;
}

export interface MethodRecord {
  readonly name: string;
  /** Normalised source text of each decorator, without `@`. */
  readonly decorators: readonly string[];
  /** `(self, vals, *, x=None) -> bool`, normalised. */
  readonly signature: string;
  readonly docstring: string | null;
}
