// The hits of the searches.
import {
  count,
  flag,
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

/**
 * Why a hit is one. In a search for a name, where the text stands in it: all of it (`exact`), its beginning
 * (`prefix`), the beginning of a later word (`word`), elsewhere (`substring`), each word of it somewhere
 * (`words`), or nowhere (`typo`). In a search for words: they are all of the technical or display name
 * (`exact`), or every one is a word of the module (`word`), or some only begin one (`prefix`).
 */
const MATCHES = ["exact", "prefix", "word", "substring", "words", "typo"] as const;
export type Match = (typeof MATCHES)[number];

/** Additive members of a hit, there with `explain=1`. */
const explanation = {
  match: optional(
    schemaOf<Match | null>({
      type: ["string", "null"],
      enum: [...MATCHES, null],
      description:
        "How it matched; `null` where nothing was searched for. With `explain=1` only, as `fields`.",
    }),
  ),
  fields: optional(listOf(text(), "The fields of the module in which something of it was found.")),
};
const Explained = object(explanation);
export type Explanation = Required<ValueOf<typeof Explained>>;

/** Additive members likewise: what the rules of the order by relevance look at, beside `match`, in their order. */
const ranking = {
  extra_words: optional(
    orNull(
      count(
        "Words beyond those of the term in that of its technical and display name which has the fewest, at most 254; `null` where neither has all of these as whole words.",
      ),
    ),
  ),
  adjacent: optional(
    orNull(
      flag(
        "The words of the term, or words that begin so, stand side by side and in order in that name; of a term of one word always true.",
      ),
    ),
  ),
  field: optional(
    orNull(
      text(
        "The best field of the word of the term that has the worst one; `null`, as `adjacent`, where nothing was searched for.",
      ),
    ),
  ),
  dependents: optional(count("How many modules depend on it, at any platform version.")),
  development_status: optional(
    orNull(text("As its manifest has it; `null`, where it says nothing, counts as Beta.")),
  ),
};
const Ranked = object(ranking);
export type Ranking = Required<ValueOf<typeof Ranked>>;

const NameHit = named(
  "NameHit",
  object({
    technical_name: text(),
    versions: mapOf(listOf(text()), "Platform versions by the `<org>/<repo>` that has them."),
    not_installable: mapOf(
      listOf(text()),
      "Those of them at which its manifest says that it cannot be installed; mostly none.",
    ),
    ...explanation,
  }),
);
export type NameHit = ValueOf<typeof NameHit>;
export const NameHits = listOf(NameHit);

const ModuleHit = named(
  "ModuleHit",
  object({
    technical_name: text(),
    name: text("Display name."),
    category: orNull(text()),
    installable: flag(),
    application: flag(),
    organization: text(),
    repository: text(),
    ...explanation,
    ...ranking,
  }),
);
export type ModuleHit = ValueOf<typeof ModuleHit>;
export const ModuleHits = listOf(ModuleHit);

const FACETS = [
  "platform_version",
  "repository",
  "category",
  "development_status",
  "license",
  "installable",
] as const;
export type FacetName = (typeof FACETS)[number];

const FacetValue = named(
  "FacetValue",
  object({
    value: text(
      "What to give as the parameter; as most hits have it, where they differ in case or blanks.",
    ),
    organization: optional(text("Of a repository: what to give as `organization` beside it.")),
    count: count("Hits of `/v1/search` with this value in place of the one that was given."),
  }),
);
export type FacetValue = ValueOf<typeof FacetValue>;

const Facet = named(
  "Facet",
  object({
    parameter: oneOf(FACETS),
    values: listOf(
      FacetValue,
      "Those of most hits first; platform versions in numeric order, and all of them.",
    ),
  }),
);
export type Facet = ValueOf<typeof Facet>;
export const Facets = listOf(Facet);

const UnknownValue = named(
  "UnknownValue",
  object({
    parameter: text(),
    value: text("As it was asked for."),
    known: listOf(
      text(),
      "Of `platform_version` all there are; of others up to five: near ones, or where none is near those of most modules.",
    ),
  }),
);
export type UnknownValue = ValueOf<typeof UnknownValue>;
export const UnknownValues = listOf(UnknownValue);

const SemanticHit = named(
  "SemanticHit",
  object({
    technical_name: text(),
    name: text("Display name."),
    category: text(),
    platform_version: text(),
    org_name: text("Organization."),
    repository: text(),
    installable: flag(),
    score: schemaOf<number>({
      type: "number",
      minimum: 0,
      maximum: 1,
      description: "How near it is; comparable between questions to one snapshot.",
    }),
    platform_versions: optional(
      listOf(
        text(),
        "All that have the module, of those that were asked for, in numeric order; with `per_module=1` only.",
      ),
    ),
  }),
);
export type SemanticHit = ValueOf<typeof SemanticHit>;
export const SemanticHits = listOf(SemanticHit);
