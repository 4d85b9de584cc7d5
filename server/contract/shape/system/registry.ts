// Answers about the registry of a system: what models and views of it are, with what points at them and where
// their lines are shown.
import {
  anyOf,
  count,
  listOf,
  namedObject,
  object,
  optional,
  text,
  texts,
  type ValueOf,
} from "../../../../data/shape.js";
import { OF_SYSTEM } from "../completeness.js";
import { lineUrls } from "../module.js";
import { RegistryBundle, RegistryBundles } from "./registry-assets.js";
import { RegistryGroup, RegistryGroups, RegistryMenus, RegistryRecord } from "./registry-data.js";
import { RegistryModel, RegistryModelSummary, ModelUsage } from "./registry-model.js";
import { RegistryView } from "./registry-view.js";

export const RegistryModelSummaries = listOf(RegistryModelSummary);

const { classes, fields, methods, ...model } = RegistryModel.properties;

export const RegistryModelAnswer = namedObject("RegistryModelAnswer", {
  ...OF_SYSTEM,
  ...model,
  classes: optional(classes),
  fields: optional(fields),
  methods: optional(methods),
  used_by: optional(ModelUsage),
  line_urls: lineUrls,
});
export type RegistryModelAnswer = ValueOf<typeof RegistryModelAnswer>;

export const RegistryViewAnswer = namedObject("RegistryViewAnswer", {
  ...OF_SYSTEM,
  ...RegistryView.properties,
  changed_on_request: listOf(
    object({
      method: text(),
      model: text("The view's, or a mixin of it."),
      module: text(),
      file: text("Relative to the module's folder."),
      line: count(),
    }),
    "Methods (`_get_view`, `get_view`, …) that may change the view each time it is asked for, which `arch` does not show.",
  ),
  modules: texts(
    "Modules whose data files create or change it, or an applied view, in load order. Modules after `at` are included.",
  ),
  shown: optional(
    texts(
      "With `member`: the elements of this name, each with the view, file and line that put it there.",
    ),
  ),
  line_urls: lineUrls,
});
export type RegistryViewAnswer = ValueOf<typeof RegistryViewAnswer>;

export const RegistryList = anyOf(RegistryMenus, RegistryGroups, RegistryBundles);
export type RegistryList = ValueOf<typeof RegistryList>;

export const RegistryOne = anyOf(RegistryGroup, RegistryRecord, RegistryBundle);
export type RegistryOne = ValueOf<typeof RegistryOne>;
