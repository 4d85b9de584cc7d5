// A repository to read, as the sources file names it.
import type { BranchRule } from "./branch-rule.js";

/** One repository to read. */
export interface Source {
  readonly organization: string;
  readonly repository: string;
  /** Public clone address, without credentials: what the interface shows. */
  readonly url: string;
  /** Address to clone from, credentials included if the file has them; never shown. */
  readonly cloneUrl: string;
  /** Absolute path of a local repository that is read instead of the network. */
  readonly mirror: string | undefined;
  /** `undefined`: every branch named like a release. */
  readonly branches: readonly BranchRule[] | undefined;
  /** Folders to search for modules; `.` is the repository root. */
  readonly addons: readonly string[];
  /** Rank among modules of one name, highest first; default 0. */
  readonly priority?: number;
  /** Reads the heads of pull requests, which a mirror may hold. */
  readonly readsRequests?: true;
  /** Reads only the tips of branches; changes stay unknown. */
  readonly withoutHistory?: true;
  /**
   * Found through its organization, so that nobody has claimed it has these branches, or any: it is
   * no fault when it has none of them.
   */
  readonly viaOrganization?: true;
}

export function toLabel({
  organization,
  repository,
}: Pick<Source, "organization" | "repository">): string {
  return `${organization}/${repository}`;
}
