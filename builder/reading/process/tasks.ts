// Tasks of a reader process and their answers: plain values, so that they can be sent.
import type { OperatorFault } from "../../../data/operator-error.js";
import type { WrittenFiles } from "../../../data/module/module-under-development.js";
import type { FileKind } from "../../parse/file-kind.js";
import type { RequestHead } from "../../source/git/branches.js";
import type { Branch, Repository } from "../../source/git/git.js";
import type { SerialisedBranch } from "../../source/commits/join-branches.js";
import type { FolderHistory } from "../../source/git/history.js";
import type { PathLimits } from "../../source/limits.js";
import type { ModuleListing } from "../../source/list-modules.js";

/** A repository without what ends the work: a process that reads is ended from outside. */
export type ReadableRepository = Omit<Repository, "signal">;

interface BranchesTask {
  readonly task: "branches";
  readonly repository: ReadableRepository;
}

/** The heads of pull requests, or, given these, what they add to branches. */
interface RequestsTask {
  readonly task: "requests";
  readonly repository: ReadableRepository;
  readonly heads?: readonly RequestHead[];
  readonly tips?: readonly string[];
}

/** Lists objects that the repository lacks. */
interface AbsentTask {
  readonly task: "absent";
  readonly repository: ReadableRepository;
  readonly objectIds: readonly string[];
}

/** Modules of branches with their histories; of files only those that parsers want, and pictures. */
export interface ListTask {
  readonly task: "list";
  readonly repository: ReadableRepository;
  readonly branches: readonly Branch[];
  /** Name of a module at the root of the repository. */
  readonly repositoryName: string;
  readonly addons: readonly string[];
  readonly withoutHistory: boolean;
  readonly limits: PathLimits;
}

export interface ContentRequest {
  readonly objectId: string;
  readonly kind: FileKind;
}

/** Contents to be read and parsed; each gives one answer, in their order. */
export interface ParseTask {
  readonly task: "parse";
  readonly repository: ReadableRepository;
  readonly contents: readonly ContentRequest[];
}

/** The commits of all branches of a repository to be made one history, and judged where a later one lacks them. */
export interface JoinTask {
  readonly task: "join";
  readonly repository: ReadableRepository;
  readonly branches: readonly SerialisedBranch[];
}

/** Files of modules that are being written: no repository has them. */
export interface WrittenTask {
  readonly task: "written";
  readonly written: readonly WrittenFiles[];
  readonly platformVersion: string | undefined;
}

type RepositoryTask = BranchesTask | RequestsTask | AbsentTask | ListTask | ParseTask | JoinTask;

export type ReaderTask = RepositoryTask | WrittenTask;

/** A module listing with the history of each module, in their order, and the commits of the branch. */
export interface ListedBranch extends Omit<ModuleListing, "folders" | "blacklists"> {
  readonly histories: readonly FolderHistory[];
  /** Serialised `BranchCommits`. */
  readonly commits: Uint8Array;
}

/** Fault of a task: of the repository, or a defect of the program. */
export interface ReaderFault extends OperatorFault {
  readonly isDefect: boolean;
  /** Message of git. */
  readonly cause: string | undefined;
}

export interface TaskMessage {
  readonly task: ReaderTask;
  /** The most that the answer may have. */
  readonly limitBytes: number;
}

export type ReaderMessage =
  /** The process has loaded and takes a task. */
  | { readonly state: "ready" }
  /** One piece for each content of a `ParseTask`, else one, each as `v8.serialize` wrote it. */
  | { readonly state: "done"; readonly pieces: readonly Uint8Array[] }
  /** The answer would have more than `limitBytes`. */
  | { readonly state: "too_large" }
  | { readonly state: "failed"; readonly fault: ReaderFault };
