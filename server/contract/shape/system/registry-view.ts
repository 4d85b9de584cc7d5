// A view of a system: what all views that inherit it make of it.
import {
  count,
  flag,
  integer,
  listOf,
  object,
  oneOf,
  optional,
  orNull,
  namedObject,
  text,
  texts,
  type ValueOf,
} from "../../../../data/shape.js";

const CODE_PLACE = {
  module: text("Technical name of the module whose data file it is."),
  file: text("Relative to the module's folder."),
  line: count(),
};

const view = count("Index in `views`.");

const COLUMNS = {
  xml_id: text("In full: `module.name`."),
  name: text(),
  mode: text("`primary` or `extension`."),
  priority: integer(),
  inherit_id: orNull(text("Full id of the view that it inherits.")),
};

const ViewChange = object({
  operation: oneOf(
    ["record", "template", "write", "delete"],
    "The XML element that creates or changes it; `write`: a call in a data file.",
  ),
  ...CODE_PLACE,
});

const AppliedView = namedObject("RegistryAppliedView", {
  ...COLUMNS,
  ...CODE_PLACE,
  arch: orNull(object(CODE_PLACE, "Where its arch begins: a later module may have replaced it.")),
  specs: count("Number of specs that it applies; 0 for the root."),
  elements: count("Number of elements of the combined arch that it added."),
  groups: texts(
    "Until 15.0 Odoo applies it only for users of one of these groups; here it is always applied.",
  ),
  dynamic: texts("Fields of the view whose value only running code knows."),
});

const ArchElement = namedObject("RegistryArchElement", {
  tag: text(),
  view,
  line: count("In the file of that view's arch."),
  attributes: optional(
    listOf(
      object({ name: text(), view, line: count() }),
      "Attributes that were not set by the element itself but by another view or node.",
    ),
  ),
  texts: optional(
    listOf(object({ view, line: count() }), "Texts of the element that were set by another view."),
  ),
});
export type ArchElement = ValueOf<typeof ArchElement>;

const ViewDiagnostic = namedObject("RegistryViewDiagnostic", {
  code: text(),
  reason: text(),
  detail: text(),
  view: text("Full id of the view that could not be applied, wholly or partly."),
  ...CODE_PLACE,
  spec: text(
    "The expression of an `xpath`, else its tag with its attributes; empty if the whole view is meant.",
  ),
});

export const RegistryView = namedObject("RegistryView", {
  ...COLUMNS,
  model: orNull(text()),
  type: orNull(text()),
  active: flag(),
  key: orNull(text()),
  groups: texts("Full ids."),
  dynamic: flag(
    "True if only running code knows a value of this view or of an applied one (see `views`). Also for the result of an `<attribute>` with an `operation` (see `diagnostics`).",
  ),
  ...CODE_PLACE,
  changes: listOf(
    ViewChange,
    "The record that creates it, then those that change it, in load order.",
  ),
  applied: texts("Full ids of the views that are applied to the root, in this order."),
  views: listOf(
    AppliedView,
    "The root view, from which the others inherit, then those that are applied.",
  ),
  arch: orNull(
    text(
      "Indented XML; `null` if the arch of the root cannot be read, or the view that it inherits from is missing.",
    ),
  ),
  elements: listOf(
    ArchElement,
    "The elements of `arch` in document order, with the view that put each there.",
  ),
  diagnostics: listOf(ViewDiagnostic),
});
export type RegistryView = ValueOf<typeof RegistryView>;
