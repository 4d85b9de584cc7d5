// Dependencies and dependents of a module as blocks: names with links, obstacles, and a table of all in install order.
import { toPath } from "../../../contract/browser/ask.js";
import type { Dependencies } from "../../../contract/shape/dependencies.js";
import { layCaveat, layFacts, layTable, type Block } from "../../../contract/layout.js";
import { INSTALLABLE } from "../../../contract/shape/where-columns.js";
import { linkRepository, REPOSITORY } from "../../../contract/shape/repository-column.js";
import type { ModuleViewModel } from "./view-model.js";

export function layNeeds({
  needs,
  version,
  detail,
  installation,
}: ModuleViewModel): readonly Block[] {
  const { technical_name: root, modules, unresolved, not_installable: blocking } = needs;
  const declared = detail.declared_dependencies.platform;
  const known = new Set(modules.map(({ technical_name }) => technical_name));
  const linkModule = (_: unknown, name: string): string | null =>
    known.has(name) ? toPath("module", name, version) : null;
  const listOf = (wanted: Dependencies["unresolved"][number]["kind"]): readonly string[] =>
    unresolved.filter(({ kind }) => kind === wanted).map((one) => one.technical_name);
  const describe = ({ technical_name: name, required_by: users }: (typeof blocking)[number]) =>
    users.includes(root) ? name : `${name} (needed by ${users.join(", ")})`;
  const unknown = unresolved.filter(({ kind }) => kind === "unknown");
  const others = needs.repositories
    .map(({ organization, repository }) => `${organization}/${repository}`)
    .filter((one) => one !== `${detail.organization}/${detail.repository}`);
  const rows = modules.filter(({ technical_name: name }) => name !== root);
  return [
    layFacts([
      { key: "direct", title: "Direct", value: declared, isCode: true, href: linkModule },
      {
        key: "all",
        title: "Direct and indirect",
        // The plan knows those of Odoo's own modules from a table.
        value: installation?.plan.counts.dependency ?? rows.length + unresolved.length,
      },
      { key: "core", title: "Odoo core (not indexed)", value: listOf("core"), isCode: true },
      { key: "enterprise", title: "Odoo Enterprise", value: listOf("enterprise"), isCode: true },
      { key: "others", title: "Other repositories", value: others, href: linkRepository },
    ]),
    ...layCaveat(
      unknown.length > 0,
      `No indexed repository has these modules at ${version}, and they are not of Odoo:`,
      unknown.map(describe),
    ),
    ...layCaveat(
      blocking.length > 0,
      `These dependencies exist at ${version}, but cannot be installed:`,
      blocking.map(describe),
    ),
    ...needs.cycles.flatMap((cycle) => layCaveat(true, "Circular dependency:", cycle)),
    layTable({
      name: "needs",
      title: "Those of this index, in install order",
      isFolded: true,
      rows,
      columns: [
        { key: "technical_name", href: linkModule },
        { key: "depends", isCode: true },
        REPOSITORY,
      ],
    }),
  ];
}

/** Modules that need it, direct ones first. */
export const layDependents = ({ dependents, version }: ModuleViewModel): Block =>
  layTable({
    name: "dependents",
    title: `Dependents at ${version}`,
    hint: `${dependents.counts.direct} directly at ${version}, ${dependents.counts.indirect} through others.`,
    rows: dependents.modules,
    total: dependents.counts.all,
    columns: [
      { key: "technical_name", href: (_, name) => toPath("module", name, version) },
      { key: "through", isCode: true, value: ({ depth, through }) => (depth > 1 ? through : null) },
      INSTALLABLE,
    ],
  });
