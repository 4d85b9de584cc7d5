// What was found by what was typed into one box.
import {
  count,
  listOf,
  mapOf,
  named,
  object,
  oneOf,
  optional,
  orNull,
  schemaOf,
  text,
  type ValueOf,
} from "../../../data/shape.js";

const counts = {
  dependents: optional(count("Of a module: others that declare it as a dependency.")),
  modules: optional(
    count(
      "Distinct technical names: that the repository has; that have the model, field, method, view, author or category.",
    ),
  ),
  models: optional(count("Of a field or method of whatever model: models that have one.")),
};

const FindHit = named(
  "FindHit",
  object({
    kind: oneOf(["module", "repository", "model", "field", "method", "view", "author", "category"]),
    name: text(
      "Technical name; `<organization>/<repository>`; full id of a view; else the name itself.",
    ),
    model: orNull(
      text("Of a field or method of one model. Without it all that have one are meant."),
    ),
    label: text("Display name of a module, clone address of a repository; else empty."),
    match: oneOf(
      ["typed", "exact", "prefix", "word", "substring", "words", "typo", "meaning"],
      "Why it is given: the text spells it out (`typed`), is its name, begins it, has its words, stands inside it, is spelt nearly so, or means it.",
    ),
    score: optional(
      schemaOf<number>({
        type: "number",
        minimum: 0,
        maximum: 1,
        description:
          "Of a module, where modules were compared by meaning: its score of `/v1/semantic-search` for these words.",
      }),
    ),
    platform_versions: listOf(text(), "At which it is, in numeric order."),
    versions: optional(
      mapOf(listOf(text()), "Of a module: platform versions by the `<org>/<repo>` that has them."),
    ),
    not_installable: optional(
      mapOf(
        listOf(text()),
        "Of a module: those of them at which its manifest says that it cannot be installed.",
      ),
    ),
    counts: object(counts),
    path: text("What to ask of the service; it answers 200."),
    page: text("The page for people; likewise."),
  }),
);
export type FindHit = ValueOf<typeof FindHit>;
export type FindMatch = FindHit["match"];

export const FoundHits = named(
  "FoundHits",
  object({
    q: text("What was typed, without blanks around it."),
    platform_version: orNull(text("That was asked for, or typed and known.")),
    read_as: oneOf(
      ["filters", "place", "distribution", "name", "words"],
      "What the text was taken for by its form.",
    ),
    hits: listOf(FindHit, "Best first; none is an empty list."),
    near_words: optional(
      listOf(
        text(),
        "Where words were typed: words of names of modules that are near to them in meaning, the nearest first, for asking again.",
      ),
    ),
  }),
);
export type FoundHits = ValueOf<typeof FoundHits>;
