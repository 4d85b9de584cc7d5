// Rules of the platform that differ by version: one table, each rule with its source in the
// platform and the versions between which it holds. A rule without a version holds for all. Until
// 18.0 the ORM is odoo/models.py and odoo/fields.py, from 19.0 on odoo/orm/.
import { comparePlatformVersions, NEWEST_VERSION } from "./platform-version.js";

interface Row<T> {
  /** The first version for which it holds; `null` for all before `until`. */
  readonly since: string | null;
  /** The first version for which it no longer holds; `null` for none. */
  readonly until: string | null;
  readonly value: T;
}

interface Rule<T> {
  /** File and function. */
  readonly source: string;
  /** One row for each range of versions. */
  readonly rows: readonly Row<T>[];
}

/** @param first what holds before the first of the steps, each of which begins at a version */
function steps<T>(
  source: string,
  first: T,
  ...changes: readonly (readonly [since: string, value: T])[]
): Rule<T> {
  const starts = [[null, first] as const, ...changes];
  return {
    source,
    rows: starts.map(([since, value], at) => ({
      since,
      until: starts[at + 1]?.[0] ?? null,
      value,
    })),
  };
}

const since = (version: string, source: string): Rule<boolean> =>
  steps<boolean>(source, false, [version, true]);

const until = (version: string, source: string): Rule<boolean> =>
  steps<boolean>(source, true, [version, false]);

interface LastUpdate {
  readonly compute: string;
  /** Expression of a model that logs access. */
  readonly computeLogged: string;
}

const FIELD_TYPES =
  "binary boolean char date datetime float html integer many2many many2one monetary one2many reference selection text";

const VIEW_HOOKS = [["fields_view_get", "_get_view"]] as const;
const NAME_HOOKS = [["name_get", "_compute_display_name"]] as const;
const ACCESS_HOOKS = [
  ["_name_search", "_search_display_name"],
  ["check_access_rights", "_check_access"],
  ["check_access_rule", "_check_access"],
] as const;

export const RULES = {
  // Models.
  /**
   * Owner of `id`, `display_name` and the fields that say who changed a record: every model itself,
   * then the class that makes a model with records. From 19.0 on the first two are fields of
   * `BaseModel`, so abstract models have them and a redefinition merges with them.
   */
  magicFields: steps<"model" | "class" | "base">(
    "odoo/models.py: _add_magic_fields, MetaModel; odoo/orm/models.py: BaseModel",
    "model",
    ["15.0", "class"],
    ["19.0", "base"],
  ),
  /** The method that computes `__last_update`. */
  lastUpdate: steps<LastUpdate | undefined>(
    "odoo/models.py: _add_magic_fields, MetaModel",
    {
      compute: "compute_concurrency_field",
      computeLogged: "compute_concurrency_field_with_access",
    },
    [
      "15.0",
      { compute: "_compute_concurrency_field", computeLogged: "_compute_concurrency_field" },
    ],
    ["17.0", undefined],
  ),
  /** `display_name` is searched by a method of its own. */
  searchesDisplayName: since("18.0", "odoo/models.py: _search_display_name"),
  /** A field that depends on the company is a column, not computed from `ir.property`. */
  hasCompanyColumns: since("18.0", "odoo/fields.py: Field._get_attrs"),
  /** A computed field that is stored and can be edited is copied like others. */
  copiesEditable: since("14.0", "odoo/fields.py: Field._get_attrs"),
  /** A field named `state` is not copied unless it says so. */
  resetsState: since("14.0", "odoo/fields.py: Field._get_attrs"),
  /** A related field takes over what it gives itself as false or empty. */
  takesOverFalse: until("15.0", "odoo/fields.py: Field._setup_related_full"),
  /** Abstract models have the fields of models that they delegate to. */
  delegatesAbstract: until("15.0", "odoo/models.py: _add_inherited_fields"),
  /** `selection_add` says an order, not only what comes behind. */
  ordersAddedValues: since("13.0", "odoo/fields.py: Selection, merge_sequences"),
  /** Properties that are delegated are computed like those that are not. */
  computesDelegatedProperties: steps<boolean>(
    "odoo/fields.py: Properties._setup_attrs",
    false,
    ["17.0", true],
    ["19.0", false],
  ),
  /** A definition takes over from those whose type derives from its own, not from those it derives from. */
  mergesDerivedTypes: until("15.0", "odoo/fields.py: Field._get_attrs"),
  /** Constraints are those of `_sql_constraints`; else attributes are, and indexes too. */
  readsSqlConstraints: until("19.0", "odoo/orm/model_classes.py: _table_objects"),
  /** The types of the platform's own field classes. */
  fieldTypes: steps<readonly string[]>(
    "odoo/addons/base/models/ir_model.py: FIELD_TYPES",
    FIELD_TYPES.split(" "),
    ["13.0", `${FIELD_TYPES} many2one_reference`.split(" ")],
    ["16.0", `${FIELD_TYPES} many2one_reference json properties properties_definition`.split(" ")],
  ),
  /** The modules of a link count to a field that is delegated by it. */
  countsLinkModules: since("15.0", "odoo/fields.py: Field.setup_related"),
  /** A model class without a name and without a parent that is no list has its own for one. */
  namesModelsByClass: since("19.0", "odoo/orm/models.py: MetaModel.__new__"),
  /** Wizards need access lines. */
  guardsWizards: since("14.0", "odoo/modules/loading.py: load_module_graph"),

  // Views and actions.
  /** `version` of a spec is compared with that of the arch's root. */
  comparesVersion: until("17.0", "odoo/tools/template_inheritance.py: locate_node"),
  /** An argument of `hasclass` in a browser template may be several neighbouring classes: the browser compares texts. */
  comparesClassLists: since("18.0", "addons/web/static/src/core/template_inheritance.js: getXpath"),
  /** Expressions of views may name the records on which somebody acts: `active_id`. */
  namesActiveRecords: until("18.0", "odoo/addons/base/models/ir_ui_view.py: must_have_fields"),
  /** Attributes that are Python expressions are joined by `and` and `or`, and odd attributes are refused. */
  joinsExpressions: since("18.0", "odoo/tools/template_inheritance.py: apply_inheritance_specs"),
  /** An element that replaces the root of a template keeps its name. */
  keepsTemplateName: since(
    "14.0",
    "odoo/addons/base/models/ir_ui_view.py: apply_inheritance_specs",
  ),
  /** An element with the position `move` is an existing one; before, it is new whatever it says. */
  moves: since("12.0", "odoo/addons/base/models/ir_ui_view.py: apply_inheritance_specs"),
  /** The content of `replace` with the mode `inner` may move the replaced elements. */
  movesWithin: since("18.0", "odoo/tools/template_inheritance.py: apply_inheritance_specs"),
  /** `replace` has a mode; before, the whole element is replaced whatever it says. */
  replacesInner: since("15.0", "odoo/tools/template_inheritance.py: apply_inheritance_specs"),
  /** Primary views are read by their ids, whether they are active or not. */
  readsInactivePrimaryViews: until("15.0", "odoo/addons/base/models/ir_ui_view.py: read_combined"),
  /** The views of an action that names none. */
  defaultViewMode: steps(
    "odoo/addons/base/models/ir_actions.py: IrActionsActWindow.view_mode",
    "tree,form",
    ["18.0", "list,form"],
  ),
  /** Tags of data files use other names for fields than their models. */
  renamesTagFields: since("19.0", "odoo/tools/convert.py: xml_import"),

  // Modules.
  /** Names of manifests, the first that is there counts. */
  manifestNames: steps<readonly string[]>(
    "odoo/modules/module.py: MANIFEST_NAMES; openerp/modules/module.py: get_modules, load_information_from_description_file",
    ["__openerp__.py", "__terp__.py"],
    ["7.0", ["__openerp__.py"]],
    ["10.0", ["__manifest__.py", "__openerp__.py"]],
    ["19.0", ["__manifest__.py"]],
  ),
  /** A manifest is a literal; before, an expression. */
  readsManifestsAsLiterals: since("12.0", "odoo/modules/module.py: load_manifest"),
  /** A version that is no text is refused, where it is not made one. */
  wantsTextVersions: until("19.0", "odoo/modules/module.py: adapt_version"),
  /** Versions of modules that the platform refuses. */
  moduleVersions: steps<"any" | "two or three numbers" | "of the series">(
    "odoo/modules/module.py: adapt_version, check_version",
    "any",
    ["17.0", "two or three numbers"],
    ["19.0", "of the series"],
  ),
  /** `active` says what `auto_install` does, whatever that says. From 13.0 on nobody reads it. */
  readsActive: until(
    "13.0",
    "odoo/modules/module.py, openerp/modules/module.py: load_information_from_description_file",
  ),
  /** Names under `auto_install` must be among the dependencies. */
  checksTriggers: since("13.0", "odoo/modules/module.py: load_manifest"),
  /** A module that says that it depends on nothing depends on `base`. */
  addsBase: since("19.0", "odoo/modules/module.py: _load_manifest"),
  /** The name of a module is one word of letters, digits and underscores. */
  wantsWordNames: since("19.0", "odoo/modules/module.py: MODULE_NAME_RE"),
  /** A module with countries installs itself only where a company is in one of them. */
  autoInstallsByCountry: since(
    "18.0",
    "odoo/addons/base/models/ir_module.py: Module.button_install",
  ),
  /** Methods that the ORM of former versions called, and what it calls instead. */
  formerHooks: steps<ReadonlyMap<string, string>>(
    "odoo/models.py: display_name, _search_display_name, check_access; base/models/ir_ui_view.py: get_view",
    new Map(),
    ["16.0", new Map(VIEW_HOOKS)],
    ["17.0", new Map([...VIEW_HOOKS, ...NAME_HOOKS])],
    ["18.0", new Map([...VIEW_HOOKS, ...NAME_HOOKS, ...ACCESS_HOOKS])],
  ),
  /** Parameters of fields that former versions took. */
  formerParameters: steps<ReadonlySet<string>>(
    "odoo/fields.py: slots of Field and its classes",
    new Set(),
    ["17.0", new Set(["invisible"])],
    ["18.0", new Set(["invisible", "states", "unaccent"])],
    ["19.0", new Set(["invisible", "states", "unaccent", "auto_join"])],
  ),
  /** A module whose name begins with `test_` is loaded right after the last that it depends on. */
  loadsTestsEarly: since("19.0", "odoo/modules/module_graph.py: ModuleNode.order_name"),
  /** Part of a Python distribution's name or version that states the platform version. */
  distributions: steps<"none" | "in its name" | "in its version">(
    "manifestoo_core/metadata.py: of https://github.com/acsone/manifestoo-core",
    "none",
    ["8.0", "in its name"],
    ["15.0", "in its version"],
  ),
} satisfies Readonly<Record<string, Rule<unknown>>>;

type Table = typeof RULES;

/** The value of each rule at a version. */
export type PlatformRules = {
  readonly [Name in keyof Table]: Table[Name] extends Rule<infer T> ? T : never;
};

/** Versions are few; what is asked with others is forgotten. */
const MOST_VERSIONS = 200;
const known = new Map<string, PlatformRules>();

/** @param platformVersion as `17.0`; of one above the newest known, and of names without numbers, the newest rules hold */
export function getRules(platformVersion: string): PlatformRules {
  const found = known.get(platformVersion);
  if (found !== undefined) return found;
  const values = Object.entries<Rule<unknown>>(RULES).map(([name, { rows }]) => [
    name,
    rows.findLast(
      ({ since: first }) => first === null || comparePlatformVersions(platformVersion, first) >= 0,
    )?.value,
  ]);
  const rules = Object.fromEntries(values) as PlatformRules;
  if (known.size >= MOST_VERSIONS) known.clear();
  known.set(platformVersion, rules);
  return rules;
}

/** The version whose rules answer for a newer one; `null` where the version's own are known. */
export function findStandInRules(platformVersion: string): string | null {
  return comparePlatformVersions(platformVersion, NEWEST_VERSION) > 0 ? NEWEST_VERSION : null;
}
