// Lineage of modules by git: steps from one platform version to the next that has them.
import type { MoveCounts } from "./repository-history.js";

/** A module of a repository at a version. */
export interface LineageLocation {
  readonly technicalName: string;
  readonly organization: string;
  readonly repository: string;
  readonly platformVersion: string;
}

/**
 * `same`: the same name in another repository, without evidence that it is the same module;
 * `moved`: with evidence; `renamed`; `merged` into a module that existed before; `split` into
 * several.
 */
type FoundStepKind = "same" | "moved" | "renamed" | "merged" | "split";

export const FOUND_STEP_KINDS = [
  "same",
  "moved",
  "renamed",
  "merged",
  "split",
] as const satisfies FoundStepKind[];

export interface FoundStep {
  readonly kind: FoundStepKind;
  readonly from: LineageLocation;
  readonly to: LineageLocation;
  readonly evidence: FoundEvidence;
}

interface FoundEvidence {
  /** Commits that changed the old module alone, and those of them that the new one has by author and date. */
  readonly commits: number;
  readonly sharedCommits: number;
  /** Files of the old module that hardly any other had, and those of them that the new one had at some time. */
  readonly files: number;
  readonly sharedFiles: number;
  /** The commit that moved its manifest. */
  readonly move: MoveEvidence | null;
}

export interface MoveEvidence extends MoveCounts {
  readonly organization: string;
  readonly repository: string;
  readonly branch: string;
  /** The id of the commit. */
  readonly commit: string;
  readonly subject: string;
}
