// Copies of modules: which repositories have modules of others, and how they relate to these. Read as numbers, pairs of repositories,
// then the copies one by one.
import {
  toState,
  type State,
  countStates,
  layCaveat,
  layFacts,
  layTable,
  type Block,
  type LayoutContext,
} from "../layout.js";
import {
  count,
  listOf,
  namedObject,
  object,
  oneOf,
  orNull,
  text,
  type ValueOf,
} from "../../../data/shape.js";
import { toPath } from "../browser/ask.js";
import { linkRepository } from "./repository-column.js";

const COPY_STATES = {
  equal: toState("equal", "Equal", "good"),
  older: { code: "older", title: "Older", tone: "plain", isWork: true },
  changed: { code: "changed", title: "Changed", tone: "bad", isWork: true },
  other: toState("other", "Another module", "unknown"),
} as const satisfies Readonly<Record<string, State>>;
type CopyState = keyof typeof COPY_STATES;

const COPY = {
  state: orNull(
    oneOf(
      Object.keys(COPY_STATES) as CopyState[],
      "`equal`: the same files; `older`: as the original was before; `changed`: with commits of its own, or of the same author, website or definitions without a common state; `other`: nothing in common but the name; `null` where the snapshot does not tell.",
    ),
  ),
  commits_behind: orNull(
    count("Commits of the original since the newest state that both had; `null` if none is known."),
  ),
  commits_ahead: orNull(count("Commits of its own since then.")),
};

export const CopyOf = namedObject(
  "CopyOf",
  {
    organization: text(),
    repository: text("The repository whose module it is, at the same platform version."),
    ...COPY,
  },
  "What it is of the module of this name that a plan would take if all could be installed; `null` for that one.",
);
export type CopyOf = ValueOf<typeof CopyOf>;

/** `, 14 commits behind`; nothing where nothing is known. */
export function describeCopy({
  state,
  commits_behind: behind,
  commits_ahead: ahead,
}: CopyOf): string {
  const words = [
    state === "older" || state === null ? "" : COPY_STATES[state].title.toLowerCase(),
    behind === null || behind === 0 ? "" : `${countCommits(behind)} behind`,
    ahead === null || ahead === 0 ? "" : `${countCommits(ahead)} of its own`,
  ];
  return words.map((word) => (word === "" ? "" : `, ${word}`)).join("");
}

const countCommits = (much: number): string => (much === 1 ? "1 commit" : `${much} commits`);

/** More pairs of repositories are not given. */
export const MOST_PAIRS = 500;

const COUNTS = {
  modules: count("Copies."),
  equal: count(),
  older: count(),
  changed: count(),
  other: count(),
  unknown: count("Those without a state."),
};

const CopyingRepository = namedObject("CopyingRepository", {
  repository: text("`<org>/<repo>` that has the copies."),
  of: text("`<org>/<repo>` whose modules they are."),
  ...COUNTS,
  commits_behind: orNull(count("Of the copy that is furthest behind.")),
});
export type CopyingRepository = ValueOf<typeof CopyingRepository>;

export const CopiedModule = namedObject("CopiedModule", {
  technical_name: text(),
  platform_version: text(),
  repository: text("`<org>/<repo>` that has the copy."),
  of: text("`<org>/<repo>` whose module it is."),
  ...COPY,
});
export type CopiedModule = ValueOf<typeof CopiedModule>;

export const Copies = namedObject("Copies", {
  platform_version: text(),
  counts: object({ pairs: count("Of repositories."), ...COUNTS }),
  repositories: listOf(
    CopyingRepository,
    `Who has whose modules, those with most copies first; the first ${MOST_PAIRS}.`,
  ),
  modules: listOf(CopiedModule, "The copies of this page, by repository, then name."),
});
export type Copies = ValueOf<typeof Copies>;

const STATES = Object.values(COPY_STATES);

export const layCopies = (
  { counts, repositories, modules }: Copies,
  { total }: LayoutContext,
): readonly Block[] => [
  ...layCaveat(
    counts.modules === 0,
    "No copies. A copy is a module that two repositories have at the same version.",
  ),
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
