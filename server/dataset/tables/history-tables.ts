// The commits of repositories, as far as they are kept to compare branches with, and what became of modules.
import { toTimestamp } from "../../../data/snapshot/record/record-head.js";
import { flag, integer, orNull, text, TIMESTAMP } from "../../../data/shape.js";
import { defineTable, ID } from "../table.js";

const commitTable = defineTable({
  name: "commits",
  description:
    "Commits that people made on any branch that was read; those of robots, and merges, are left out.",
  from: "repository",
  columns: {
    id: ID,
    repository_id: integer("Its repository."),
    sha: text("The first 12 digits of its id."),
    author: text("As git has it; never an address."),
    authored: text("`YYYY-MM-DD HH:MM:SS` by the author's own clock; the zone is not kept."),
    subject: text("First line of the message."),
    change: integer(
      "Equal for commits of a repository with the same author, date, message and paths: one was carried to another branch.",
    ),
  },
  key: ["id"],
  parents: [["repositories", "repository_id"]],
  indexes: [["repository_id", "sha"], ["author"]],
  *listRows({ snapshot, number, repository_id, firstCommitId, history }) {
    for (const [at, change] of history.commits.entries()) {
      const row = history.changes[change];
      if (row === undefined) continue;
      yield {
        id: firstCommitId + at,
        repository_id,
        sha: snapshot.histories.readCommitId(number, at),
        author: history.people[row.author] ?? "",
        authored: toTimestamp(row.localSeconds),
        subject: row.subject,
        change,
      };
    }
  },
});

const commitPathTable = defineTable({
  name: "commit_paths",
  description: "What a commit changes at the top of the repository.",
  from: "repository",
  columns: {
    commit_id: integer("The commit."),
    path: text("A file, or a folder with `/` at its end; of a module `source_path || '/'`."),
  },
  key: ["commit_id", "path"],
  parents: [["commits", "commit_id"]],
  indexes: [["path"]],
  *listRows({ firstCommitId, history }) {
    for (const [at, change] of history.commits.entries()) {
      for (const unit of history.changes[change]?.units ?? []) {
        yield { commit_id: firstCommitId + at, path: history.units[unit] ?? "" };
      }
    }
  },
});

const commitBranchTable = defineTable({
  name: "commit_branches",
  description: "Branches that have a commit, and the pull request that brought it.",
  from: "repository",
  columns: {
    commit_id: integer("The commit."),
    repository_id: integer("Its repository."),
    platform_version: text("What the branch is for."),
    pull_request: orNull(integer("NULL where none is known.")),
    is_foreign: orNull(flag("As in `pull_requests`; NULL where no pull request is known.")),
  },
  key: ["commit_id", "platform_version"],
  parents: [
    ["commits", "commit_id"],
    ["pull_requests", "repository_id", "platform_version", "pull_request", "is_foreign"],
  ],
  indexes: [["repository_id", "platform_version"]],
  *listRows({ repository_id, firstCommitId, history }) {
    for (const { platformVersion, members, pullRequests } of history.branches) {
      for (const { commit, pullRequest } of members) {
        const request = pullRequests[pullRequest];
        yield {
          commit_id: firstCommitId + commit,
          repository_id,
          platform_version: platformVersion,
          pull_request: request?.number ?? null,
          is_foreign: request?.isForeign ?? null,
        };
      }
    }
  },
});

const pullRequestTable = defineTable({
  name: "pull_requests",
  description: "Pull requests that were merged into a branch.",
  from: "repository",
  columns: {
    repository_id: integer("Its repository."),
    platform_version: text("What the branch is for."),
    number: integer("As the forge counts them."),
    is_foreign: flag(
      "Does the number belong to another repository, of which this one took over a part of the history?",
    ),
    title: orNull(text("NULL where the merge does not say it.")),
    merged: text("Time of the merge.", TIMESTAMP),
  },
  // A repository that took over another's history has the numbers of both.
  key: ["repository_id", "platform_version", "number", "is_foreign"],
  parents: [["repositories", "repository_id"]],
  *listRows({ repository_id, history }) {
    for (const { platformVersion, pullRequests } of history.branches) {
      for (const { number, isForeign, title, mergedSeconds } of pullRequests) {
        yield {
          repository_id,
          platform_version: platformVersion,
          number,
          is_foreign: isForeign,
          title,
          merged: toTimestamp(mergedSeconds),
        };
      }
    }
  },
});

const lineageTable = defineTable({
  name: "lineage",
  description: "What became of a module from one platform version to the next, as git tells it.",
  from: "snapshot",
  columns: {
    id: ID,
    kind: text("`same`, `moved`, `renamed`, `merged` or `split`."),
    from_entry_id: orNull(integer("What it was.")),
    to_entry_id: orNull(integer("What it became.")),
  },
  key: ["id"],
  parents: [
    ["entries", "from_entry_id"],
    ["entries", "to_entry_id"],
  ],
  *listRows({ snapshot, findEntryId }) {
    for (const [at, { kind, from, to }] of snapshot.readLineage().entries()) {
      const [from_entry_id, to_entry_id] = [from, to].map((moduleAt) =>
        findEntryId(
          moduleAt.technicalName,
          moduleAt.platformVersion,
          `${moduleAt.organization}/${moduleAt.repository}`,
        ),
      );
      yield {
        id: at + 1,
        kind,
        from_entry_id: from_entry_id ?? null,
        to_entry_id: to_entry_id ?? null,
      };
    }
  },
});

export const HISTORY_TABLES = [
  pullRequestTable,
  commitTable,
  commitPathTable,
  commitBranchTable,
  lineageTable,
];
