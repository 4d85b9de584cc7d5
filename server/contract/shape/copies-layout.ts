// Layout of copies: numbers, pairs of repositories, then the copies one by one.
import { toPath } from "../browser/ask.js";
import { countStates, layFacts, layTable, type Block, type LayoutContext } from "../layout.js";
import { COPY_STATES, type Copies } from "./copies.js";
import { linkRepository } from "./repository-column.js";

const STATES = Object.values(COPY_STATES);

export const layCopies = (
  { counts, repositories, modules }: Copies,
  { total }: LayoutContext,
): readonly Block[] => [
  layFacts([
    { key: "copies", value: counts.modules },
    ...countStates(COPY_STATES, counts),
    { key: "unknown", value: counts.unknown || null },
  ]),
  layTable({
    name: "repositories",
    title: "Who has whose modules",
    rows: repositories,
    total: counts.pairs,
    columns: [
      { key: "repository", href: linkRepository },
      { key: "of", title: "Copies of", href: linkRepository },
      "modules",
      ...STATES.map(({ code, title }) => ({ key: code, title })),
      { key: "unknown", place: "detail" },
      "commits_behind: Commits behind, at most",
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
        href: ({ platform_version: version }, name) => toPath("module", name, version),
      },
      { key: "platform_version", place: "data" },
      "repository",
      "of: Copy of",
      { key: "state", value: ({ state }) => state && COPY_STATES[state] },
      "commits_behind",
      "commits_ahead: Own commits",
    ],
  }),
];
