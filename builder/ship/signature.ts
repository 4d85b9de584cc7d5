// Who packed a snapshot: an Ed25519 signature of the manifest's bytes, in base64. Plain enough to be
// checked by `openssl pkeyutl -verify -rawin` too.
import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { Release } from "./release.js";
import { ShipError, wrongSetting } from "./ship-error.js";

/** Bytes of a signature in base64. */
export const SIGNATURE_BYTES = 88;

/** @throws ConfigError `key_invalid` unless the file holds an Ed25519 private key, PEM */
export function readSigningKey(file: string): KeyObject {
  return readKey(
    () => createPrivateKey(readFileSync(file)),
    `--sign ${file} is no Ed25519 private key without a passphrase in PEM form; make one with "openssl genpkey -algorithm ed25519".`,
  );
}

/**
 * @param key a file in PEM form, or the one line of base64 in such a file
 * @throws ConfigError `key_invalid` unless it is an Ed25519 public key
 */
export function readPinnedKey(key: string): KeyObject {
  return readKey(
    () =>
      existsSync(key)
        ? createPublicKey(readFileSync(key))
        : createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" }),
    '--key is no Ed25519 public key, neither a file in PEM form nor its line of base64; print it with "openssl pkey -in KEYFILE -pubout".',
  );
}

export function signManifest(manifest: string, key: KeyObject): string {
  return sign(null, Buffer.from(manifest), key).toString("base64");
}

/** @throws ShipError `signature_missing` or `signature_wrong` */
export function requireSignature(release: Release, key: KeyObject, label: string): void {
  if (release.signature === null) {
    throw new ShipError({
      code: "signature_missing",
      message: `${label} is not signed and was refused, as --key wants a signature; publish it with --sign.`,
      expected: "a signature",
      got: "none",
    });
  }
  const signature = Buffer.from(release.signature, "base64");
  if (verify(null, Buffer.from(release.manifest), key, signature)) return;
  throw new ShipError({
    code: "signature_wrong",
    message: `${label} is signed with another key than the one of --key, or was changed, and was refused; find out who published it.`,
    expected: "a signature by the pinned key",
    got: "another",
  });
}

function readKey(read: () => KeyObject, message: string): KeyObject {
  try {
    const key = read();
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // What the library says may quote the key; the message says what is needed.
  }
  throw wrongSetting("key_invalid", message, "an Ed25519 key");
}
