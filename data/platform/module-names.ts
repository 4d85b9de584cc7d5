// The names of the platform's own modules that ship with the program: module-names.txt, which `make
// platform-names` writes. Read when somebody asks for the first name.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { OperatorError } from "../operator-error.js";
import {
  findEdition,
  parseModuleLists,
  type ModuleLists,
  type PlatformEdition,
  type UnresolvedKind,
} from "./module-lists.js";

/** Not beside the compiled code: compiling copies no such file. */
const FILE = join("data", "platform", "module-names.txt");

interface ShippedLists extends ModuleLists {
  /** Of the file: other lists, other digest. */
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

/** What changes when the lists do, for who keeps what was answered with them. */
export function getModuleNamesDigest(): string {
  known ??= readModuleNames();
  return known.digest;
}

function readModuleNames(): ShippedLists {
  const program = dirname(createRequire(import.meta.url).resolve("#package.json"));
  try {
    const text = readFileSync(join(program, FILE), "utf8");
    return { ...parseModuleLists(text), digest: createHash("sha256").update(text).digest("hex") };
  } catch (cause) {
    const got = (cause as NodeJS.ErrnoException).code ?? (cause as Error).message;
    throw new OperatorError(
      {
        code: "module_names_unavailable",
        message: `${FILE} of this installation cannot be read (${got}): install the program again.`,
        expected: "the names of the platform's modules",
        got,
      },
      { cause },
    );
  }
}
