// Hits for a text typed into the box.
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
import { layCaveat, layFacts, layTable, type Block } from "../layout.js";
import { PLATFORM_EDITIONS } from "../../../data/platform/module-lists.js";
import { LABELLED_KINDS } from "../../../data/module/labels.js";

const counts = {
  dependents: optional(count("For a module: number of modules that declare it as a dependency.")),
  modules: optional(
    count(
      "Number of distinct technical names in the repository, or with the model, field, method, view, label, author or category.",
    ),
  ),
  models: optional(count("For a field or method in any model: number of models that have one.")),
};

/** In the order in which equal scores stand. */
export const FIND_KINDS = [
  "module",
  "repository",
  "model",
  "method",
  "field",
  "view",
  ...LABELLED_KINDS,
  "record",
  "category",
  "author",
] as const;

const FindHit = namedObject("FindHit", {
  kind: oneOf(FIND_KINDS),
  name: text(
    "Technical name; `<organization>/<repository>`; full id of a view or another record; in JavaScript and of a template of the browser what is meant by `/v1/javascript/{name}`; else the name itself.",
  ),
  model: orNull(text("For a field or method of one model; `null`: in any model.")),
  label: text(
    "Display name of a module, clone address of a repository, or label of a menu, action, report, mail template or group. Of another record its model; else empty.",
  ),
  module: optional(
    text(
      "For JavaScript, templates and bundles of the browser, and records: a module that has it.",
    ),
  ),
  match: oneOf(
    ["typed", "exact", "prefix", "word", "substring", "words", "typo", "meaning"],
    "Kind of match: identified by the text (`typed`), exact name, its beginning, its words, part of it, similar spelling, or meaning.",
  ),
  score: optional(
    schemaOf<number>({
      type: "number",
      minimum: 0,
      maximum: 1,
      description:
        "How well it answers the words; falls down the list. Not there for what the text spells out.",
    }),
  ),
  platform_versions: texts("Platform versions at which it exists, in numeric order."),
  versions: optional(
    mapOf(texts(), "For a module: platform versions by the `<org>/<repo>` that has them."),
  ),
  not_installable: optional(
    mapOf(
      texts(),
      "For a module: those of them at which its manifest says that it cannot be installed.",
    ),
  ),
  copy_of: optional(
    mapOf(
      text(),
      "For a module: each `<org>/<repo>` that has a copy of it → that of the original, at the newest version at which it has one.",
    ),
  ),
  frames: optional(
    listOf(
      object({ file: text("Relative to the module's folder."), line: count() }),
      "For a module of a pasted traceback: its calls, the last one first.",
    ),
  ),
  counts: object(counts),
  path: text("Path of the answer in JSON; it answers 200."),
  page: text("Path of the HTML page; likewise."),
});
export type FindHit = ValueOf<typeof FindHit>;
export type FindMatch = FindHit["match"];

export const FoundHits = namedObject("FoundHits", {
  q: text("The text that was typed, trimmed."),
  platform_version: orNull(text("The requested platform version, or a known one that was typed.")),
  read_as: oneOf(
    ["filters", "place", "distribution", "name", "words"],
    "How the text was understood.",
  ),
  hits: listOf(FindHit, "Best first; an empty list if nothing was found."),
  platform_module: optional(
    object(
      {
        technical_name: text(),
        edition: oneOf(PLATFORM_EDITIONS),
        platform_version: text("The newest of the index that has it, else the newest."),
      },
      "For a typed name: the module of Odoo Community (`core`) or Enterprise that is called so, and is not indexed.",
    ),
  ),
  absent_version: optional(text("A typed platform version that the index does not have.")),
  framework_names: optional(texts("Names of Odoo's framework, which no module has: `odoo.api`.")),
  notes: optional(texts("Sentences about names and versions that the index does not have.")),
  error: optional(
    object(
      {
        unknown_names: texts("Names that it is about and that nothing in the index has."),
        has_calls: flag("Whether the text has calls of Python or the browser."),
      },
      "For a pasted error of code, or a message of one.",
    ),
  ),
});
export type FoundHits = ValueOf<typeof FoundHits>;

export type FindKind = FindHit["kind"];

const listVersions = (versions: Readonly<Record<string, readonly string[]>> = {}) =>
  Object.entries(versions).map(([provider, all]) => `${provider}: ${all.join(" ")}`);

export const layFound = ({ read_as, notes = [], hits }: FoundHits): readonly Block[] => [
  layFacts([{ key: "read_as", value: read_as }]),
  ...notes.flatMap((note) => layCaveat(true, note)),
  ...layCaveat(hits.length === 0, "Nothing found."),
  layTable({
    name: "hits",
    rows: hits,
    columns: [
      "kind",
      {
        key: "name",
        isCode: true,
        value: ({ model, name }) => (model === null ? name : `${model}.${name}`),
        href: ({ page }) => page,
      },
      "label",
      "match",
      {
        key: "versions",
        value: ({ versions, platform_versions: all }) =>
          versions === undefined ? all : listVersions(versions),
      },
      {
        key: "used_by",
        title: "Used by modules",
        value: ({ counts: { modules, dependents } }) => modules ?? dependents,
      },
      { key: "models", title: "In models", value: (row) => row.counts.models },
      {
        key: "frames",
        title: "Calls",
        value: (row) => row.frames?.map((one) => `${one.file}:${one.line}`),
      },
      { key: "module", place: "detail" },
      {
        key: "not_installable",
        place: "detail",
        value: (row) => listVersions(row.not_installable),
      },
      {
        key: "copy_of",
        place: "detail",
        value: ({ copy_of: originals = {} }) =>
          Object.entries(originals).map(([copy, original]) => `${copy}: ${original}`),
      },
      { key: "score", place: "data" },
      { key: "page", place: "data" },
    ],
  }),
];
