// What the pages read of the interface's answers. A test holds these shapes to /openapi.json.

export interface NameHit {
  readonly technical_name: string;
  /** Platform versions by `<organization>/<repository>`. */
  readonly versions: Readonly<Record<string, readonly string[]>>;
  readonly match?: Match | null;
  readonly fields?: readonly string[];
}

export type Match = "exact" | "prefix" | "word" | "substring" | "typo";

export interface ModuleHit {
  readonly technical_name: string;
  readonly organization: string;
  readonly repository: string;
  readonly match?: Match | null;
  readonly fields?: readonly string[];
}

export interface SemanticHit {
  readonly technical_name: string;
  readonly platform_version: string;
  readonly org_name: string;
  readonly repository: string;
  readonly score: number;
}

/** A row of `/v1/modules?names=`; a name that is not there has `found: false`. */
export type ModuleRow = { readonly technical_name: string; readonly found: false } | FoundModuleRow;

export interface FoundModuleRow {
  readonly technical_name: string;
  readonly found: true;
  readonly name: string;
  readonly summary: string;
  readonly version: string;
  readonly platform_version: string;
  readonly category: string;
  readonly license: string;
  readonly development_status: string | null;
  readonly update_date: string;
  readonly organization: string;
  readonly repository: string;
  readonly carriers: readonly string[];
}

export interface VersionRow {
  readonly platform_version: string;
  readonly modules: number;
  readonly entries: number;
  readonly repositories: number;
}

export interface RepositoryRow {
  readonly organization: string;
  readonly repository: string;
  readonly git: string;
  readonly modules: number;
  readonly platform_versions: Readonly<Record<string, number>>;
}

export interface CategoryRow {
  readonly name: string;
  readonly modules: number;
}
