// Faults of asking a host for its repositories. No message holds a token, nor any text of the host.
import type { HostToken } from "./host-token.js";
import { SourceError } from "../source-error.js";

/** Host and credentials of a request. */
export interface Asking {
  /** The host's name. */
  readonly host: string;
  readonly token: HostToken | undefined;
  /** The variable that a message may advise to set. */
  readonly tokenVariable: string;
}

/** The network or the host has trouble. */
export function unreachableHost(host: string, fault: string): SourceError {
  return new SourceError({
    code: "host_unreachable",
    message: `${host} cannot be asked for its repositories (${fault}); check "host" in the sources file and the network, or try later.`,
  });
}

export function limitedHost(delayMs: number, { host, token, tokenVariable }: Asking): SourceError {
  const remedy =
    token === undefined
      ? `set ${tokenVariable} to a token, which has a higher limit`
      : "build again later";
  return new SourceError({
    code: "host_limited",
    message: `${host} takes no more requests for ${formatTime(delayMs)}; ${remedy}.`,
  });
}

export function refusedAccess(status: number, { host, token, tokenVariable }: Asking): SourceError {
  return new SourceError({
    code: "host_refused",
    message:
      token === undefined
        ? `${host} requires authentication (status ${status}); set ${tokenVariable} to a token that may read.`
        : `${host} refuses the token in ${token.variable} (status ${status}); set it to one that is valid and may read.`,
  });
}

/** An answer that no host of the kind gives. */
export function invalidAnswer(
  host: string,
  got: string,
  remedy = 'check "host" and "kind"',
): SourceError {
  return new SourceError({
    code: "host_answer_invalid",
    message: `${host} does not list its repositories (${got}); ${remedy} in the sources file.`,
  });
}

/** `43 s`, `12 min`. */
export function formatTime(timeMs: number): string {
  const seconds = Math.ceil(timeMs / 1000);
  return seconds <= 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
