// Layout of references: numbers, how many each module has, then the references one by one.
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
import {
  toWayTitle,
  type FoundReference,
  type ReferenceTarget,
  type References,
} from "./references.js";

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
        title: target.kind ?? "Name",
        value: to,
        isCode: true,
        href: () => toDefinition(target, version),
      },
      { key: "certain", title: "References", value: counts.references },
      { key: "module_count", title: "Modules", value: counts.certain_modules },
      {
        key: "possible",
        title: "Others of the same name, perhaps of another model",
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
    ...layCaveat(target.exists === false, `No module of Odoo ${version} has this name.`),
    ...layCaveat(!recorded, "This snapshot does not record references. Build it again."),
    layTable({
      name: "modules",
      rows: modules,
      columns: [
        { key: "technical_name", href: linkModule },
        "references",
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
