// A view of a system: what all views that inherit it make of it.
import {
  count,
  flag,
  integer,
  listOf,
  named,
  object,
  oneOf,
  optional,
  orNull,
  text,
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
    "The element that made or changed it; `write`: a call in a data file.",
  ),
  ...CODE_PLACE,
});

const AppliedView = named(
  "RegistryAppliedView",
  object({
    ...COLUMNS,
    ...CODE_PLACE,
    arch: orNull(
      object(CODE_PLACE, "Where the arch that it has begins: a later module may have given it."),
    ),
    specs: count("Specs that it applies; 0 of the root."),
    elements: count("Elements of the combined arch that it put there."),
    dynamic: listOf(text(), "Columns whose value only running code knows."),
  }),
);

const ArchElement = named(
  "RegistryArchElement",
  object({
    tag: text(),
    view,
    line: count("In the file of that view's arch."),
    attributes: optional(
      listOf(
        object({ name: text(), view, line: count() }),
        "Attributes that something else put there than the element.",
      ),
    ),
    texts: optional(
      listOf(
        object({ view, line: count() }),
        "Of its own texts, those that another view put there.",
      ),
    ),
  }),
);
export type ArchElement = ValueOf<typeof ArchElement>;

const ViewDiagnostic = named(
  "RegistryViewDiagnostic",
  object({
    code: text(),
    reason: text(),
    detail: text(),
    view: text("Full id of the view that could not be applied, in whole or in part."),
    ...CODE_PLACE,
    spec: text("The spec as it begins; empty where it is the whole view."),
  }),
);

export const RegistryView = named(
  "RegistryView",
  object({
    ...COLUMNS,
    model: orNull(text()),
    type: orNull(text()),
    active: flag(),
    key: orNull(text()),
    groups: listOf(text(), "Full ids."),
    dynamic: flag(
      "Only running code knows some column of it or of a view that is applied, as `views` tells, or what an `<attribute>` with an `operation` makes, as `diagnostics` tells.",
    ),
    ...CODE_PLACE,
    changes: listOf(ViewChange, "What made it, then what changed it, in load order."),
    applied: listOf(text(), "Full ids of the views that are applied to the root, in this order."),
    views: listOf(
      AppliedView,
      "The root, the view at the top of those that it inherits, then those that are applied.",
    ),
    arch: orNull(
      text(
        "XML, indented; `null` where the root's arch cannot be read, or where what it inherits is not there.",
      ),
    ),
    elements: listOf(
      ArchElement,
      "The elements of `arch` in document order, with who put them there.",
    ),
    diagnostics: listOf(ViewDiagnostic),
  }),
);
export type RegistryView = ValueOf<typeof RegistryView>;
