// Faults of moving a snapshot between machines, as errors that the operator can fix. No message
// holds a token, a password, a query of an address or any text of a server.
import { ConfigError, OperatorError } from "../operator-error.js";

/**
 * Codes of publish targets: `place_unreachable`, `place_unencrypted`, `place_refused`,
 * `place_empty`, `place_invalid` (the answer does not fit its kind), `target_refused` (it leads
 * into a private network). Codes of archives: `archive_damaged`, `archive_foreign`,
 * `archive_too_large`. Codes of releases: `signature_missing`, `signature_wrong`, `channel_wrong`,
 * `release_other`, `release_older`, `release_ahead`, `release_expired`, `release_format`. Codes of
 * this machine: `pull_running`, `memory_damaged`.
 */
export class ShipError extends OperatorError {}

export function unreachableTarget(target: string, fault: string): ShipError {
  return new ShipError({
    code: "place_unreachable",
    message: `${target} cannot be reached (${fault}); check the address and the network, or try later.`,
  });
}

/** A target whose address asks for TLS, and that does not speak it. */
export function unencryptedTarget(target: string, fault: string): ShipError {
  return new ShipError({
    code: "place_unencrypted",
    message: `${target} does not speak TLS (${fault}); where that is intended, begin its address with oci+http:// (a registry) or http://, and nothing is encrypted.`,
  });
}

export function refusedAccess(target: string, status: number, remedy: string): ShipError {
  return new ShipError({
    code: "place_refused",
    message: `${target} refuses access (status ${status}); ${remedy}.`,
  });
}

export function emptyTarget(target: string): ShipError {
  return new ShipError({
    code: "place_empty",
    message: `${target} holds no such snapshot; publish one with module-lookup publish, or check the address.`,
  });
}

/** A publish target that leads to an address which only machines nearby can have. */
export function refusedHost(target: string, host: string): ShipError {
  return new ShipError({
    code: "target_refused",
    message: `${target} leads to ${host}, which has a private address, and was not followed; if that is right, name the host in --private-hosts.`,
  });
}

/** An answer that no target of the kind gives. */
export function invalidTarget(target: string, got: string): ShipError {
  return new ShipError({
    code: "place_invalid",
    message: `${target} does not answer as such a publish target does (${got}); check the address.`,
  });
}

export function foreignArchive(label: string, got: string): ShipError {
  return new ShipError({
    code: "archive_foreign",
    message: `${label} is not what module-lookup pack writes (${got}) and was not unpacked; pack and publish the snapshot again.`,
  });
}

/** A target that was asked for one snapshot and gives another. */
export function otherRelease(label: string, expected: string, got: string): ShipError {
  return new ShipError({
    code: "release_other",
    message: `${label} was asked for the snapshot ${expected} and gives ${got}, which was not taken; publish that snapshot again, or leave --id out.`,
  });
}

export function damagedArchive(label: string, expected: string, got: string): ShipError {
  return new ShipError({
    code: "archive_damaged",
    message: `${label} is damaged (expected ${expected}, got ${got}) and was not used; publish the snapshot again, or try again if it was damaged on the way.`,
  });
}

export function missingSignature(label: string): ShipError {
  return new ShipError({
    code: "signature_missing",
    message: `${label} is not signed and was refused, as --key wants a signature; publish it with --sign.`,
  });
}

/** A release as another version of this program writes it. */
export function outdatedRelease(label: string, got: number, expected: number): ShipError {
  const remedy =
    got < expected
      ? "publish the snapshot again with this version"
      : "update this program to the version that published it";
  return new ShipError({
    code: "release_format",
    message: `${label} holds a release of format ${got} and this program reads ${expected}; ${remedy}.`,
  });
}

export function wrongSetting(code: string, message: string): ConfigError {
  return new ConfigError({ code, message });
}
