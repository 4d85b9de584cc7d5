// Layout of a module's differences between two versions: both versions, then each change by its
// part.
import { listKeys } from "../../../data/shape.js";
import { FACT_TITLES } from "../browser/fact-titles.js";
import {
  layCaveat,
  toState,
  layFacts,
  layTable,
  toPlainStates,
  type Block,
  type Cell,
  type State,
} from "../layout.js";
import { layUnknown } from "./completeness-layout.js";
import { STEP_WORDS } from "./lineage.js";
import {
  DIFF_KINDS,
  type DiffSide,
  type FactChange,
  type ModuleDiff,
  type NameDiff,
  type SetDiff,
} from "./diff.js";

const CHANGES = {
  added: toState("added", "added", "good"),
  removed: toState("removed", "removed", "bad"),
  ...toPlainStates({ renamed: "renamed", changed: "changed" }),
} as const satisfies Readonly<Record<string, State>>;

const PARTS = toPlainStates({
  manifest: "Manifest",
  ...DIFF_KINDS.dependencies,
  models: "Models",
  ...DIFF_KINDS.of_models,
  views: "Views",
  ...DIFF_KINDS.javascript,
  templates: "Browser templates",
});
type Part = keyof typeof PARTS;

interface Row {
  readonly part: Part;
  readonly change: keyof typeof CHANGES;
  /** The model, of what lies in one. */
  readonly model?: string;
  readonly name?: string;
  readonly now?: string;
  readonly by?: string;
  readonly fact?: FactChange;
}

export function layDiff(diff: ModuleDiff): readonly Block[] {
  const { technical_name: name, from, to, compared_with: others } = diff;
  const rows = listRows(diff);
  return [
    ...others.flatMap(({ technical_name: other, platform_version: version, kind }) => {
      const [older, newer] = version === to.platform_version ? [name, other] : [other, name];
      return layCaveat(
        true,
        `There is no ${name} at ${version}: ${older} was ${STEP_WORDS[kind]} ${newer}.`,
      );
    }),
    layFacts([
      { key: "from", value: describeSide(from) },
      { key: "to", value: describeSide(to) },
    ]),
    ...layUnknown(diff),
    ...layCaveat(
      rows.length === 0,
      "No changes in the manifest, dependencies, models, fields, methods, views, scripts or templates.",
    ),
    layTable({
      name: "changes",
      groups: { key: "part", states: Object.values(PARTS), stateOf: ({ part }) => PARTS[part] },
      rows,
      columns: [
        { key: "part", value: ({ part }) => PARTS[part] },
        "model",
        { key: "change", value: ({ change }) => CHANGES[change] },
        { key: "name", isCode: true },
        { key: "now", isCode: true },
        "by",
        { key: "fact", value: ({ fact }) => fact && (TITLES.get(fact.key) ?? fact.key) },
        { key: "before", value: ({ fact }) => fact && toValue(fact.from) },
        { key: "after", value: ({ fact }) => fact && toValue(fact.to) },
      ],
    }),
  ];
}

/** Titles of facts on a module's page; others have their own names. */
const TITLES: ReadonlyMap<string, string> = new Map(Object.entries(FACT_TITLES));

function describeSide(side: DiffSide): string {
  const { technical_name: name, platform_version: at, version, organization, repository } = side;
  const installable = side.installable ? "" : ", not installable";
  return `${name} ${at} (${version}, ${organization}/${repository}${installable})`;
}

function toValue(value: FactChange["from"]): Cell {
  return value === null || (Array.isArray(value) && value.length === 0) ? "nothing" : value;
}

function listRows({ manifest, dependencies, models, views, javascript, templates }: ModuleDiff) {
  return [
    ...manifest.map((fact): Row => ({ part: "manifest", change: "changed", fact })),
    ...listKeys(dependencies).flatMap((kind) => listNames(kind, dependencies[kind])),
    ...listSet("models", { ...models, changed: [] }),
    ...models.changed.flatMap(({ model_name: model, changes, ...own }) => [
      ...listSet("models", { ...NOTHING, changed: [{ name: model, changes }] }),
      ...listKeys(own).flatMap((kind) => listSet(kind, own[kind], model)),
    ]),
    ...listSet("views", views),
    ...listKeys(javascript).flatMap((kind) => listSet(kind, javascript[kind])),
    ...listSet("templates", templates),
  ];
}

const NOTHING = { added: [], removed: [], renamed: [] };

function listNames(part: Part, { added, removed }: NameDiff): readonly Row[] {
  return [
    ...added.map((name) => ({ part, change: "added" as const, name })),
    ...removed.map((name) => ({ part, change: "removed" as const, name })),
  ];
}

/** A line for each different fact. */
function listSet(part: Part, diff: SetDiff, model?: string): readonly Row[] {
  const rows: readonly Row[] = [
    ...listNames(part, diff),
    ...diff.renamed.map(({ from: name, to: now, reason: by }): Row => ({
      part,
      change: "renamed",
      name,
      now,
      by,
    })),
    ...diff.changed.flatMap(({ name, changes }) =>
      changes.map((fact): Row => ({ part, change: "changed", name, fact })),
    ),
  ];
  return model === undefined ? rows : rows.map((row) => ({ ...row, model }));
}
