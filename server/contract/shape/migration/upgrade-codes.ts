// Changes of an upgrade with their meaning for the rows of a database, by stable code.
import { toState, type State } from "../../layout.js";

export const UPGRADE_CLASSES = {
  data_lost: "Data is lost, or left unused, unless a script moves it",
  may_fail: "The upgrade may fail",
  stays: "Records that stay and may refer to something deleted",
  orm: "Odoo changes it by itself",
  nothing: "Nothing to do",
} as const;

export const UPGRADE_VERDICTS = {
  data_lost: { code: "data_lost", title: "Data is lost or left unused", tone: "bad", isWork: true },
  may_fail: { code: "may_fail", title: "The upgrade may fail", tone: "bad", isWork: true },
  unknown_names: { code: "unknown_names", title: "Unknown names", tone: "bad", isWork: true },
  unknown: toState("unknown", "Incomplete: nothing is known to be lost", "unknown"),
  nothing_lost: toState("nothing_lost", "Nothing is lost in these modules", "good"),
} as const satisfies Readonly<Record<string, State>>;

export type UpgradeClass = keyof typeof UPGRADE_CLASSES;

export interface UpgradeCodeKind {
  readonly class: UpgradeClass;
  /** Few words on the rows of what is lost or may fail. */
  readonly fate?: string;
  /** Set where the values of what is lost stay in the database, and nothing reads them. */
  readonly leaves?: true;
  readonly cause: string;
  readonly remedy: string;
}

const NOTHING = "Nothing.";
const MODULE_NAMES =
  "Call `update_module_names` in a `pre-migration.py` of the module that loads first.";

export const UPGRADE_CODES = {
  module_renamed: {
    class: "data_lost",
    fate: "Odoo makes new records, and the rows refer to the old ones",
    cause:
      "A module has another name, and so have the ids of its records. Odoo makes new records, to which no row refers. It deletes the old ones with the old module.",
    remedy: MODULE_NAMES,
  },
  module_merged: {
    class: "data_lost",
    fate: "Odoo makes new records, and the rows refer to the old ones",
    cause:
      "A module is now part of another one, which ships its records under its own name. Odoo makes new records, to which no row refers. It deletes the old ones with the old module.",
    remedy: MODULE_NAMES,
  },
  module_not_ported: {
    class: "may_fail",
    fate: "no code for it at the later version",
    cause: "No repository of the index has the module at the later version.",
    remedy: "Port it, or uninstall it before the upgrade.",
  },
  module_not_known: {
    class: "nothing",
    cause:
      "Modules outside the index may install this one at one of the versions, so it is not compared.",
    remedy: "Add their repositories to the sources.",
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
    leaves: true,
    cause: "This model no longer exists. Its data stays in an unused table.",
    remedy: "If another model has the data, use `rename_models` and `rename_tables`, or copy it.",
  },
  model_renamed: {
    class: "data_lost",
    fate: "the rows stay in the old table",
    leaves: true,
    cause: "OpenUpgrade lists a new name for this model. Its table gets a new name too.",
    remedy: "Call `rename_models` and `rename_tables` in a `pre-migration.py`.",
  },
  model_without_rows: {
    class: "nothing",
    cause:
      "A model without rows of its own is added or removed: transient, abstract, or a view of SQL.",
    remedy: NOTHING,
  },
  field_of_model: {
    class: "nothing",
    cause: "A field or constraint is added or removed with its model.",
    remedy: "See the model.",
  },
  column_added: {
    class: "orm",
    cause: "A stored field is new.",
    remedy: "The ORM adds the column, empty or with the default.",
  },
  column_computed: {
    class: "orm",
    cause: "A computed field is new, or is now stored.",
    remedy:
      "The ORM computes it for all rows. On large tables, fill the column by SQL in a `pre-migration.py` instead.",
  },
  required_without_default: {
    class: "may_fail",
    fate: "the rows have no value",
    cause: "A new field is required, and existing rows get no value.",
    remedy: "Fill it by SQL in a `pre-migration.py`; until then the column is not `NOT NULL`.",
  },
  now_required: {
    class: "may_fail",
    fate: "rows may have no value",
    cause: "The field is now required, and rows may have no value.",
    remedy:
      "Fill it before the upgrade. While a row has no value, the column cannot become `NOT NULL`.",
  },
  column_removed: {
    class: "data_lost",
    fate: "Odoo drops the column",
    cause: "A stored field is gone. The ORM drops its column.",
    remedy: `If the data moved to another field, use \`rename_fields\`. Otherwise save it in \`pre-migration.py\`, before Odoo drops the column, and fill the new place in \`post-migration.py\`.`,
  },
  relation_removed: {
    class: "data_lost",
    fate: "the links stay in an unused table",
    leaves: true,
    cause: "A many2many field is gone. Its links stay in an unused table.",
    remedy: "If another field has the links, use `rename_tables`. Otherwise copy them in a script.",
  },
  relation_renamed: {
    class: "nothing",
    cause: "A many2many field has a new name and the same table. Its links stay.",
    remedy: NOTHING,
  },
  no_column: {
    class: "nothing",
    cause: "The field has no column: a one2many, or a field that is not stored.",
    remedy: NOTHING,
  },
  computed_removed: {
    class: "nothing",
    cause: "A stored computed field is gone. Its values came from other fields.",
    remedy: NOTHING,
  },
  no_longer_stored: {
    class: "data_lost",
    fate: "the values stay in an unused column",
    leaves: true,
    cause: "The field is no longer stored. Its column stays, and nothing reads it.",
    remedy: "Copy what is still needed from the column in a `post-migration.py`.",
  },
  type_changed: {
    class: "data_lost",
    fate: "the values stay in an unused column",
    leaves: true,
    cause:
      "The ORM cannot convert to the new type. The column starts empty; the old one is renamed `…_moved0`.",
    remedy: "Convert the values of the renamed column in a `post-migration.py`.",
  },
  type_converted: {
    class: "orm",
    cause: "A stored field has a new type. Its column is the same, or the ORM converts it.",
    remedy: NOTHING,
  },
  selection_narrowed: {
    class: "data_lost",
    fate: "rows may hold a key that no longer exists",
    cause: "A selection has lost keys that rows may contain.",
    remedy: "Call `map_values` in a `post-migration.py`.",
  },
  selection_widened: {
    class: "nothing",
    cause: "A selection has new keys, and no key of this module is lost.",
    remedy: NOTHING,
  },
  selection_unknown: {
    class: "nothing",
    cause: "A function makes the selection at one of the versions, so lost keys are unknown.",
    remedy: "Read the function.",
  },
  comodel_changed: {
    class: "may_fail",
    fate: "the ids mean other records",
    cause: "A stored relation has another comodel, whose rows have other ids.",
    remedy:
      "If that model was renamed: nothing. Otherwise convert the ids before Odoo adds the foreign key.",
  },
  relation_table_changed: {
    class: "data_lost",
    fate: "the links stay in the old table",
    leaves: true,
    cause: "A many2many field has another table, or other columns. The new one starts empty.",
    remedy: "Call `rename_tables` or `rename_columns` in a `pre-migration.py`.",
  },
  field_moved: {
    class: "orm",
    cause: "Another module defines the field.",
    remedy:
      "The column stays if that module is loaded in the same upgrade. Otherwise call `update_module_moved_fields`.",
  },
  behaviour_changed: {
    class: "nothing",
    cause:
      "The way a field gets its values has changed, or the order of a model. Stored data is the same.",
    remedy: NOTHING,
  },
  inherits_changed: {
    class: "may_fail",
    fate: "each row needs a record of another model",
    cause: "A model delegates to another model than before. Each row needs a record there.",
    remedy: "Make these records by SQL in a `pre-migration.py`.",
  },
  record_added: { class: "orm", cause: "A record is new.", remedy: "The update makes it." },
  record_removed: {
    class: "orm",
    cause: "No data file has the record any more. The update deletes it.",
    remedy: "If rows refer to it, call `delete_records_safely_by_xml_id`.",
  },
  record_kept: {
    class: "stays",
    fate: "the record stays",
    cause:
      "The new version no longer ships this record. It stays in your database and may point to something deleted.",
    remedy: "Call `delete_records_safely_by_xml_id` if you do not want it.",
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
      "The record's id now starts with another module. Odoo deletes the old record and makes a new one; nothing refers to it.",
    remedy: "Call `rename_xmlids` in a `pre-migration.py`.",
  },
  record_remade: {
    class: "orm",
    cause:
      "Another installed module makes the view, menu, action or right again, under its own id. Only changes made by hand are lost.",
    remedy: "To keep such changes, call `rename_xmlids` in a `pre-migration.py`.",
  },
  noupdate_switched: {
    class: "may_fail",
    fate: "updates keep, or overwrite, what was edited",
    cause: "The record's `noupdate` flag has changed.",
    remedy: "Call `set_xml_ids_noupdate_value` if you want the values of the file.",
  },
  domain_deleted: {
    class: "orm",
    cause: "A window action no longer has a domain. The update keeps the old one.",
    remedy: "Empty it in a `post-migration.py`.",
  },
  constraint_added: {
    class: "may_fail",
    fate: "rows may break it",
    cause: "A table has a new constraint, and rows may break it.",
    remedy: "Correct these rows in a `pre-migration.py`.",
  },
  constraint_changed: {
    class: "may_fail",
    fate: "rows may break it",
    cause: "A constraint of a table has a new definition, and rows may break it.",
    remedy: "Correct these rows in a `pre-migration.py`.",
  },
  index_changed: {
    class: "orm",
    cause: "A table has a new or changed index.",
    remedy: "The ORM makes it. On large tables this takes long.",
  },
  constraint_removed: {
    class: "nothing",
    cause: "A constraint or an index of a table is gone.",
    remedy: NOTHING,
  },
} as const satisfies Readonly<Record<string, UpgradeCodeKind>>;

export type UpgradeCode = keyof typeof UPGRADE_CODES;
