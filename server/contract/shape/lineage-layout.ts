// Layout of a module's lineage: places of its name, and steps with evidence.
import { toPath } from "../browser/ask.js";
import { layCaveat, layTable, toPlainStates, type Block } from "../layout.js";
import { isNotable, STEP_WORDS, type Lineage, type LineageStep, type ModuleAt } from "./lineage.js";
import { linkRepository } from "./repository-column.js";

export const layLineage = ({ places, steps }: Lineage): readonly Block[] => [
  ...layCaveat(places.length === 0, "No indexed repository has a module of this name."),
  layTable({
    name: "places",
    title: "Where it is",
    rows: places,
    columns: [
      {
        key: "platform_version",
        title: "Odoo",
        href: ({ technical_name: name }, at) => toPath("module", name, at),
      },
      { key: "provider", value: toProvider, href: linkRepository },
      { key: "installable", value: ({ installable }) => (installable ? null : false) },
    ],
  }),
  laySteps(steps),
];

export const laySteps = (steps: readonly LineageStep[]): Block =>
  layTable({
    name: "steps",
    title: "Step by step",
    isMain: true,
    rows: steps,
    columns: [
      { key: "from_version", title: "From Odoo", value: ({ from }) => from.platform_version },
      {
        key: "from_module",
        title: "From module",
        isCode: true,
        value: ({ from }) => from.technical_name,
        href: ({ from }) => toModule(from),
      },
      {
        key: "from_repository",
        title: "From repository",
        value: ({ from }) => toProvider(from),
        href: linkProvider,
      },
      { key: "kind", title: "What happened", value: toStepState },
      {
        key: "to_module",
        title: "To module",
        isCode: true,
        value: ({ to }) => to.technical_name,
        href: ({ to }) => toModule(to),
      },
      {
        key: "to_repository",
        title: "To repository",
        value: ({ to }) => toProvider(to),
        href: linkProvider,
      },
      { key: "to_version", title: "To Odoo", value: ({ to }) => to.platform_version },
      {
        key: "evidence",
        title: "Evidence",
        value: listEvidence,
        href: ({ evidence: { move_commit: move } }, text) =>
          text.startsWith("commit ") ? (move?.url ?? null) : null,
      },
    ],
  });

const STEPS = toPlainStates<LineageStep["kind"] | "same_name">({
  same: "the same",
  same_name: "the name is elsewhere; no evidence in git that it is the same module",
  moved: "moved: the same module",
  ...STEP_WORDS,
  in_core: `${STEP_WORDS.in_core} from then on`,
  not_ported: "not ported, like most modules of its repository",
  gone: "gone, and no module is known to have its contents",
});

const toStepState = (step: LineageStep) =>
  STEPS[step.kind === "same" && isNotable(step) ? "same_name" : step.kind];

function toProvider({ technical_name: name, organization, repository }: ModuleAt): string | null {
  if (name === null) return null;
  return repository === null ? "not indexed" : `${organization ?? ""}/${repository}`;
}

const linkProvider = (row: unknown, provider: string): string | null =>
  provider.includes("/") ? linkRepository(row, provider) : null;

/** A name that nobody here has leads to what is known of it. */
function toModule({ technical_name: name, platform_version: at, repository }: ModuleAt): string {
  return repository === null ? toPath("lineage", name ?? "") : toPath("module", name ?? "", at);
}

function listEvidence({ evidence }: LineageStep): readonly string[] {
  const { move_commit: move, commits, files, openupgrade } = evidence;
  return [
    ...(move === null
      ? []
      : [
          `commit ${move.commit} in ${move.organization}/${move.repository} ${move.branch}, “${move.subject}”: ${move.same_paths} of ${move.deleted_files} files at the same path, ${move.same_files} unchanged`,
        ]),
    ...(commits === null || commits.shared === 0
      ? []
      : [`${commits.shared} of ${commits.of} commits`]),
    ...(files === null || files.shared === 0
      ? []
      : [`${files.shared} of ${files.of} files of its own`]),
    ...(openupgrade === null
      ? []
      : [`OpenUpgrade ${openupgrade.platform_version}: ${openupgrade.kind}`]),
  ];
}
