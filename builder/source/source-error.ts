// What can be wrong with a repository that was to be read. The rest of the build goes on.
import { OperatorError } from "../../data/operator-error.js";

/** Codes: `repository_unreadable`, `git_missing`, `nothing_read`, `sources_unread`. */
export class SourceError extends OperatorError {}
