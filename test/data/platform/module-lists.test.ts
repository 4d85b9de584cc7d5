// Lists of module names as text and back, and what is said of versions without a list.
import { describe, expect, test } from "vitest";
import {
  findEdition,
  formatModuleLists,
  parseModuleLists,
  type ModuleList,
} from "../../../data/platform/module-lists.js";

const LISTS: readonly ModuleList[] = [
  { platformVersion: "9.0", edition: "core", names: ["base", "asset", "old"] },
  { platformVersion: "10.0", edition: "core", names: ["base", "asset", "gap"] },
  { platformVersion: "11.0", edition: "core", names: ["new", "base"] },
  { platformVersion: "12.0", edition: "core", names: ["base", "new", "gap"] },
  { platformVersion: "9.0", edition: "enterprise", names: [] },
  { platformVersion: "11.0", edition: "enterprise", names: ["asset"] },
  { platformVersion: "12.0", edition: "enterprise", names: ["asset"] },
];

const TEXT = `# Names.
#
# Of a test.
9.0 10.0 11.0 12.0
asset core 9.0-10.0
asset enterprise 11.0-
base core 9.0-
gap core 10.0
gap core 12.0-
new core 11.0-
old core 9.0
`;

const lists = parseModuleLists(TEXT);

test("lists become a line for each run of versions, the same in whichever order they come", () => {
  const head = ["Names.", "", "Of a test."];
  expect(formatModuleLists(LISTS, head)).toBe(TEXT);
  expect(formatModuleLists(LISTS.toReversed(), head)).toBe(TEXT);
});

test("what was read again says of each version what its lists have", () => {
  for (const { platformVersion, edition, names } of LISTS) {
    const found = [...lists.spans.keys()].filter(
      (name) => findEdition(lists, name, platformVersion) === edition,
    );
    expect(found.toSorted()).toEqual(names.toSorted());
  }
});

test("a name that would break the lines is refused", () => {
  for (const name of ["two words", "#comment", ""]) {
    const odd: ModuleList = { platformVersion: "9.0", edition: "core", names: [name] };
    expect(() => formatModuleLists([odd], [])).toThrow(RangeError);
  }
});

test.each(["base core 8.0-", "base other 9.0-", "base core 10.0-9.0", "base core", "base"])(
  "the line %o is refused",
  (line) => {
    expect(() => parseModuleLists(`9.0 10.0\n${line}\n`)).toThrow(RangeError);
  },
);

describe("a version without a list", () => {
  test("between two lists is what both of them say", () => {
    const names = ["base", "new", "asset", "gap", "old"];
    const found = names.map((name) => findEdition(lists, name, "saas-11.3"));
    expect(found).toEqual(["core", "core", "enterprise", undefined, undefined]);
  });

  test("in which a name changed hands has neither", () => {
    expect(findEdition(lists, "asset", "saas-10.2")).toBeUndefined();
  });

  test.each(["6.1", "8.0"])("before all lists, %s, is what the first says", (version) => {
    const names = ["base", "asset", "old", "gap", "new"];
    const found = names.map((name) => findEdition(lists, name, version));
    expect(found).toEqual(["core", "core", "core", undefined, undefined]);
  });

  test.each(["13.0", "master"])("after all lists, %s, is what every one says", (version) => {
    const names = ["base", "asset", "old", "gap", "new"];
    const found = names.map((name) => findEdition(lists, name, version));
    expect(found).toEqual(["core", undefined, undefined, undefined, undefined]);
  });
});
