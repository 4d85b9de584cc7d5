// References to something: each with its place, and the number of each module.
import { REFERENCE_WAYS, type ReferenceWay } from "../../../../data/module/module-reference.js";
import {
  count,
  flag,
  listKeys,
  listOf,
  namedObject,
  object,
  oneOf,
  orNull,
  text,
  texts,
  type ValueOf,
} from "../../../../data/shape.js";

const OF_MODULE = { technical_name: text(), organization: text(), repository: text() };

const ReferenceTarget = namedObject("ReferenceTarget", {
  exists: orNull(
    flag("Whether some module of the version has it; `null` if only running code knows."),
  ),
  kind: orNull(
    oneOf(
      ["model", "field", "method", "record"],
      "`record` for every external id, a view's too; `null` for what does not exist: then references of each kind are given.",
    ),
  ),
  model: orNull(text("The model of a field or method.")),
  name: text("The name of the model, field or method, or the external id."),
  near: texts("Similar names, where there is none of this."),
});
export type ReferenceTarget = ValueOf<typeof ReferenceTarget>;

const FoundReference = namedObject("FoundReference", {
  ...OF_MODULE,
  file: text("Relative to the module's folder."),
  line: count(
    "Line of the reference; of data files that of the record, and of its model and fields the first in the file.",
  ),
  way: oneOf(listKeys(REFERENCE_WAYS), "How it is referred to."),
  certain: flag(
    "`false` where the name is the same and the model is not known: it may be a reference to something else.",
  ),
  model: orNull(
    text(
      "The model whose field or method is meant: the one that was asked for, or one that inherits from it; `null` where it is not known.",
    ),
  ),
  line_url: orNull(text("URI template of the line at its forge, with `{+file}` and `{line}`.")),
});
export type FoundReference = ValueOf<typeof FoundReference>;

const ReferringModule = namedObject("ReferringModule", {
  ...OF_MODULE,
  references: count("References that are certain."),
  possible: count("Others of the same name."),
});
export type ReferringModule = ValueOf<typeof ReferringModule>;

/** Limit of `modules`. */
export const MOST_REFERRING = 500;

export const References = namedObject("References", {
  to: text("As in the request."),
  platform_version: text(),
  target: ReferenceTarget,
  recorded: flag("`false` for an older snapshot, which has no references. Build it again."),
  counts: object({
    modules: count("Modules with a reference or a possible one."),
    certain_modules: count("Modules with a reference that is certain."),
    references: count("References that are certain."),
    possible: count("Others of the same name."),
  }),
  modules: listOf(
    ReferringModule,
    `Modules with references, those with most first; the first ${MOST_REFERRING}.`,
  ),
  references: listOf(
    FoundReference,
    "The references of this page: those that are certain, then the others, each by module, file and line.",
  ),
});
export type ReferenceCounts = References["counts"];
export type References = ValueOf<typeof References>;

/** `view: field` */
export const toWayTitle = (way: ReferenceWay): string => REFERENCE_WAYS[way][1];
