// The names of the platform's own modules that ship with the program: module-names.txt, which `make
// platform-names` writes. Read when somebody asks for the first name.
import { toSha256 } from "../sha256.js";
import {
  findEdition,
  parseModuleLists,
  type ModuleLists,
  type PlatformEdition,
  type UnresolvedKind,
} from "./module-lists.js";
import { readShippedText } from "./shipped-text.js";

interface ShippedLists extends ModuleLists {
  /** Digest of the file: changes with the lists. */
  readonly digest: string;
}

let known: ShippedLists | undefined;

/**
 * `core` for a module of Odoo Community at the platform version, `enterprise` for one of Odoo
 * Enterprise; what holds for versions without a list says `findEdition`.
 * @throws {OperatorError} `module_names_unavailable` where this installation lacks the file
 */
export function findPlatformEdition(
  name: string,
  platformVersion: string,
): PlatformEdition | undefined {
  known ??= readModuleNames();
  return findEdition(known, name, platformVersion);
}

/** @throws {OperatorError} `module_names_unavailable` */
export function findUnresolvedKind(name: string, platformVersion: string): UnresolvedKind {
  return findPlatformEdition(name, platformVersion) ?? "unknown";
}

/** The platform versions of which there is a list, in numeric order. */
export function listNamedVersions(): readonly string[] {
  known ??= readModuleNames();
  return known.versions;
}

/** Key for caches of answers made with the lists: changes when they do. */
export function getModuleNamesDigest(): string {
  known ??= readModuleNames();
  return known.digest;
}

function readModuleNames(): ShippedLists {
  return readShippedText("module-names.txt", (text) => ({
    ...parseModuleLists(text),
    digest: toSha256(text),
  }));
}
