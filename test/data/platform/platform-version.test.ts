// Platform versions: which texts are one, which branches are read unasked, and their one order.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  comparePlatformVersions,
  compareText,
  parsePlatformVersion,
  RELEASE_BRANCH,
} from "../../../data/platform/platform-version.js";

const ORDERED =
  "6.0 6.1 7.0 8.0 9.0 10.0 16.0 17.0 saas-17.2 saas-17.4 18.0 100.0 main master".split(" ");

describe("a platform version", () => {
  test.each([
    ["17.0", "17.0"],
    ["17", "17.0"],
    ["6.1", "6.1"],
    ["saas-17.4", "saas-17.4"],
    ["saas-~17.4", "saas-~17.4"],
    ["master", "master"],
    ["main", "main"],
  ])("is meant by %s: %s", (text, version) => {
    expect(parsePlatformVersion(text)).toBe(version);
  });

  test.each(["", " 17.0", "17.0 ", "17.", ".0", "17.0.1", "v17.0", "1000", "17,0", "docs", "١٧.٠"])(
    "is not meant by %j",
    (text) => {
      expect(parsePlatformVersion(text)).toBeUndefined();
    },
  );

  test("read from its own text is the same one", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom(...ORDERED)), (text) => {
        const version = parsePlatformVersion(text);
        return version === undefined || parsePlatformVersion(version) === version;
      }),
    );
  });
});

describe("a branch that is read unasked", () => {
  test.each(["6.1", "8.0", "17.0"])("is %s", (name) => {
    expect(RELEASE_BRANCH.test(name)).toBe(true);
  });

  test.each(["17", "master", "saas-17.4", "17.0-fix", "x17.0", "docs"])("is not %s", (name) => {
    expect(RELEASE_BRANCH.test(name)).toBe(false);
  });
});

describe("order", () => {
  test("is that of the numbers, names last", () => {
    const shuffled = fc.shuffledSubarray(ORDERED, { minLength: ORDERED.length });
    fc.assert(
      fc.property(shuffled, (versions) => {
        expect(versions.toSorted(comparePlatformVersions)).toEqual(ORDERED);
      }),
    );
  });

  test("is one order for any names: antisymmetric, transitive, zero only for equal ones", () => {
    const name = fc.oneof(
      fc.constantFrom(...ORDERED, "saas-~17.4", "17.00", "017.0"),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(name, name, name, (a, b, c) => {
        const order = comparePlatformVersions(a, b);
        expect(Math.sign(order) + Math.sign(comparePlatformVersions(b, a))).toBe(0);
        expect(order === 0).toBe(a === b);
        if (order < 0 && comparePlatformVersions(b, c) < 0) {
          expect(comparePlatformVersions(a, c)).toBeLessThan(0);
        }
      }),
    );
  });

  test("of texts is by code units, whatever the locale", () => {
    expect(["é", "z", "a", "B", "_", "10", "9"].toSorted(compareText).join(" ")).toBe(
      "10 9 B _ a z é",
    );
    expect(compareText("a", "a")).toBe(0);
  });
});
