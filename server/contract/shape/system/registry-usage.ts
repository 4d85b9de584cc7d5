// Uses of a model in a system: records that its data files load.
import {
  listUses,
  USE_PARTS,
  type Use,
  type UsePart,
} from "../../../../data/module/module-parts.js";
import {
  count,
  listOf,
  namedObject,
  object,
  orNull,
  type Shape,
  text,
  type ValueOf,
} from "../../../../data/shape.js";

const place = {
  xml_id: text("In full."),
  module: text("The module whose data file has it; the id may belong to another one."),
  file: text("Relative to the module's folder."),
  line: count("Line of the file."),
};

const Place = object(place);

const optionalText = (description?: string) => orNull(text(description));

const { crons, ...uses } = Object.fromEntries(
  USE_PARTS.map((part) => {
    const row = object({ ...place, ...Object.fromEntries(listUses(part)) });
    return [part, listOf(row, "Ids are in full.")];
  }),
) as unknown as { readonly [P in UsePart]: Shape<(ValueOf<typeof Place> & Use<P>)[]> };

export const ModelUsage = namedObject("ModelUsage", {
  views: listOf(
    object({
      ...place,
      name: optionalText(),
      type: optionalText(),
      inherit_id: optionalText("Full id of the view that it inherits from."),
    }),
  ),
  ...uses,
  menus: listOf(
    object({ ...place, name: optionalText(), action: text("Full id of one of the actions.") }),
  ),
  crons,
});
