// Commits of a module at one platform version that another lacks. Read as both branches, the judgement, and commits to port.
import {
  count,
  flag,
  listOf,
  object,
  oneOf,
  orNull,
  namedObject,
  text,
  texts,
  TIMESTAMP,
  type ValueOf,
} from "../../../data/shape.js";
import { ALL_REASONS, listReasons, VERDICTS } from "../../../data/history/port-verdict.js";
import { layFacts, layTable, toPlainStates, type Block } from "../layout.js";
import { toProvider } from "./repository-column.js";

export const PORTED = toPlainStates({
  port_commits: "single commits",
  migrate: "the whole module",
  not_compared: "unknown: not compared",
});

export const COMPARISONS = Object.keys(PORTED) as readonly (keyof typeof PORTED)[];

/** Fields of any commit. */
export const COMMIT = {
  commit: text("The first 12 digits of its id."),
  url: orNull(text("Its page; `null` if the forge is unknown.")),
  author: text(),
  date: text("Author date.", TIMESTAMP),
  subject: text(),
};

const Evidence = object(
  {
    rule: oneOf(
      ALL_REASONS,
      `How the verdict is known. ${VERDICTS.map(
        (verdict) =>
          `Of \`${verdict}\`: ${listReasons(verdict)
            .map((rule) => `\`${rule}\``)
            .join(", ")}.`,
      ).join(" ")} docs/migration.md says what each means.`,
    ),
    places: texts(
      "Files with lines, at most five. For `present` where `to` has it; for `port` and `partly` where the commit has what is missing there.",
    ),
    commit: orNull(
      object(COMMIT, "The commit at `to` that is nearly the same, or the one that takes it back."),
    ),
  },
  "How the verdict is known; `null` without one.",
);

/** Size of a change in a module. */
const SIZE = {
  files: orNull(
    count("Files of code that it changes in the module; `null` if contents were not compared."),
  ),
  lines: orNull(count("Lines that it adds and removes there, without formatting.")),
};

const UnportedCommit = namedObject("UnportedCommit", {
  ...COMMIT,
  paths: texts(
    "What it changes at the top level of the repository: folders, and requirements files.",
  ),
  listed: flag(
    "True if `to` has no commit with the same author, date and message; `false` for those of `satellites`.",
  ),
  same_content: flag(
    "True if `to` has had every file of the module as this commit leaves it; for a commit that does not touch the module, the files of all its folders.",
  ),
  touches_module: flag(
    "True if it changes the module itself, not only other files of the pull request.",
  ),
  verdict: orNull(
    oneOf(
      VERDICTS,
      "What is to be done about it: `port`; `partly`: some of its pieces are at `to`; `present`: `to` has what it does; `obsolete`: what it changes is not at `to`; `trivial`: it changes nothing that the module does; `reverted`: its own branch has taken it back or replaced it. `null` if it does not change the module.",
    ),
  ),
  why: text("Reason of the verdict, as a sentence."),
  evidence: orNull(Evidence),
  ...SIZE,
});
export type UnportedCommit = ValueOf<typeof UnportedCommit>;

/** Fields of any pull request. */
export const REQUEST = {
  number: orNull(count("`null` for commits without a known pull request.")),
  url: orNull(
    text(
      "Its page. `null` if the forge is unknown, or if the number belongs to another repository, such as a fork.",
    ),
  ),
  title: orNull(text("Title, if the merge commit has it.")),
  merged: orNull(text("Time of its merge, UTC.", TIMESTAMP)),
};

const PULL_REQUEST = {
  ...REQUEST,
  commits: listOf(UnportedCommit, "Oldest first."),
};

const UnportedPullRequest = namedObject("UnportedPullRequest", PULL_REQUEST);
export type UnportedPullRequest = ValueOf<typeof UnportedPullRequest>;

const MovedFolder = namedObject("MovedFolder", {
  technical_name: text("Name of the folder that has the files now."),
  ...COMMIT,
  files: count("Files that it deleted in the old folder, without generated ones."),
  same_paths: count("How many of these it added in the new folder with the same path."),
  same_contents: count("How many of these it added there with the same content."),
});
export type MovedFolder = ValueOf<typeof MovedFolder>;

const TIP = {
  commit: text("Tip of the branch when it was read."),
  committed: orNull(
    text(
      "Time of the tip, UTC; later commits are not known. `null` where the branch was read without its history.",
      TIMESTAMP,
    ),
  ),
};

export const BranchTip = object({ branch: text(), ...TIP });
export type BranchTip = ValueOf<typeof BranchTip>;

const UnportedSide = object({
  platform_version: text(),
  branch: orNull(text("`null` if the repository has no branch for it.")),
  ...TIP,
  commit: orNull(TIP.commit),
});
export type UnportedSide = ValueOf<typeof UnportedSide>;

export const Unported = namedObject("Unported", {
  technical_name: text(),
  organization: text(),
  repository: text(),
  from: UnportedSide,
  to: UnportedSide,
  process: orNull(
    oneOf(
      COMPARISONS,
      "`port_commits`: `to` has the module and lacks commits; `migrate`: `to` has no folder of this name, the commits are those of a migration; `not_compared`: a branch has more commits than are kept; `null`: nothing to do.",
    ),
  ),
  no_migration: orNull(text("Reason in the blacklist of `to` for not migrating the module.")),
  verdicts: object(
    {
      port: count(),
      partly: count(),
      present: count(),
      obsolete: count(),
      trivial: count(),
      reverted: count(),
      beside: count("Commits of the same pull requests that do not change the module."),
    },
    "How many of the commits that `oca-port` lists have each verdict; with `all` they are all shown. Zeros unless `to` has the module.",
  ),
  moved_to: listOf(
    MovedFolder,
    "Folders into which commits of `to` moved the module; empty if no such commit was found, which does not mean that the module is gone.",
  ),
  pull_requests: listOf(
    UnportedPullRequest,
    "What is to be ported; with `all` everything that `oca-port` lists. Ordered by time of merge; commits without a pull request come first.",
  ),
  satellites: listOf(
    UnportedPullRequest,
    "Pull requests that are ported as far as the module is concerned, with their other commits.",
  ),
  blacklisted: listOf(
    object({ ...PULL_REQUEST, reason: text("As the blacklist of `to` says.") }),
    "Pull requests that the blacklist of `to` excludes.",
  ),
});
export type Unported = ValueOf<typeof Unported>;

export function layUnported(answer: Unported): readonly Block[] {
  const { verdicts, from, to } = answer;
  return [
    layFacts(
      [
        { key: "module", value: answer.technical_name },
        { key: "provider", value: toProvider(answer) },
        { key: "from", value: describeSide(from) },
        { key: "to", value: describeSide(to) },
        { key: "process", title: "Left to port", value: answer.process && PORTED[answer.process] },
        "no_migration",
        ...Object.entries(verdicts).map(([verdict, value]) => ({
          key: verdict,
          title: `Commits: ${verdict}`,
          value: value || null,
        })),
      ],
      answer,
    ),
    layTable({
      name: "moved_to",
      rows: answer.moved_to,
      columns: [
        "technical_name",
        "files",
        "same_paths: Of the same path",
        "same_contents: Of the same content",
        { key: "subject", href: ({ url }) => url },
      ],
    }),
    layRequests("pull_requests", "What is to be ported", answer.pull_requests),
    layRequests(
      "satellites",
      "Of pull requests that are ported as far as the module is concerned",
      answer.satellites,
    ),
    layRequests("blacklisted", "Excluded by the blacklist", answer.blacklisted),
  ];
}

/** Commits that no pull request brought come last: before `#7` they would read as commits without that one. */
export function sortRequests<R extends { readonly number: number | null }>(
  requests: readonly R[],
): readonly R[] {
  return requests.toSorted(
    (left, right) => Number(left.number === null) - Number(right.number === null),
  );
}

function describeSide({ platform_version: at, branch, committed }: UnportedSide): string {
  const said = branch === null ? "no branch" : `branch ${branch}`;
  return committed === null ? `${at}, ${said}` : `${at}, ${said} as of ${committed}`;
}

interface Row {
  readonly request: UnportedPullRequest & { readonly reason?: string };
  readonly commit: UnportedCommit;
}

function layRequests(name: string, title: string, requests: readonly Row["request"][]): Block {
  return layTable<Row>({
    name,
    title,
    isMain: name === "pull_requests" ? true : undefined,
    rows: sortRequests(requests).flatMap((request) =>
      request.commits.map((commit) => ({ request, commit })),
    ),
    columns: [
      {
        key: "pull_request",
        value: ({ request }) => (request.number === null ? "none" : `#${request.number}`),
        href: ({ request }) => request.url,
      },
      { key: "title", value: ({ request }) => request.title },
      { key: "merged", unit: "day", value: ({ request }) => request.merged },
      { key: "commit", value: ({ commit }) => commit.commit, href: ({ commit }) => commit.url },
      { key: "subject", value: ({ commit }) => commit.subject },
      { key: "author", value: ({ commit }) => commit.author },
      { key: "verdict", value: ({ commit }) => commit.verdict },
      { key: "why", value: ({ commit }) => commit.why },
      { key: "places", place: "detail", value: ({ commit }) => commit.evidence?.places },
      { key: "files", value: ({ commit }) => commit.files },
      { key: "lines", value: ({ commit }) => commit.lines },
      { key: "reason", value: ({ request }) => request.reason },
    ],
  });
}
