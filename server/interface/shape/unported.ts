// What of a module one platform version has and another lacks.
import { TIMESTAMP } from "../../../data/records.js";
import {
  count,
  flag,
  listOf,
  named,
  object,
  oneOf,
  orNull,
  text,
  type ValueOf,
} from "../../../data/shape.js";

export const COMPARISONS = ["port_commits", "migrate", "not_compared"] as const;

/** What is shown of any commit. */
export const COMMIT = {
  commit: text("The first 12 digits of its id."),
  url: orNull(text("Its page; `null` where the forge is not known.")),
  author: text(),
  date: text("By the author's own clock.", TIMESTAMP),
  subject: text(),
};

const UnportedCommit = named(
  "UnportedCommit",
  object({
    ...COMMIT,
    paths: listOf(
      text(),
      "What it changes at the top of the repository: folders, and files of requirements.",
    ),
    listed: flag(
      "`to` has no commit that is the same by author, date and message. `false` for those of a satellite.",
    ),
    same_content: flag(
      "Every file that it leaves in the module, as it leaves it, was added there at `to` too; of a commit beside the module, in all of its folders.",
    ),
    touches_module: flag(
      "It changes the module, and not only what the pull request changes beside it.",
    ),
  }),
);
export type UnportedCommit = ValueOf<typeof UnportedCommit>;

/** What is shown of any pull request. */
export const REQUEST = {
  number: orNull(count("`null` for commits that no merge tells a pull request of.")),
  url: orNull(text("Its page; `null` where the forge is not known.")),
  title: orNull(text("Where the merge tells it.")),
  merged: orNull(text("Time of its merge, UTC.", TIMESTAMP)),
};

const PULL_REQUEST = {
  ...REQUEST,
  commits: listOf(UnportedCommit, "Oldest first."),
};

const UnportedPullRequest = named("UnportedPullRequest", object(PULL_REQUEST));
export type UnportedPullRequest = ValueOf<typeof UnportedPullRequest>;

const MovedFolder = named(
  "MovedFolder",
  object({
    technical_name: text("Of the folder that the files are in now."),
    ...COMMIT,
    files: count("Files of the former folder that it deleted, those that programs write left out."),
    same_paths: count("Of these those that it added with the same path in the new folder."),
    same_contents: count("Of these those whose content it added there."),
  }),
);
export type MovedFolder = ValueOf<typeof MovedFolder>;

const UnportedSide = object({
  platform_version: text(),
  branch: orNull(text("`null` where the repository has none for it.")),
  commit: orNull(text("Its tip as it was read.")),
  committed: orNull(text("Time of the tip, UTC: what came later is not known here.", TIMESTAMP)),
});
export type UnportedSide = ValueOf<typeof UnportedSide>;

export const Unported = named(
  "Unported",
  object({
    technical_name: text(),
    organization: text(),
    repository: text(),
    from: UnportedSide,
    to: UnportedSide,
    process: orNull(
      oneOf(
        COMPARISONS,
        "`port_commits`: `to` has the module and lacks commits; `migrate`: it has no folder of the name, and the commits are what a migration carries over; `not_compared`: a branch has more commits than are kept; `null`: nothing is to be done.",
      ),
    ),
    no_migration: orNull(text("Why `to` does not want the module, as its blacklist says.")),
    moved_to: listOf(
      MovedFolder,
      "Where commits of `to` moved a folder that it has no more; empty where none did, which does not say that the module is nowhere.",
    ),
    pull_requests: listOf(
      UnportedPullRequest,
      "By the time of their merge, commits of none first.",
    ),
    satellites: listOf(
      UnportedPullRequest,
      "Pull requests whose part in the module was carried over, with their other commits.",
    ),
    blacklisted: listOf(
      object({ ...PULL_REQUEST, reason: text("As the blacklist of `to` says.") }),
      "Pull requests that `to` says are not to be carried over.",
    ),
  }),
);
export type Unported = ValueOf<typeof Unported>;
