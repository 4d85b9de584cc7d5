// The closed list of diagnostics: what can be odd in the input, by code. Builds write codes;
// readers of a snapshot print their meaning.

/** Every diagnostic code with the sentence that explains it in reports and documentation. */
export const DIAGNOSTICS = {
  manifest_unreadable:
    "the manifest is not a dictionary of literals; defaults are used for all keys",
  manifest_recovered: "Python 3 cannot read the manifest as a literal; it was repaired and read",
  manifest_refused:
    "Odoo of this version does not take the module, for its manifest or its name; it is indexed as one that cannot be installed",
  manifest_value_unreadable: "the value of a manifest key is not a literal; its default is used",
  manifest_wrong_type:
    "the value of a manifest key has the wrong type; it was converted or ignored",
  manifest_unknown_key: "a manifest key that Odoo does not know, perhaps misspelt",
  manifest_duplicate_key: "a manifest key occurs twice; the last one counts",
  python_recovered:
    "the file has syntax errors in Python 3; the parts that could be parsed were read",
  python_name_unresolved: "_name or _inherit is not a literal or a constant of the file",
  module_without_init:
    "the module has models or controllers and no __init__.py beside its manifest; Odoo loads none of its Python files",
  javascript_unreadable:
    "the script has syntax errors or is nested too deep; a browser runs nothing of such a file, and nothing was read",
  xml_unreadable: "the XML file could not be parsed",
  arch_unreadable:
    "the arch of a view is not well-formed, or deeper or longer than the limit; the view is loaded without it",
  model_chain_too_long:
    "models of the module inherit in a chain that is longer than the limit; a service answers nothing about those at its end",
  view_chain_too_long:
    "more views of the module than the limit inherit from one another; a service does not combine them",
  text_undecodable: "bytes that are not in the declared encoding were replaced",
  file_too_large: "the file is larger than the limit and was not read",
  file_absent: "the content of the file is missing in the repository",
  platform_version_differs:
    "the version in the manifest begins with another platform version than that of the branch; the module is indexed at the branch's version",
  history_too_long:
    "the branch has too many commits to be compared with other branches; it is not compared",
  model_without_access:
    "no module of this version has an access right for the model; only the superuser may use it",
  group_unknown: "no data file at this version defines the group, though its module is indexed",
  rule_field_unknown: "the domain of a record rule uses a field that the module's own model lacks",
  module_too_deep:
    'a manifest more than three levels below the folders that are searched; the module was not read: name the folder that holds it in "addons" of the sources file',
  module_inside_module: "a manifest inside the folder of another module, which Odoo ignores",
  module_twice:
    "another folder of the branch has a module of the same name at this platform version; a plan takes one of them, and an addons path should have only its folder",
  submodule_not_read:
    "the folder is a submodule: the repository that it names is read only as a source of its own in the sources file",
  module_name_invalid: "the folder name is not a valid module name; the module was skipped",
} as const;

export type DiagnosticCode = keyof typeof DIAGNOSTICS;
