// The methods that every model has from the platform itself: what class BaseModel of odoo/models.py defines at
// 16.0 or at 17.0, special methods aside. That file is of no module, so no snapshot has it.

const NAMES = `
  _add_fake_fields _add_field _add_inherited_fields _add_missing_default_values
  _add_precomputed_values _add_sql_constraints _apply_ir_rules _apply_onchange_methods _as_query
  _auto_init _build_model _build_model_attributes _build_model_check_base
  _build_model_check_parent _cache _check_company _check_company_domain _check_m2m_recursion
  _check_parent_path _check_qorder _check_recursion _check_removed_columns
  _compute_concurrency_field _compute_display_name _compute_field_value _constraint_methods
  _convert_records _convert_to_record _convert_to_write _create _dependent_fields
  _determine_fields_to_fetch _export_rows _extract_records _fetch_field _fetch_query
  _field_properties_to_sql _field_to_sql _filter_access_rules _filter_access_rules_python _flush
  _flush_search _generate_m2o_order_by _generate_order_by _generate_order_by_inner
  _get_base_lang _get_external_ids _get_placeholder_filename _has_onchange _in_cache_without
  _inherits_check _inherits_join_add _inherits_join_calc _init_column
  _init_constraints_onchanges _invalidate_cache _is_an_ordinary_table _load_records
  _load_records_create _load_records_write _mapped_func _modified _modified_triggers
  _name_search _onchange_eval _onchange_methods _ondelete_methods _order_field_to_sql
  _order_to_sql _origin _parent_store_compute _parent_store_create _parent_store_update
  _parent_store_update_prepare _patch_method _pop_field _populate _populate_dependencies
  _populate_factories _populate_sizes _prepare_create_values _prepare_setup _read _read_format
  _read_group _read_group_check_field_access_rights _read_group_empty_value
  _read_group_expand_full _read_group_fill_results _read_group_fill_temporal
  _read_group_format_result _read_group_format_result_properties _read_group_get_annoted_groupby
  _read_group_groupby _read_group_having _read_group_orderby _read_group_postprocess_aggregate
  _read_group_postprocess_groupby _read_group_prepare _read_group_prepare_data
  _read_group_process_groupby _read_group_raw _read_group_resolve_many2x_fields
  _read_group_select _rec_name_fallback _recompute_field _recompute_model _recompute_recordset
  _register_hook _revert_method _search _setup_base _setup_complete _setup_fields
  _table_has_rows _unregister_hook _update_cache _update_field_translations
  _valid_field_parameter _validate_fields _where_calc _write action_archive action_unarchive
  browse check_access_rights check_access_rule check_field_access_rights clear_caches concat
  copy copy_data copy_multi copy_translations create default_get ensure_one exists export_data
  fetch fields_get fields_get_keys filtered filtered_domain flush flush_model flush_recordset
  get_base_url get_external_id get_field_translations get_metadata get_property_definition
  get_xml_id grouped ids init invalidate_cache invalidate_model invalidate_recordset
  is_transient load mapped modified name_create name_get name_search new onchange read
  read_group recompute refresh search search_count search_fetch search_read sorted sudo
  toggle_active union unlink update update_field_translations user_has_groups with_company
  with_context with_env with_prefetch with_user write
`;

export const ORM_METHODS: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/));
