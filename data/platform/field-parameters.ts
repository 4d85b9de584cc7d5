// Parameters of fields (`Field` and the classes beside it: odoo/fields.py, odoo/orm/fields*.py), of any type: which of them a
// type takes is not looked at. Others are reported in Odoo's log, unless the model says that it takes them.
import { getRules } from "./rules.js";

const TYPES =
  "Binary Boolean Char Date Datetime Float Html Id Image Integer Json Many2many Many2one Many2oneReference Monetary One2many Properties PropertiesDefinition Reference Selection Text";

const NAMES =
  "aggregator attachment auto_join automatic bypass_search_access change_default check_company column1 column2 column_order column_type comodel_name company_dependent compute compute_sudo compute_value context copy currency_field default default_export_compatible definition definition_record definition_record_field delegate depends depends_context deprecated digits domain export_string_translation exportable falsy_value_label group_expand group_operator groups help index inherited inverse inverse_name invisible limit manual max_height max_width model_field name null ondelete ondelete_policies precompute prefetch readonly recompute recursive related related_sudo relation required sanitize sanitize_attributes sanitize_conditional_comments sanitize_form sanitize_output_method sanitize_overridable sanitize_style sanitize_tags search selection selection_add size sparse states store string strip_classes strip_style translate trim type unaccent validate verify_resolution";

/** Parameters of models that most modules extend, and of fields that hold settings (`_valid_field_parameter`). */
const OF_MODELS = "tracking config_parameter default_model implied_group group module".split(" ");

/** Parameters that no version since 14.0 takes, of which earlier ones knew what they are. */
const FORMER = "oldname track_visibility track_sequence";

export const FIELD_PARAMETERS = {
  types: new Set(TYPES.split(" ")),
  ofModels: new Set(OF_MODELS),
  names: new Set([...NAMES.split(" "), ...FORMER.split(" ")]),
  /** Words that may have been meant. */
  meant: [...NAMES.split(" "), ...OF_MODELS],
} as const;

export function isParameterFor(platformVersion: string, name: string): boolean {
  if (getRules(platformVersion).formerParameters.has(name)) return false;
  return FIELD_PARAMETERS.meant.includes(name);
}
