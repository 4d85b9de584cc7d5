// Faults of applying a spec, or a view.

export const VIEW_FAULTS = {
  no_arch: "It has no arch that can be read.",
  no_parent: "The view that it inherits is not in the system.",
  circular: "It inherits itself by way of others.",
  not_found: "Nothing in the combined arch is what the spec looks for.",
  invalid_expression: "The expression is no XPath 1.0, or uses what the platform does not know.",
  expression_too_long: "The expression takes more steps than are given to one.",
  not_an_element: "The expression finds something else than elements.",
  invalid_position: "There is no such position.",
  invalid_mode: "There is no such mode of `replace`.",
  invalid_attribute: "The `<attribute>` says nothing that can be done.",
  operation:
    "A module gives the `<attribute>` an operation of its own; what it makes of the value is not known here.",
  invalid_move: "What is to be moved cannot be moved there.",
  root: "The root of an arch has no place beside it and cannot be nothing.",
  too_large: "The combined arch would be larger than is allowed.",
} as const;

export type ViewFaultCode = keyof typeof VIEW_FAULTS;

/** Ends one spec; it is caught where specs are applied and becomes a diagnostic. */
export class ViewFault extends Error {
  constructor(
    readonly code: ViewFaultCode,
    readonly detail = "",
  ) {
    super(code);
  }
}
