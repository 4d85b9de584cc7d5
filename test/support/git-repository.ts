// Real git repositories made for a test: planned commits in, a bare repository out. No setting of
// the machine or its user has a say, and all times are given.
import { Buffer } from "node:buffer";
import { execFileSync } from "node:child_process";
import { initBare, writeCommits, writeReference } from "../../fixtures/git-objects.js";
import type { FixtureFile, PlannedCommit } from "../../fixtures/history.js";
import type { Person } from "../../fixtures/people.js";

export interface CommitPlan {
  /** Default: Ann Author, who then is the committer too. */
  readonly author?: string;
  readonly committer?: string;
  /** Address of both; default: someone@example.org. */
  readonly email?: string;
  /** The whole message; default: `Commit` and its position. */
  readonly subject?: string;
  /** Committer time in seconds since 1970; default: an hour after the commit before. */
  readonly seconds?: number;
  readonly authorSeconds?: number;
  /** Positions of the parents in the list; default: the commit before. */
  readonly parents?: readonly number[];
  /** Path → text. */
  readonly files?: Readonly<Record<string, string>>;
  /** Path → target. */
  readonly links?: Readonly<Record<string, string>>;
  readonly rename?: { readonly from: string; readonly to: string };
  /** A file or folder. */
  readonly remove?: string;
}

export const FIRST_COMMIT_SECONDS = 1_700_000_000;

/** Makes a bare repository of the branches; its first branch is the one that HEAD names. */
export function makeGitRepository(
  gitFolder: string,
  branches: Readonly<Record<string, readonly CommitPlan[]>>,
): void {
  const [head = "main"] = Object.keys(branches);
  initBare(gitFolder, head);
  importBranches(gitFolder, branches);
}

/** Replaces branches of a repository, or adds them. */
export function importBranches(
  gitFolder: string,
  branches: Readonly<Record<string, readonly CommitPlan[]>>,
): void {
  for (const [branch, plans] of Object.entries(branches)) {
    const ids = writeCommits(gitFolder, plans.map(toCommit));
    writeReference(gitFolder, `refs/heads/${branch}`, ids.at(-1));
  }
}

/** Output of git, without the last line end. */
export function readGitText(gitFolder: string, ...parameters: readonly string[]): string {
  return runGit(["--git-dir", gitFolder, ...parameters])
    .toString("utf8")
    .replace(/\n$/, "");
}

/** Runs git with nothing but what is given. */
export function runGit(parameters: readonly string[], input?: Uint8Array): Buffer {
  return execFileSync("git", [...parameters], {
    env: {
      PATH: process.env["PATH"],
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      LC_ALL: "C",
    },
    input: input ?? new Uint8Array(),
    stdio: ["pipe", "pipe", "pipe"],
  });
}

function toCommit(plan: CommitPlan, position: number): PlannedCommit {
  const seconds = plan.seconds ?? FIRST_COMMIT_SECONDS + 3600 * position;
  const author = toPerson(plan.author ?? "Ann Author", plan.email);
  return {
    message: plan.subject ?? `Commit ${position}`,
    author,
    authorSeconds: plan.authorSeconds ?? seconds,
    committer: plan.committer === undefined ? author : toPerson(plan.committer, plan.email),
    committerSeconds: seconds,
    parents: plan.parents ?? (position === 0 ? [] : [position - 1]),
    ...(plan.rename === undefined ? {} : { rename: plan.rename }),
    ...(plan.remove === undefined ? {} : { remove: plan.remove }),
    writes: [...toFiles(plan.files, "100644"), ...toFiles(plan.links, "120000")],
  };
}

function toPerson(name: string, email = "someone@example.org"): Person {
  return { name, email, zone: "+0200" };
}

function toFiles(
  texts: Readonly<Record<string, string>> | undefined,
  mode: FixtureFile["mode"],
): readonly FixtureFile[] {
  return Object.entries(texts ?? {}).map(([path, text]) => ({
    path,
    bytes: Buffer.from(text),
    mode,
  }));
}
