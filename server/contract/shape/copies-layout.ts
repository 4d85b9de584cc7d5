// Layout of copies: numbers, pairs of repositories, then the copies one by one.
import { toPath } from "../browser/ask.js";
import { layTable, type Block, type LayoutContext } from "../layout.js";
import { COPY_STATES, type Copies } from "./copies.js";
import { linkRepository } from "./repository-column.js";

const STATES = Object.values(COPY_STATES);

export const layCopies = (
  { counts, repositories, modules }: Copies,
  { total }: LayoutContext,
): readonly Block[] => [
  {
    kind: "facts",
    rows: [
      { key: "copies", title: "Copies", value: counts.modules },
      ...STATES.map(({ code, title }) => ({ key: code, title, value: counts[code] })),
      { key: "unknown", title: "Unknown", value: counts.unknown || null },
    ],
  },
  layTable({
    name: "repositories",
    title: "Who has whose modules",
    rows: repositories,
    total: counts.pairs,
    columns: [
      { key: "repository", title: "Repository", link: linkRepository },
      { key: "of", title: "Copies of", link: linkRepository },
      { key: "modules", title: "Modules" },
      ...STATES.map(({ code, title }) => ({ key: code, title })),
      { key: "unknown", title: "Unknown", place: "detail" },
      { key: "commits_behind", title: "Commits behind, at most" },
    ],
  }),
  layTable({
    name: "modules",
    title: "Copies",
    rows: modules,
    total,
    isMain: true,
    columns: [
      {
        key: "technical_name",
        title: "Module",
        isCode: true,
        link: ({ platform_version: version }, name) => toPath("module", name, version),
      },
      { key: "platform_version", title: "", place: "data" },
      { key: "repository", title: "Repository" },
      { key: "of", title: "Copy of" },
      { key: "state", title: "State", value: ({ state }) => state && COPY_STATES[state] },
      { key: "commits_behind", title: "Commits behind" },
      { key: "commits_ahead", title: "Own commits" },
    ],
  }),
];
