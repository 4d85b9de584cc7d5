// What of a system points at a model: the records that its data files load.
import { PERMISSIONS } from "../../../../data/module-parts.js";
import { count, listOf, object, orNull, namedObject, text, texts } from "../../../../data/shape.js";

const place = {
  xml_id: text("In full."),
  module: text("The module whose data file has it; the id may belong to another one."),
  file: text("Relative to the module's folder."),
  line: count("Line of the file."),
};

const optionalText = (description?: string) => orNull(text(description));

const groups = texts("Full ids; empty for everyone.");

export const ModelUsage = namedObject("ModelUsage", {
  views: listOf(
    object({
      ...place,
      name: optionalText(),
      type: optionalText(),
      inherit_id: optionalText("Full id of the view that it inherits from."),
    }),
  ),
  access: listOf(
    object({ ...place, group: optionalText("`null` for everyone."), ...PERMISSIONS }),
    "Rows of `ir.model.access`.",
  ),
  rules: listOf(object({ ...place, domain: optionalText(), groups, ...PERMISSIONS })),
  actions: listOf(object({ ...place, name: optionalText(), type: text() })),
  menus: listOf(
    object({ ...place, name: optionalText(), action: text("Full id of one of the actions.") }),
  ),
  crons: listOf(object({ ...place, name: optionalText(), code: optionalText() })),
});
