// Changes of an upgrade with their meaning for the rows of a database, by stable code:
// docs/upgrade-codes.md lists them.
import { toState, type State } from "../../layout.js";

/** Classes by urgency. */
export const UPGRADE_CLASSES = {
  data_lost: "Data is lost unless a script saves it",
  may_fail: "The upgrade may fail",
  orm: "Odoo does it",
  nothing: "Nothing to do",
} as const;

/** Verdicts of an upgrade. */
export const UPGRADE_VERDICTS = {
  data_lost: { code: "data_lost", title: "Data is lost", tone: "bad", isWork: true },
  may_fail: { code: "may_fail", title: "The upgrade may fail", tone: "bad", isWork: true },
  unknown_names: { code: "unknown_names", title: "Unknown names", tone: "bad", isWork: true },
  unknown: toState("unknown", "Nothing is known to be lost in these modules", "unknown"),
  nothing_lost: toState("nothing_lost", "Nothing is lost in these modules", "good"),
} as const satisfies Readonly<Record<string, State>>;

export type UpgradeClass = keyof typeof UPGRADE_CLASSES;

interface UpgradeCodeKind {
  readonly class: UpgradeClass;
  /** Few words on the rows of what is lost or may fail. */
  readonly fate?: string;
  readonly cause: string;
  readonly remedy: string;
}

const NOTHING = "Nothing.";
const SAVE =
  "Save it in `pre-migration.py`, before Odoo drops the column, and fill the new place in `post-migration.py`.";

export const UPGRADE_CODES = {
  module_renamed: {
    class: "data_lost",
    fate: "Odoo deletes its records and makes new ones",
    cause: "A module has another name, or was merged into another one.",
    remedy:
      "`update_module_names` in a `pre-migration.py` of what is loaded first: else its records are deleted and created again.",
  },
  module_not_ported: {
    class: "may_fail",
    fate: "the tables stay, without code for them",
    cause: "Nobody has the module at the later version.",
    remedy: "Port it, or uninstall it before: its tables stay as they are.",
  },
  module_not_known: {
    class: "nothing",
    cause:
      "On one side the module may be installed by others that are not indexed: nothing of it is compared.",
    remedy: "Add these to the sources.",
  },
  model_added: { class: "orm", cause: "A model is new.", remedy: "The ORM makes its table." },
  model_moved: {
    class: "orm",
    cause: "Another module makes the model.",
    remedy: "The ORM gives its external id to that module; its table stays.",
  },
  model_removed: {
    class: "data_lost",
    fate: "the rows stay in an unused table",
    cause: "This model no longer exists. Its data stays in an unused table.",
    remedy: "If another model has the data, use `rename_models` and `rename_tables`, or copy it.",
  },
  model_renamed: {
    class: "data_lost",
    fate: "the rows stay in the old table",
    cause: "A model has another name by OpenUpgrade's lists, and so another table.",
    remedy: "`rename_models` and `rename_tables` in a `pre-migration.py`.",
  },
  model_without_rows: {
    class: "nothing",
    cause: "A model without rows of its own comes or goes: transient, abstract, or a view of SQL.",
    remedy: NOTHING,
  },
  field_of_model: {
    class: "nothing",
    cause: "A field, or a constraint of the table, comes or goes with its model.",
    remedy: "See the model.",
  },
  column_added: {
    class: "orm",
    cause: "A stored field is new.",
    remedy: "The ORM adds the column, empty or with the default.",
  },
  column_computed: {
    class: "orm",
    cause: "A stored field is computed from now on where it was not stored, or is new.",
    remedy:
      "The ORM computes it for all rows, which takes long on large tables: then fill the column by SQL in a `pre-migration.py`.",
  },
  required_without_default: {
    class: "may_fail",
    fate: "the rows have no value",
    cause: "A new field is required, and nothing gives rows that are there a value.",
    remedy: "Fill it by SQL in a `pre-migration.py`; until then the column is not `NOT NULL`.",
  },
  now_required: {
    class: "may_fail",
    fate: "rows may have no value",
    cause: "A field is required from now on; rows may have no value.",
    remedy: "Fill it before: where a row lacks one, the column cannot become `NOT NULL`.",
  },
  column_removed: {
    class: "data_lost",
    fate: "Odoo drops the column",
    cause: "A stored field is gone: the ORM drops its column.",
    remedy: `If the data moved to another field, use \`rename_fields\`. Otherwise: ${SAVE}`,
  },
  relation_removed: {
    class: "data_lost",
    fate: "the links stay in an unused table",
    cause:
      "A many2many is gone, and no other has its table: which records were linked is in a table that nothing reads.",
    remedy: "If another field has the links, use `rename_tables`. Otherwise copy them in a script.",
  },
  relation_renamed: {
    class: "nothing",
    cause: "A many2many has another name and the same table: its links stay.",
    remedy: NOTHING,
  },
  no_column: {
    class: "nothing",
    cause: "What comes or goes has no column: a one2many, or a field that is not stored.",
    remedy: NOTHING,
  },
  computed_removed: {
    class: "nothing",
    cause: "A stored field that was computed is gone: its values followed from others.",
    remedy: NOTHING,
  },
  no_longer_stored: {
    class: "data_lost",
    fate: "the values stay in an unused column",
    cause:
      "A field that people or code wrote is not stored any more: its column is read by nobody.",
    remedy: SAVE,
  },
  type_changed: {
    class: "data_lost",
    fate: "the values stay in an unused column",
    cause:
      "A stored field has a type to which the ORM does not convert: it begins with an empty column, and the old one gets the name `…_moved0`.",
    remedy: SAVE,
  },
  type_converted: {
    class: "orm",
    cause:
      "A stored field has another type whose column is the same, or to which the ORM converts.",
    remedy: NOTHING,
  },
  selection_narrowed: {
    class: "data_lost",
    fate: "rows may keep a key that is gone",
    cause: "A selection has lost keys that rows may hold.",
    remedy: "`map_values` in a `post-migration.py`.",
  },
  selection_widened: {
    class: "nothing",
    cause: "A selection has other keys, and no key of this module is lost.",
    remedy: NOTHING,
  },
  selection_unknown: {
    class: "nothing",
    cause:
      "A selection is made by a function, before or afterwards: whether it lost keys is not known.",
    remedy: "Read the function.",
  },
  comodel_changed: {
    class: "may_fail",
    fate: "the ids mean other records",
    cause: "A stored relation leads to another model, whose rows have other ids.",
    remedy:
      "Where that model was renamed: nothing. Else translate the ids before the foreign key is made.",
  },
  relation_table_changed: {
    class: "data_lost",
    fate: "the links stay in the old table",
    cause: "A many2many has another table, or other columns: it begins with an empty one.",
    remedy: "`rename_tables`, or `rename_columns`, in a `pre-migration.py`.",
  },
  field_moved: {
    class: "orm",
    cause: "Another module defines the field.",
    remedy:
      "The column stays as long as that module is loaded in the same upgrade; else `update_module_moved_fields`.",
  },
  behaviour_changed: {
    class: "nothing",
    cause:
      "How a field gets its values has changed, not what is stored of them; or the order of a model.",
    remedy: NOTHING,
  },
  inherits_changed: {
    class: "may_fail",
    fate: "each row needs a record of another model",
    cause: "A model delegates to others than before: each row needs a record there.",
    remedy: "Make these records by SQL in a `pre-migration.py`.",
  },
  record_added: { class: "orm", cause: "A record is new.", remedy: "The update makes it." },
  record_removed: {
    class: "orm",
    cause: "No data file has the record any more: the update deletes it.",
    remedy: "Where rows refer to it, `delete_records_safely_by_xml_id`.",
  },
  record_kept: {
    class: "may_fail",
    fate: "the record stays",
    cause:
      "The new version no longer ships this record. It stays in your database and may point to something deleted.",
    remedy: "`delete_records_safely_by_xml_id` where it is not wanted.",
  },
  record_moved: {
    class: "orm",
    cause: "Another module has the record under the same id.",
    remedy: NOTHING,
  },
  record_renamed: {
    class: "data_lost",
    fate: "Odoo deletes the record and makes a new one",
    cause:
      "The id has another module in front: the old record is deleted, and a new one made, to which nothing refers.",
    remedy: "`rename_xmlids` in a `pre-migration.py`.",
  },
  noupdate_switched: {
    class: "may_fail",
    fate: "updates keep, or overwrite, what was edited",
    cause: "Updates leave a record alone from now on, or no longer.",
    remedy: "`set_xml_ids_noupdate_value` where its values are wanted as they are in the file.",
  },
  domain_deleted: {
    class: "orm",
    cause: "A window action has no domain any more; the update leaves the old one.",
    remedy: "Empty it in a `post-migration.py`.",
  },
  constraint_added: {
    class: "may_fail",
    fate: "rows may break it",
    cause: "A constraint of a table is new; rows may break it.",
    remedy: "Correct these rows in a `pre-migration.py`.",
  },
  constraint_changed: {
    class: "may_fail",
    fate: "rows may break it",
    cause: "A constraint of a table has another definition; rows may break it.",
    remedy: "Correct these rows in a `pre-migration.py`.",
  },
  index_changed: {
    class: "orm",
    cause: "An index of a table is new or another one.",
    remedy: "The ORM makes it, which takes long on large tables.",
  },
  constraint_removed: {
    class: "nothing",
    cause: "A constraint or an index of a table is gone.",
    remedy: NOTHING,
  },
} as const satisfies Readonly<Record<string, UpgradeCodeKind>>;

export type UpgradeCode = keyof typeof UPGRADE_CODES;
