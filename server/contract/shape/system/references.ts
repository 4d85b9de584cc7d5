// References to something: each with its place, and the number of each module. Read as numbers, how many each module has, then the
// references one by one.
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
import { toPath, toQuery } from "../../browser/ask.js";
import {
  layCaveat,
  layFacts,
  layTable,
  toState,
  type Block,
  type LayoutContext,
} from "../../layout.js";
import { REPOSITORY } from "../repository-column.js";
import { WHERE } from "../where-columns.js";

const OF_MODULE = { technical_name: text(), organization: text(), repository: text() };

const ReferenceTarget = namedObject("ReferenceTarget", {
  exists: orNull(
    flag(
      "Whether a module has it at the version; `null` where one outside the index may, or only running code knows.",
    ),
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
const toWayTitle = (way: ReferenceWay): string => REFERENCE_WAYS[way][1];

const CERTAIN = toState("certain", "certain");
const POSSIBLE = toState("possible", "possible", "unknown");

/** The page of what is referred to, where it has one. */
function toDefinition({ kind, model, name }: ReferenceTarget, version: string): string | null {
  const at = toQuery({ platform_version: version });
  if (kind === "model") return toPath("model", name) + at;
  if (kind !== "field" && kind !== "method") return null;
  return toPath(kind, model ?? "", name) + at;
}

export const layReferences = (
  { to, platform_version: version, target, recorded, counts, modules, references }: References,
  { total }: LayoutContext,
): readonly Block[] => {
  const linkModule = (
    { organization, repository }: Pick<FoundReference, "organization" | "repository">,
    name: string,
  ): string => toPath("module", name, version) + toQuery({ org: organization, repo: repository });
  return [
    layFacts([
      { key: "platform_version", title: "Odoo", value: version },
      {
        key: "target",
        title: "Name",
        value: to,
        isCode: true,
        href: () => toDefinition(target, version),
      },
      { key: "kind", value: target.kind },
      { key: "certain", title: "Certain references", value: counts.references },
      { key: "module_count", title: "Modules with these", value: counts.certain_modules },
      {
        key: "possible",
        title: "Possible references (the same name, perhaps of another model)",
        value: counts.possible || null,
      },
      {
        key: "near",
        title: "Similar names",
        value: target.near,
        isCode: true,
        href: (_, name) => toPath("references") + toQuery({ to: name, platform_version: version }),
      },
    ]),
    ...layCaveat(target.exists === false, `No module of this index has this name at ${version}.`),
    ...layCaveat(
      target.exists === null,
      `No module of this index has this name at ${version}; a module outside of it may.`,
    ),
    ...layCaveat(!recorded, "This snapshot does not record references. Build it again."),
    layTable({
      name: "modules",
      rows: modules,
      columns: [
        { key: "technical_name", href: linkModule },
        "references: Certain",
        { key: "possible", value: ({ possible }) => possible || null },
        REPOSITORY,
      ],
    }),
    layTable({
      name: "references",
      rows: references,
      total,
      isMain: true,
      columns: [
        { key: "technical_name", href: linkModule },
        WHERE,
        { key: "way", title: "How", value: ({ way }) => toWayTitle(way) },
        "model",
        { key: "state", title: "State", value: ({ certain }) => (certain ? CERTAIN : POSSIBLE) },
        { key: "repository", place: "data" },
      ],
    }),
  ];
};
