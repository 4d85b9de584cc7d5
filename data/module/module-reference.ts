// References of a module's files as a snapshot has them: way, name, and the model as far as the file alone says it.

/** Kind of the named thing: `member` is a field or a method. */
export type ReferredKind = "model" | "field" | "method" | "member" | "record";

/** Every way in which a file refers to something: what it names, and what people call it. New ones are added at the end. */
export const REFERENCE_WAYS = {
  code_attribute: ["member", "Python: attribute"],
  code_call: ["method", "Python: call"],
  code_super: ["method", "Python: super()"],
  code_field: ["field", "Python: name of a field"],
  code_model: ["model", "Python: env[…]"],
  code_record: ["record", "Python: env.ref()"],
  code_group: ["record", "Python: has_group()"],
  inherit: ["model", "_inherit"],
  class_field: ["field", "_order or _rec_name"],
  decorator: ["field", "decorator"],
  comodel: ["model", "comodel"],
  inverse_name: ["field", "inverse field"],
  related: ["field", "related"],
  field_domain: ["field", "domain of a field"],
  field_method: ["method", "compute, inverse or search"],
  field_groups: ["record", "groups of a field"],
  view_model: ["model", "view"],
  view_inherit: ["record", "inherit_id"],
  view_field: ["field", "view: field"],
  view_button: ["method", "view: button"],
  view_locator: ["field", "view: place of a change"],
  view_method: ["method", "view: place of a change"],
  view_expression: ["field", "view: expression"],
  view_groups: ["record", "groups of a view"],
  view_record: ["record", "view: %(id)d"],
  template_call: ["record", "t-call"],
  template_field: ["field", "template: expression"],
  data_model: ["model", "data: model of records"],
  data_target: ["model", "data: model of a value"],
  data_field: ["field", "data: field of records"],
  data_record: ["record", "data: ref"],
  data_domain: ["field", "data: domain"],
  data_code: ["method", "data: code"],
  report_name: ["record", "report_name"],
  currency_field: ["field", "currency field"],
} as const satisfies Readonly<Record<string, readonly [ReferredKind, string]>>;

export type ReferenceWay = keyof typeof REFERENCE_WAYS;

export interface ModuleReference {
  readonly way: ReferenceWay;
  /** Name of a field, method or model (`model_…` where its record is named), full id of a record. */
  readonly name: string;
  /** Model of a field or method; `@` and the full id of a view for the model of that view; empty if unknown. */
  readonly model: string;
  /** Fields, with points between, that lead from records of the model to those that have it. */
  readonly via: string;
  /** Relative to the module's folder. */
  readonly file: string;
  readonly line: number;
}
