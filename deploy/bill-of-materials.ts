// Bill of materials in CycloneDX 1.5: every package that ships, with its version, licence, SHA-512
// and dependencies. Made of the lock file alone: the same file gives the same.
import { findLocked, type LockedPackage, type LockFile, type PlacedPackage } from "./lock-file.js";

export interface Component {
  readonly type: "application" | "library";
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  /** Optional ones are for the neural embedder, or for one system. */
  readonly scope?: "required" | "optional";
  readonly hashes?: readonly { readonly alg: "SHA-512"; readonly content: string }[];
  readonly licenses?: readonly { readonly expression: string }[];
  readonly purl: string;
}

export interface BillOfMaterials {
  readonly bomFormat: "CycloneDX";
  readonly specVersion: "1.5";
  readonly version: 1;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

export function listMaterials(lock: LockFile): BillOfMaterials {
  const shipping = lock.packages.filter(({ row }) => row.dev !== true);
  const places = new Set(shipping.map(({ place }) => place));
  const { name = "", version = "", license } = lock.root;
  const application: Component = {
    type: "application",
    "bom-ref": "",
    name,
    version,
    ...toLicences(license),
    purl: toPurl(name, version),
  };
  const listNeeds = (place: string, row: LockedPackage): readonly string[] => {
    const needs = Object.keys({ ...row.dependencies, ...row.optionalDependencies });
    const found = needs.flatMap((need) => findLocked(lock, need, place)?.place ?? []);
    return found.filter((one) => places.has(one)).toSorted();
  };
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: { ...application, "bom-ref": "." } },
    components: shipping.map(toComponent),
    dependencies: [
      { ref: ".", dependsOn: listNeeds("", lock.root) },
      ...shipping.map(({ place, row }) => ({ ref: place, dependsOn: listNeeds(place, row) })),
    ],
  };
}

function toComponent({ place, name, row }: PlacedPackage): Component {
  const { version = "", integrity = "", license } = row;
  const content = Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");
  const isOptional = row.optional === true || row.devOptional === true;
  return {
    type: "library",
    "bom-ref": place,
    name,
    version,
    scope: isOptional ? "optional" : "required",
    hashes: [{ alg: "SHA-512", content }],
    ...toLicences(license),
    purl: toPurl(name, version),
  };
}

function toLicences(license: string | undefined): Pick<Component, "licenses"> {
  return license === undefined ? {} : { licenses: [{ expression: license }] };
}

/** https://github.com/package-url/purl-spec: the sign of a scope is escaped. */
export function toPurl(name: string, version: string): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}
