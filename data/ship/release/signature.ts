// Signatures of a published snapshot: Ed25519 over the statement's bytes, in base64. Plain enough
// for `openssl pkeyutl -verify -rawin`. One signature by one known key is enough, so keys can be
// changed: for a while both are known, or both sign.
import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { toSha256 } from "../../sha256.js";
import type { Release, Signature } from "./release.js";
import { missingSignature, ShipError, wrongSetting } from "../ship-error.js";
import { encodeStatement, type Statement } from "./statement.js";

const PEM_BLOCK = /-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g;

/**
 * @param written files in PEM form, separated by commas
 * @throws ConfigError `key_invalid` unless each holds an Ed25519 private key
 */
export function readSigningKeys(written: string): readonly KeyObject[] {
  return splitList(written).map((file) =>
    readKey(
      () => createPrivateKey(readFileSync(file)),
      `--sign ${file} is no Ed25519 private key without a passphrase in PEM form; make one with "openssl genpkey -algorithm ed25519".`,
    ),
  );
}

/**
 * @param written files in PEM form, folders of such (`*.pem`), or lines of base64 as such files have,
 * separated by commas
 * @throws ConfigError `key_invalid` unless all are Ed25519 public keys and there is one
 */
export function readPinnedKeys(written: string): readonly KeyObject[] {
  const message =
    '--key holds no Ed25519 public key, or something beside such, as files in PEM form, folders of them or lines of base64; print one with "openssl pkey -in KEYFILE -pubout".';
  const keys = splitList(written).flatMap((part) =>
    listEncodedKeys(part).map((read) => readKey(read, message)),
  );
  if (keys.length === 0) throw wrongSetting("key_invalid", message);
  return keys;
}

/** The release with a statement about it, signed by each key. */
export function signRelease(
  release: Release,
  details: Pick<Statement, "channel" | "sequence" | "expires">,
  keys: readonly KeyObject[],
): Release {
  const { archive, manifest } = release;
  const statement = encodeStatement({ ...details, archive, manifest: toSha256(manifest) });
  const signatures = keys.map((key) => ({
    key: identifyKey(createPublicKey(key)),
    signature: sign(null, Buffer.from(statement), key).toString("base64"),
  }));
  return { archive, manifest, statement, signatures };
}

/**
 * The statement's text, once one of the keys has been found to have signed it.
 * @throws ShipError `signature_missing` or `signature_wrong`
 */
export function requireSignature(
  { statement, signatures }: Release,
  keys: readonly KeyObject[],
  label: string,
): string {
  if (statement === null || signatures.length === 0) throw missingSignature(label);
  const bytes = Buffer.from(statement);
  const isOurs = ({ key, signature }: Signature): boolean =>
    keys.some(
      (known) =>
        identifyKey(known) === key && verify(null, bytes, known, Buffer.from(signature, "base64")),
    );
  if (signatures.some(isOurs)) return statement;
  throw wrongSignature(label);
}

export function wrongSignature(label: string): ShipError {
  return new ShipError({
    code: "signature_wrong",
    message: `${label} is signed with another key than those of --key, or was changed, and was refused; find out who published it.`,
  });
}

function identifyKey(key: KeyObject): string {
  return toSha256(key.export({ type: "spki", format: "der" }));
}

/** Readers for the keys that a part of `--key` stands for. */
function listEncodedKeys(part: string): readonly (() => KeyObject)[] {
  const stats = statSync(part, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) {
    return readdirSync(part)
      .filter((name) => name.endsWith(".pem"))
      .toSorted()
      .flatMap((name) => listBlocks(path.join(part, name)));
  }
  if (stats !== undefined) return listBlocks(part);
  return [() => createPublicKey({ key: Buffer.from(part, "base64"), format: "der", type: "spki" })];
}

function listBlocks(file: string): readonly (() => KeyObject)[] {
  const blocks = readFileSync(file, "latin1").match(PEM_BLOCK) ?? [""];
  return blocks.map((block) => () => createPublicKey(block));
}

function splitList(written: string): readonly string[] {
  return written
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function readKey(read: () => KeyObject, message: string): KeyObject {
  try {
    const key = read();
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // The library's message may quote the key, so it is replaced.
  }
  throw wrongSetting("key_invalid", message);
}
