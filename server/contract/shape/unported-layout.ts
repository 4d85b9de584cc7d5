// Layout of unported commits: both branches, the judgement, and commits to port.
import { sortRequests } from "../browser/carried-requests.js";
import { layFacts, layTable, type Block } from "../layout.js";
import { toProvider } from "./repository-column.js";
import type { Unported, UnportedCommit, UnportedPullRequest, UnportedSide } from "./unported.js";

export function layUnported(answer: Unported): readonly Block[] {
  const { verdicts, from, to } = answer;
  return [
    layFacts(
      [
        { key: "module", value: answer.technical_name },
        { key: "provider", value: toProvider(answer) },
        { key: "from", value: describeSide(from) },
        { key: "to", value: describeSide(to) },
        "process",
        "no_migration",
        ...Object.entries(verdicts).map(([verdict, value]) => ({
          key: verdict,
          title: `Commits: ${verdict}`,
          value,
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
