// The methods that every model has from the platform's own classes, by platform version: what `BaseModel` and the
// classes beside it define, special methods aside. Their files are of no module, so no snapshot has them. They ship
// with the program as orm-methods.txt, which `make platform-orm` writes: a line for all names of the same versions.
//
//     16.0 17.0: check_access_rights name_get
import { addToGroup } from "../grouped.js";
import { comparePlatformVersions, compareText } from "./platform-version.js";
import { readShippedText } from "./shipped-text.js";
import { formatHead, readRows } from "./version-table.js";

/** By platform version, in numeric order. */
type OrmMethods = ReadonlyMap<string, ReadonlySet<string>>;

let known: OrmMethods | undefined;
let all: ReadonlySet<string> | undefined;

/**
 * Of a version that the file does not have all names that some version has: what is called is then not said to be
 * missing where it may be there.
 * @throws {OperatorError} `module_names_unavailable` where this installation lacks the file
 */
export function getOrmMethods(platformVersion: string): ReadonlySet<string> {
  return readShipped().get(platformVersion) ?? getAllOrmMethods();
}

/** Whether the methods of a version are known. @throws {OperatorError} likewise */
export function knowsOrmMethods(platformVersion: string): boolean {
  return readShipped().has(platformVersion);
}

/** Those of whatever version. @throws {OperatorError} likewise */
export function getAllOrmMethods(): ReadonlySet<string> {
  return (all ??= new Set([...readShipped().values()].flatMap((names) => [...names])));
}

let ofBase: ReadonlySet<string> | undefined;

/**
 * Those that modules of the platform give to every model (base-methods.txt): a method of another name is as it is, also
 * where these modules are not indexed.
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
  const versions = [...methods.keys()].toSorted(comparePlatformVersions);
  const lines = new Map<string, string[]>();
  for (const name of new Set([...methods.values()].flatMap((names) => [...names]))) {
    const having = versions.filter((version) => methods.get(version)?.has(name));
    addToGroup(lines, having.join(" "), name);
  }
  const rows = [...lines]
    .toSorted(([left], [right]) => compareText(left, right))
    .map(([having, names]) => `${having}: ${names.toSorted(compareText).join(" ")}`);
  return [...formatHead(head), ...rows, ""].join("\n");
}

/** @throws RangeError for what `formatOrmMethods` does not write */
export function parseOrmMethods(text: string): OrmMethods {
  const methods = new Map<string, Set<string>>();
  for (const row of readRows(text)) {
    const [versions, names, ...rest] = row.split(": ");
    if (versions === undefined || names === undefined || rest.length > 0) {
      throw new RangeError(`a line "${row}"`);
    }
    for (const version of versions.split(" ")) {
      const own = methods.get(version) ?? new Set();
      for (const name of names.split(" ")) own.add(name);
      methods.set(version, own);
    }
  }
  return methods;
}
