// Methods that every model has from the platform, by version.
import { expect, test } from "vitest";

import {
  formatOrmMethods,
  getAllOrmMethods,
  getOrmMethods,
  knowsOrmMethods,
  parseOrmMethods,
} from "../../../data/platform/orm-methods.js";

const VERSIONS = ["12.0", "16.0", "17.0", "18.0", "19.0"];

function having(name: string): readonly string[] {
  return VERSIONS.filter((version) => getOrmMethods(version).has(name));
}

test("names come and go with versions", () => {
  expect(having("write")).toEqual(["12.0", "16.0", "17.0", "18.0", "19.0"]);
  expect(having("name_get")).toEqual(["12.0", "16.0", "17.0"]);
  expect(having("check_access")).toEqual(["18.0", "19.0"]);
  expect(having("lock_for_update")).toEqual(["19.0"]);
  expect(having("_transient_vacuum")).toEqual(["12.0", "16.0", "17.0", "18.0", "19.0"]);
  expect(having("__init__")).toEqual([]);
});

test("a version without a list has all names of the others", () => {
  expect(knowsOrmMethods("19.0")).toBe(true);
  expect(knowsOrmMethods("master")).toBe(false);
  expect(getOrmMethods("master")).toBe(getAllOrmMethods());
  expect(getAllOrmMethods().has("name_get")).toBe(true);
});

test("a text says what it was made of, and another one is refused", () => {
  const methods = new Map([
    [
      "17.0",
      new Map([
        ["write", "(self, vals)"],
        ["name_get", null],
        ["read", "(self, fields=None, load: str = '_classic')"],
      ]),
    ],
    ["16.0", new Map([["write", "(self, vals)"]])],
  ]);
  const text = formatOrmMethods(methods, ["Head."]);
  expect(text).toBe("# Head.\n16.0 17.0: write(vals)\n17.0: name_get read(fields=,load=)\n");
  const [[, newest] = ["", new Map<string, string | null>()]] = methods;
  const read = new Map([...newest, ["read", "(self, fields=, load=)"]]);
  expect(parseOrmMethods(text)).toEqual(new Map([...methods, ["17.0", read]]));
  expect(() => parseOrmMethods("17.0 write")).toThrow(RangeError);
});
