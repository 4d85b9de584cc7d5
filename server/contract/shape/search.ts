// The hits of the searches.
import {
  count,
  flag,
  listOf,
  mapOf,
  object,
  oneOf,
  optional,
  orNull,
  namedObject,
  schemaOf,
  text,
  texts,
  type ValueOf,
} from "../../../data/shape.js";
import { layTable, type Block } from "../layout.js";

/**
 * Reasons for a hit. In a search for a name, the place of the text: all of it (`exact`), its
 * beginning (`prefix`), the beginning of a later word (`word`), elsewhere (`substring`), each word
 * of it somewhere (`words`), or nowhere (`typo`). In a search for words: all of the technical or
 * display name (`exact`), every one a word of the module (`word`), or some only the beginning of
 * one (`prefix`).
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
        "How it matched; `null` without a search text. With `explain=1` only, like `fields`.",
    }),
  ),
  fields: optional(texts("The fields of the module that matched.")),
};
const Explained = object(explanation);
export type Explanation = Required<ValueOf<typeof Explained>>;

/** Additive members likewise: what the rules of the order by relevance look at, beside `match`, in their order. */
const ranking = {
  extra_words: optional(
    orNull(
      count(
        "Number of other words in the technical or display name, whichever has fewer, at most 254; `null` if neither has all words of the term as whole words.",
      ),
    ),
  ),
  adjacent: optional(
    orNull(
      flag(
        "True if the words of the term, or words that begin with them, are adjacent and in order in that name; always true for a single word.",
      ),
    ),
  ),
  field: optional(
    orNull(
      text(
        "The best field in which the weakest word of the term was found; `null`, like `adjacent`, without a search text.",
      ),
    ),
  ),
  dependents: optional(
    count("Number of modules that declare it as a dependency, at any platform version."),
  ),
  development_status: optional(
    orNull(text("As in its manifest; `null`, if it has none, counts as Beta.")),
  ),
};
const original = {
  copy_of: optional(
    orNull(
      text(
        "`<org>/<repo>` of the original that it is a copy of; `null` for an original, and for another module of its name.",
      ),
    ),
  ),
};
const Ranked = object(ranking);
export type Ranking = Required<ValueOf<typeof Ranked>>;

const NameHit = namedObject("NameHit", {
  technical_name: text(),
  versions: mapOf(
    texts(),
    "Platform versions by the `<org>/<repo>` that has them; of the newest version that several have first, the original before its copies.",
  ),
  not_installable: mapOf(
    texts(),
    "Those of them at which its manifest says that it cannot be installed; usually none.",
  ),
  copy_of: mapOf(
    text(),
    "Each `<org>/<repo>` that has a copy of it → that of the original, at the newest version at which it has one.",
  ),
  ...explanation,
});
export type NameHit = ValueOf<typeof NameHit>;
export const NameHits = listOf(NameHit);

const ModuleHit = namedObject("ModuleHit", {
  technical_name: text(),
  name: text("Display name."),
  category: orNull(text()),
  installable: flag(),
  application: flag(),
  organization: text(),
  repository: text(),
  ...explanation,
  ...ranking,
  ...original,
});
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

const FacetValue = namedObject("FacetValue", {
  value: text(
    "Value for the parameter; spelt as in most hits, where they differ in case or spaces.",
  ),
  organization: optional(text("For a repository: the value for `organization`.")),
  count: count("Number of hits of `/v1/search` with this value in place of the given one."),
});
export type FacetValue = ValueOf<typeof FacetValue>;

const Facet = namedObject("Facet", {
  parameter: oneOf(FACETS),
  values: listOf(
    FacetValue,
    "Those with most hits first; platform versions all, in numeric order.",
  ),
});
export type Facet = ValueOf<typeof Facet>;
export const Facets = listOf(Facet);

/** A row for each value. */
export const layFacets = (facets: readonly Facet[]): readonly Block[] => [
  layTable({
    name: "facets",
    rows: facets.flatMap(({ parameter, values }) => values.map((one) => ({ parameter, ...one }))),
    columns: ["parameter", "value", "count", { key: "organization", place: "data" }],
  }),
];

const UnknownValue = namedObject("UnknownValue", {
  parameter: text(),
  value: text("As requested."),
  known: texts(
    "For `platform_version` all versions; for others up to five: similar values, or else those of most modules.",
  ),
});
export type UnknownValue = ValueOf<typeof UnknownValue>;
export const UnknownValues = listOf(UnknownValue);

const SemanticHit = namedObject("SemanticHit", {
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
    description: "Similarity; comparable between questions to one snapshot.",
  }),
  platform_versions: optional(
    texts(
      "All requested platform versions that have the module, in numeric order; with `per_module=1` only.",
    ),
  ),
});
export type SemanticHit = ValueOf<typeof SemanticHit>;
export const SemanticHits = listOf(SemanticHit);
