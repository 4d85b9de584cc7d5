// Faults of sources: a repository, without which the build continues, or a host that was to list an
// organization's repositories.
import { OperatorError } from "../../data/operator-error.js";

/**
 * Codes of repositories: `repository_unreadable`, `repository_unreachable`, `git_missing`,
 * `platform_version_unknown`, `platform_version_ambiguous`,
 * `nothing_read`, `no_modules`, `sources_unread`; of the cache: `cache_locked`;
 * of hosts: `host_unreachable`, `host_limited`, `host_refused`, `host_answer_invalid`,
 * `organization_unknown`, `organization_empty`, `repository_ambiguous`.
 */
export class SourceError extends OperatorError {}

/** True for a fault of a source, which is reported; false for one of this machine. */
export function isFault(error: unknown): error is SourceError {
  return error instanceof SourceError && error.code !== "git_missing";
}
