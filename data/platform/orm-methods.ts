// The methods that every model has from the platform's own classes, by platform version: what `BaseModel` and the
// classes beside it define, special methods aside. Their files are of no module, so no snapshot has them. They ship
// with the program as orm-methods.txt, which `make platform-orm` writes: a line for all names of the same versions.
//
//     16.0 17.0: check_access_rights(operation,raise_exception=) name_get()
//
// Behind a name are the parameters that a caller gives, `=` behind one that has a default; none where the method is not
// called, or nobody can tell.
import { listParameters } from "../module/method-parameters.js";
import { readShippedText } from "./shipped-text.js";
import { formatWords, readRows, readWords } from "./version-table.js";

/** Name → how it is called, as `(self, operation, raise_exception=)`; `null` where that is not known. */
type Signatures = ReadonlyMap<string, string | null>;

/** By platform version, in numeric order. */
type OrmMethods = ReadonlyMap<string, Signatures>;

/** A set of names, as `Map` has it. */
type Names = Pick<ReadonlySet<string>, "has" | "size" | "keys">;

let known: OrmMethods | undefined;
let all: ReadonlySet<string> | undefined;

/**
 * Methods of the ORM at a version. An unknown version gets the methods of all versions, so that no
 * call is wrongly reported as missing.
 * @throws {OperatorError} `module_names_unavailable` where this installation lacks the file
 */
export function getOrmMethods(platformVersion: string): Names {
  return readShipped().get(platformVersion) ?? getAllOrmMethods();
}

export function findOrmSignature(platformVersion: string, name: string): string | undefined {
  return readShipped().get(platformVersion)?.get(name) ?? undefined;
}

/** Whether the methods of a version are known. @throws {OperatorError} likewise */
export function knowsOrmMethods(platformVersion: string): boolean {
  return readShipped().has(platformVersion);
}

/** Methods of any version. */
export function getAllOrmMethods(): ReadonlySet<string> {
  return (all ??= new Set([...readShipped().values()].flatMap((names) => [...names.keys()])));
}

let ofBase: ReadonlySet<string> | undefined;

/**
 * Methods that modules of the platform give to every model (base-methods.txt). Names outside this
 * set are certain even if those modules are not indexed.
 * @throws {OperatorError} likewise
 */
export function getBaseMethods(): ReadonlySet<string> {
  return (ofBase ??= readShippedText("base-methods.txt", (text) => new Set(readRows(text))));
}

function readShipped(): OrmMethods {
  return (known ??= readShippedText("orm-methods.txt", parseOrmMethods));
}

/** @param head a comment that stands before it */
export function formatOrmMethods(methods: OrmMethods, head: readonly string[]): string {
  const words = Array.from(methods, ([version, own]) => [version, listWords(own)] as const);
  return formatWords(new Map(words), head);
}

function listWords(signatures: Signatures): ReadonlySet<string> {
  return new Set(
    Array.from(signatures, ([name, signature]) => {
      if (signature === null) return name;
      const parameters = listParameters({ signature, decorators: [] });
      const written = parameters.map((one) => `${one.name}${one.hasDefault ? "=" : ""}`);
      return `${name}(${written.join(",")})`;
    }),
  );
}

function parseWord(word: string): readonly [name: string, signature: string | null] {
  const [, name = word, parameters] = /^(\w+)\((.*)\)$/.exec(word) ?? [];
  if (parameters === undefined) return [name, null];
  return [name, `(${["self", ...parameters.split(",").filter((one) => one !== "")].join(", ")})`];
}

/** @throws RangeError for what `formatOrmMethods` does not write */
export function parseOrmMethods(text: string): OrmMethods {
  const methods = new Map<string, Map<string, string | null>>();
  for (const { versions, words } of readWords(text)) {
    for (const version of versions) {
      const own = methods.get(version) ?? new Map<string, string | null>();
      for (const word of words) own.set(...parseWord(word));
      methods.set(version, own);
    }
  }
  return methods;
}
