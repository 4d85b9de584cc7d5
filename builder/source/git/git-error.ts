// Messages of git as errors for the operator: transient faults are recognised, and no secret is
// repeated.
import { SourceError } from "../source-error.js";

/**
 * Faults of the network or of a busy server, in the words of git, curl and ssh. Refusals (wrong
 * password, no such repository) are not among them: asking again gives the same answer.
 */
const TRANSIENT = new RegExp(
  [
    "could not resolve (?:host|proxy|hostname)",
    "temporary failure in name resolution",
    "connection (?:was )?(?:reset|timed out|refused|closed|aborted)",
    "(?:operation|connect|request|read|recv|gateway) time(?:d)?[ -]?out",
    "timed out",
    "operation too slow",
    "failed to connect",
    "couldn't connect to server",
    "network is (?:unreachable|down)",
    "no route to host",
    "broken pipe",
    "early eof",
    // Answers that were cut off, or that do not come from the server itself.
    "names no branches",
    "expected flush after",
    "bytes of (?:body are still expected|length header were received)",
    "unexpected disconnect",
    "the remote end hung up",
    "transfer closed",
    "empty reply from server",
    "http/2 stream",
    "(?:gnutls|openssl|ssl)[^\\n]*(?:handshake|recv|read|unexpected|terminated|syscall)",
    "returned error: (?:408|429|5\\d\\d)",
    "rpc failed",
  ].join("|"),
  "i",
);

/** Refusals that a server may follow with a hang-up, which alone would look transient. */
const REFUSED =
  /authentication failed|permission denied|repository[^\n]*not found|access denied|could not read (?:username|password)|returned error: (?:401|403|404|410)|does not appear to be a git repository|host key verification failed/i;

class GitFault extends Error {
  override readonly name = "GitFault";

  constructor(
    message: string,
    /** Wait that the server asked for. */
    readonly waitMs: number | undefined,
  ) {
    super(message);
  }
}

/** Wait that the server asked for, if any. */
export function findStatedWait({ cause }: SourceError): number | undefined {
  return cause instanceof GitFault ? cause.waitMs : undefined;
}

/** The line in which git says what is wrong. */
export function describeGitFault({ cause }: SourceError): string {
  return cause instanceof Error ? findReason(cause.message) : "";
}

/** True for a failure that a retry may cure. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof SourceError) || !(error.cause instanceof Error)) return false;
  const { message } = error.cause;
  return TRANSIENT.test(message) && !REFUSED.test(message);
}

/** True if git reports that the local repository is damaged. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof SourceError) || !(error.cause instanceof Error)) return false;
  const isOfGit = error.code === "repository_unreadable" && !isTransient(error);
  return isOfGit && DAMAGE.test(error.cause.message);
}

const DAMAGE =
  /not a git repository|not in a git directory|from promisor remote|is corrupt|bad object|bad tree|bad config|missing (?:blob|tree|commit)|unable to (?:read|parse|find) |cannot (?:open|read) |loose object|packfile|\.lock': file exists|does not match index|invalid (?:object|sha1|index)|did not send all necessary|not our ref|could not parse|wrong index/i;

/**
 * The fault of the file system that git met, as Node.js would have thrown it; `undefined` where git says nothing of room
 * on this machine. What a server says of its own disk begins with `remote:`.
 */
export function findRoomFault(error: unknown): NodeJS.ErrnoException | undefined {
  const lines = error instanceof Error ? error.message.split(/[\r\n]+/) : [];
  const own = lines.filter((line) => !line.startsWith("remote:"));
  const [code] = ROOM_FAULTS.find(([, words]) => own.some((line) => words.test(line))) ?? [];
  if (code === undefined) return undefined;
  return Object.assign(new Error(withoutSecrets(own.join("\n"))), { code, syscall: "write" });
}

/** Codes and words, as the C library has them. */
const ROOM_FAULTS = [
  ["ENOSPC", /no space left on device|out of diskspace/i],
  ["EDQUOT", /disk quota exceeded/i],
  ["EFBIG", /file too large/i],
] as const;

/**
 * The error of a git program that failed.
 * @param error what was thrown; its message is what git said
 * @param waitMs how long the server asked to wait
 */
export function toSourceError(label: string, error: unknown, waitMs?: number): SourceError {
  const message = error instanceof Error ? error.message : String(error);
  const reason = withoutSecrets(findReason(message));
  const missing = /\bspawn \S+ ENOENT\b/.test(message);
  return new SourceError({
    code: missing ? "git_missing" : "repository_unreadable",
    message: missing
      ? "The program git was not found; install git 2.31 or later."
      : `${label} cannot be read (${reason}); ${findRemedy(message)}.`,
    cause: new GitFault(withoutSecrets(message), waitMs),
  });
}

function findRemedy(message: string): string {
  return message.includes("from promisor remote")
    ? 'its mirror is a partial clone without all files, complete it with "git fetch --refetch --no-filter"'
    : "check its address, mirror and access";
}

/** The line in which git says what is wrong; general advice may follow it. */
function findReason(message: string): string {
  const lines = message.trim().split(/[\r\n]+/);
  return lines.find((line) => /^(?:fatal|error): /.test(line)) ?? lines.at(-1) ?? "";
}

/** A text without the credentials of the addresses in it. */
function withoutSecrets(text: string): string {
  return text.replace(/([a-z][a-z0-9+.-]*:\/\/)[^/\s]*@/gi, "$1");
}
