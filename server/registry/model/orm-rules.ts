// What the ORM does in another way from one platform version to the next, as read in its source (odoo/models.py and
// odoo/fields.py, from 19.0 on odoo/orm/). What stands here of no version is the same in all of them.
import { comparePlatformVersions } from "../../../data/platform/platform-version.js";

export interface OrmRules {
  /**
   * What has `id`, `display_name` and the fields that say who changed a record: until 14.0 every model itself
   * (`_add_magic_fields`), then the class that makes a model with records (`MetaModel`); from 19.0 on the first
   * two are fields of `BaseModel`, so abstract models have them and a redefinition merges with them.
   */
  readonly magicFields: "model" | "class" | "base";
  /** The method that computes `__last_update`, which was removed in 17.0; of a model that logs access another one. */
  readonly lastUpdate: { readonly compute: string; readonly computeLogged: string } | undefined;
  /** Whether `display_name` is searched by a method of its own. */
  readonly searchesDisplayName: boolean;
  /** Whether a field that depends on the company is a column, not computed from `ir.property` (`_get_attrs`). */
  readonly hasCompanyColumns: boolean;
  /** Whether a computed field that is stored and can be edited is copied like others. */
  readonly copiesEditable: boolean;
  /** Whether a field named `state` is not copied unless it says so. */
  readonly resetsState: boolean;
  /** Whether a related field takes over what it gives itself as false or empty (`_setup_related_full`). */
  readonly takesOverFalse: boolean;
  /** Whether abstract models have the fields of models that they delegate to (`_add_inherited_fields`). */
  readonly delegatesAbstract: boolean;
  /** Whether `selection_add` says an order (`merge_sequences`), or only what comes behind. */
  readonly ordersAddedValues: boolean;
  /** Whether properties that are delegated are computed like those that are not (`Properties._setup_attrs`). */
  readonly computesDelegatedProperties: boolean;
  /** Whether a definition takes over from those whose type derives from its own, not from those it derives from. */
  readonly mergesDerivedTypes: boolean;
  /** Whether constraints are those of `_sql_constraints`; else attributes are, and indexes too. */
  readonly readsSqlConstraints: boolean;
  /** What `FIELD_TYPES` of odoo/addons/base/models/ir_model.py has: the types of the platform's own field classes. */
  readonly fieldTypes: readonly string[];
  /** Whether the modules of a link count to a field that is delegated by it (`setup_related`). */
  readonly countsLinkModules: boolean;
}

/** Types with the version that has them first, of those that are looked at. */
const FIELD_TYPES: readonly (readonly [type: string, since: string])[] = (
  "binary boolean char date datetime float html integer json@16.0 many2many many2one " +
  "many2one_reference@13.0 monetary one2many properties@16.0 properties_definition@16.0 " +
  "reference selection text"
)
  .split(" ")
  .map((word) => {
    const [type = "", since = "9.0"] = word.split("@");
    return [type, since];
  });

/** @param platformVersion as `17.0`; of names without numbers the newest rules hold */
export function toOrmRules(platformVersion: string): OrmRules {
  const isBefore = (version: string): boolean =>
    comparePlatformVersions(platformVersion, version) < 0;
  return {
    magicFields: isBefore("15.0") ? "model" : isBefore("19.0") ? "class" : "base",
    lastUpdate: isBefore("15.0")
      ? {
          compute: "compute_concurrency_field",
          computeLogged: "compute_concurrency_field_with_access",
        }
      : isBefore("17.0")
        ? { compute: "_compute_concurrency_field", computeLogged: "_compute_concurrency_field" }
        : undefined,
    searchesDisplayName: !isBefore("18.0"),
    hasCompanyColumns: !isBefore("18.0"),
    copiesEditable: !isBefore("14.0"),
    resetsState: !isBefore("14.0"),
    takesOverFalse: isBefore("15.0"),
    delegatesAbstract: isBefore("15.0"),
    ordersAddedValues: !isBefore("13.0"),
    computesDelegatedProperties: !isBefore("17.0") && isBefore("19.0"),
    mergesDerivedTypes: isBefore("15.0"),
    readsSqlConstraints: isBefore("19.0"),
    fieldTypes: FIELD_TYPES.filter(([, since]) => !isBefore(since)).map(([type]) => type),
    countsLinkModules: !isBefore("15.0"),
  };
}
