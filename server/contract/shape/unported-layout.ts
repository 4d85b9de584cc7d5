// Layout of unported commits: both branches, the judgement, and commits to port.
import { sortRequests } from "../browser/carried-requests.js";
import { layTable, type Block } from "../layout.js";
import type { Unported, UnportedCommit, UnportedPullRequest, UnportedSide } from "./unported.js";

export function layUnported(answer: Unported): readonly Block[] {
  const { verdicts, from, to, process, no_migration: reason } = answer;
  return [
    {
      kind: "facts",
      rows: [
        { key: "module", title: "Module", value: answer.technical_name },
        {
          key: "repository",
          title: "Repository",
          value: `${answer.organization}/${answer.repository}`,
        },
        { key: "from", title: "From", value: describeSide(from) },
        { key: "to", title: "To", value: describeSide(to) },
        { key: "process", title: "Process", value: process },
        { key: "no_migration", title: "Not to be migrated", value: reason },
        ...Object.entries(verdicts).map(([verdict, value]) => ({
          key: verdict,
          title: `Commits: ${verdict}`,
          value,
        })),
      ],
    },
    layTable({
      name: "moved_to",
      title: "Moved to",
      rows: answer.moved_to,
      columns: [
        { key: "technical_name", title: "Module", isCode: true },
        { key: "files", title: "Files" },
        { key: "same_paths", title: "Of the same path" },
        { key: "same_contents", title: "Of the same content" },
        { key: "subject", title: "Says", link: ({ url }) => url },
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
        title: "Pull request",
        value: ({ request }) => (request.number === null ? "none" : `#${request.number}`),
        link: ({ request }) => request.url,
      },
      { key: "title", title: "Title", value: ({ request }) => request.title },
      { key: "merged", title: "Merged", unit: "day", value: ({ request }) => request.merged },
      {
        key: "commit",
        title: "Commit",
        isCode: true,
        value: ({ commit }) => commit.commit,
        link: ({ commit }) => commit.url,
      },
      { key: "subject", title: "Says", value: ({ commit }) => commit.subject },
      { key: "author", title: "Author", value: ({ commit }) => commit.author },
      { key: "verdict", title: "Verdict", value: ({ commit }) => commit.verdict },
      { key: "rule", title: "By", value: ({ commit }) => commit.evidence?.rule },
      {
        key: "places",
        title: "Places",
        place: "detail",
        value: ({ commit }) => commit.evidence?.places,
      },
      { key: "files", title: "Files", value: ({ commit }) => commit.files },
      { key: "lines", title: "Lines", value: ({ commit }) => commit.lines },
      { key: "reason", title: "Reason", value: ({ request }) => request.reason },
    ],
  });
}
