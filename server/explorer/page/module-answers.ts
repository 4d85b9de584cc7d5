// What the module pages read of the interface's answers. A test holds these shapes to /openapi.json.

export interface ModuleSummary {
  readonly name: string;
  readonly technical_name: string;
  readonly platform_versions: readonly string[];
}

export interface ModuleDetail {
  readonly technical_name: string;
  readonly name: string;
  readonly version: string;
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
  readonly committers: readonly string[];
  readonly dependencies: { readonly pip: readonly string[]; readonly bin: readonly string[] };
  readonly declared_dependencies: {
    readonly platform: readonly string[];
    readonly pip: readonly string[];
    readonly bin: readonly string[];
  };
  readonly update_date: string;
  readonly git: string;
  readonly commit: string;
  readonly folder_size: number;
  readonly repository: string;
  readonly organization: string;
  readonly platform_version: string;
  readonly source_path: string;
  readonly views: readonly ViewDetail[];
  readonly models: readonly ModelDetail[];
  /** These are there when `include` names them. */
  readonly controllers?: readonly ControllerDetail[];
  readonly access?: readonly AccessDetail[];
  readonly rules?: readonly RuleDetail[];
  readonly crons?: readonly CronDetail[];
  readonly menus?: readonly MenuDetail[];
  readonly actions?: readonly ActionDetail[];
  readonly assets?: readonly AssetDetail[];
}

export interface ViewDetail {
  readonly xml_id: string;
  readonly name: string;
  readonly model: string;
  readonly inherit_xml_id: string | null;
  readonly is_new: boolean;
  readonly view_type: string | null;
}

export interface ModelDetail {
  readonly model_name: string;
  readonly class_name: string;
  readonly inherit_from: readonly string[];
  readonly is_new_model: boolean;
  readonly docstring: string | null;
  readonly attrs: ModelAttributes | null;
  readonly fields: readonly FieldDetail[];
  readonly methods: readonly MethodDetail[];
}

export interface ModelAttributes {
  readonly kind: string;
  readonly description?: string;
  readonly rec_name?: string;
  readonly order?: string;
  readonly table?: string;
  /** Model → field that links to it. */
  readonly inherits?: Readonly<Record<string, string>>;
}

export interface FieldDetail {
  readonly name: string;
  readonly field_type: string;
  readonly relation: string | null;
  readonly attrs: Readonly<Record<string, string | readonly string[]>> | null;
}

export interface MethodDetail {
  readonly name: string;
  readonly decorators: readonly string[];
  readonly signature: string;
  readonly docstring: string | null;
}

export interface ControllerDetail {
  readonly class_name: string;
  readonly inherit_from: readonly string[];
  readonly routes: readonly RouteDetail[];
}

export interface RouteDetail {
  readonly name: string;
  readonly paths: readonly string[];
  readonly type: string | null;
  readonly auth: string | null;
  readonly methods: readonly string[] | null;
  readonly csrf: boolean | null;
  readonly website: boolean | null;
  readonly cors: string | null;
  readonly attrs: Readonly<Record<string, string>> | null;
}

export interface Permissions {
  readonly perm_read: boolean | null;
  readonly perm_write: boolean | null;
  readonly perm_create: boolean | null;
  readonly perm_unlink: boolean | null;
}

export interface AccessDetail extends Permissions {
  readonly xml_id: string;
  readonly name: string | null;
  readonly model: string | null;
  readonly group: string | null;
}

export interface RuleDetail extends Permissions {
  readonly xml_id: string;
  readonly name: string | null;
  readonly model: string | null;
  readonly domain: string | null;
  readonly groups: readonly string[];
}

export interface CronDetail {
  readonly xml_id: string;
  readonly name: string | null;
  readonly model: string | null;
  readonly interval_number: number | null;
  readonly interval_type: string | null;
  readonly code: string | null;
  readonly function: string | null;
  readonly active: boolean | null;
}

export interface MenuDetail {
  readonly xml_id: string;
  readonly name: string | null;
  readonly parent: string | null;
  readonly action: string | null;
  readonly groups: readonly string[];
}

export interface ActionDetail {
  readonly xml_id: string;
  readonly name: string | null;
  readonly type: string;
  readonly model: string | null;
  readonly view_mode: string | null;
}

export interface AssetDetail {
  readonly bundle: string;
  readonly directive: string;
  readonly path: string;
  readonly target: string | null;
  readonly xml_id: string | null;
}

export interface Dependencies {
  readonly technical_name: string;
  readonly modules: readonly NeededModule[];
  readonly repositories: readonly {
    readonly organization: string;
    readonly repository: string;
    readonly git: string;
    readonly branch: string;
    readonly modules: readonly string[];
  }[];
  readonly unresolved: readonly {
    readonly technical_name: string;
    readonly required_by: readonly string[];
  }[];
  readonly cycles: readonly (readonly string[])[];
}

export interface NeededModule {
  readonly technical_name: string;
  readonly depth: number;
  readonly organization: string;
  readonly repository: string;
  readonly depends: readonly string[];
}

export interface Dependents {
  readonly counts: { readonly direct: number; readonly indirect: number; readonly all: number };
  readonly modules: readonly {
    readonly technical_name: string;
    readonly depth: number;
    readonly through: readonly string[];
  }[];
}
