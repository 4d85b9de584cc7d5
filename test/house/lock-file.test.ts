// Lock file: every package is named by its content and comes from the public registry, and none
// runs a script at installation that was not allowed.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { listMaterials, toPurl } from "../../deploy/bill-of-materials.js";
import { findLocked, readLockFile, type LockedPackage } from "../../deploy/lock-file.js";
import { ROOT } from "../../docs/tools/project-root.js";

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly overrides: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

const manifest = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as Manifest;
const lock = readLockFile();
const { root, packages: rows } = lock;

/** Packages of which two versions in a process would not know each other's values. */
const SINGLE = ["koffi", "tree-sitter", "tree-sitter-python", "hnswlib-node", "h3", "msgpackr"];

/** SHA-512 in Base64: 86 digits and two signs that fill up. */
const INTEGRITY = /^sha512-[A-Za-z\d+/]{86}==$/;
const REGISTRY = "https://registry.npmjs.org/";

const listWrong = (isRight: (row: LockedPackage, name: string) => boolean): readonly string[] =>
  rows.filter(({ row, name }) => !isRight(row, name)).map(({ place }) => place);

function isPublic({ resolved, link }: LockedPackage): boolean {
  return link !== true && (resolved === undefined || resolved.startsWith(REGISTRY));
}

describe("every package of the lock file", () => {
  test("is named by its content", () => {
    expect(rows.length).toBeGreaterThan(100);
    expect(listWrong(({ integrity = "" }) => INTEGRITY.test(integrity))).toEqual([]);
  });

  test("comes from the public registry, and is no link, git repository or file", () => {
    expect(listWrong(isPublic)).toEqual([]);
  });

  test("asks for others by version alone", () => {
    const all = [root, ...rows.map(({ row }) => row)].flatMap((row) =>
      Object.entries({ ...row.dependencies, ...row.optionalDependencies }),
    );
    const wrong = all.filter(([, range]) => /[:/]/.test(range.replace(/^npm:(?:@[\w.-]+\/)?/, "")));
    expect(wrong).toEqual([]);
  });

  test("runs a script at installation only where that was decided", () => {
    const running = rows.filter(({ row }) => row.hasInstallScript === true).map(({ name }) => name);
    const undecided = running.filter((name) => !(name in manifest.allowScripts));
    expect(undecided).toEqual([]);
    const gone = Object.keys(manifest.allowScripts).filter((name) => !running.includes(name));
    expect(gone).toEqual([]);
  });
});

describe("the lock file", () => {
  test("says what package.json says", () => {
    const { dependencies, optionalDependencies } = root;
    expect(lock.version).toBe(3);
    expect(dependencies).toEqual(manifest.dependencies);
    expect(optionalDependencies).toEqual(manifest.optionalDependencies);
  });

  test("has the very versions that package.json names", () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest;
    const named = { ...dependencies, ...devDependencies, ...optionalDependencies };
    for (const [name, version] of Object.entries(named)) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
      expect([name, findLocked(lock, name, "")?.row.version]).toEqual([name, version]);
    }
  });

  test("has the overridden versions alone", () => {
    for (const [name, range] of Object.entries(manifest.overrides)) {
      const versions = rows.filter((found) => found.name === name).map(({ row }) => row.version);
      const wanted = range.replace("^", "");
      expect(versions.length).toBe(1);
      expect(versions.filter((version) => !`${version}.`.startsWith(`${wanted}.`))).toEqual([]);
    }
  });

  test.each(SINGLE)("has %s once", (name) => {
    expect(rows.filter((found) => found.name === name).map(({ place }) => place)).toEqual([
      `node_modules/${name}`,
    ]);
  });
});

describe("the list of materials", () => {
  const bill = listMaterials(lock);

  test("names every package that ships, by content, and nothing else", () => {
    const shipping = rows.filter(({ row }) => row.dev !== true);
    expect(bill.components.map(({ purl }) => purl)).toEqual(
      shipping.map(({ name, row }) => toPurl(name, row.version ?? "")),
    );
    for (const { hashes } of bill.components) {
      expect(hashes?.[0]?.content).toMatch(/^[\da-f]{128}$/);
    }
    expect(bill.components.filter(({ scope }) => scope === "required").length).toBeGreaterThan(100);
  });

  test("says of each what it needs, so that all of it is reached from the program", () => {
    const needs = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    const reached = new Set(["."]);
    for (const ref of reached) for (const need of needs.get(ref) ?? []) reached.add(need);
    const refs = bill.components.map((component) => component["bom-ref"]);
    // Peer dependencies are needed by the dependent.
    const missed = refs.filter((ref) => !reached.has(ref));
    expect(missed.length).toBeLessThan(10);
    expect([...reached].filter((ref) => ref !== "." && !refs.includes(ref))).toEqual([]);
  });
});
