// The platform's load order of modules given as names and what they declare.
import { describe, expect, test } from "vitest";
import {
  orderForLoading,
  findLoadPositions,
} from "../../../../server/lookup/dependency/load-order.js";
import { testLong } from "../../../support/properties.js";

const VERSION = "17.0";

type Declared = Readonly<Record<string, readonly string[]>>;

const order = (declared: Declared, version = VERSION): readonly string[] =>
  orderForLoading(
    Object.keys(declared),
    (name) => (Object.hasOwn(declared, name) ? declared[name] : undefined),
    version,
  );

const DECLARED: Declared = {
  zoo: ["web"],
  sale: ["account", "web"],
  account: ["product", "web"],
  product: ["web"],
  web: ["base"],
  bus: ["base", "web"],
  base: [],
  alone: [],
};

describe("orderForLoading", () => {
  test("is by the longest way down, then by name; base comes first", () => {
    expect(order(DECLARED)).toEqual([
      "base",
      "alone",
      "web",
      "bus",
      "product",
      "zoo",
      "account",
      "sale",
    ]);
  });

  test("does not depend on the order in which names are asked for, nor on what else is asked", () => {
    const listDepends = (name: string) => DECLARED[name];
    const whole = order(DECLARED);
    const names = Object.keys(DECLARED);
    for (const asked of [names.toReversed(), names.toSorted(), ["zoo", "sale", "bus"]]) {
      const wanted = whole.filter((name) => asked.includes(name));
      expect(orderForLoading(asked, listDepends, VERSION)).toEqual(wanted);
    }
  });

  test("leaves out what depends on a name that is not known, and all above it", () => {
    expect(order({ base: [], web: ["base"], x: ["gone", "web"], y: ["x"] })).toEqual([
      "base",
      "web",
    ]);
  });

  test("leaves out circles and what depends on them, whichever of them is met first", () => {
    const declared: Declared = {
      base: [],
      above: ["one"],
      one: ["two", "base"],
      two: ["three"],
      three: ["one"],
      self: ["self"],
      beside: ["base"],
    };
    const names = Object.keys(declared);
    for (const [at] of names.entries()) {
      const turned = [...names.slice(at), ...names.slice(0, at)];
      const found = orderForLoading(turned, (name) => declared[name], VERSION);
      expect(found).toEqual(["base", "beside"]);
    }
  });

  test("puts test modules right after what they depend on, since 19.0", () => {
    const declared: Declared = {
      base: [],
      mail: ["base"],
      note: ["base"],
      test_mail: ["mail", "base"],
      test_test_mail: ["test_mail"],
      zoo: ["mail"],
    };
    const before = ["base", "mail", "note", "test_mail", "zoo", "test_test_mail"];
    expect(order(declared, "18.0")).toEqual(before);
    const since = ["base", "mail", "test_mail", "test_test_mail", "note", "zoo"];
    expect(order(declared, "19.0")).toEqual(since);
    expect(order(declared, "master")).toEqual(since);
  });

  test("takes names that every object inherits for names", () => {
    const declared = new Map([
      ["base", []],
      ["constructor", ["base"]],
      ["__proto__", ["constructor"]],
    ]);
    const found = orderForLoading([...declared.keys()], (name) => declared.get(name), VERSION);
    expect(found).toEqual(["base", "constructor", "__proto__"]);
  });
});

testLong("a chain as long as somebody likes has its depths", () => {
  const last = 50_000;
  const places = findLoadPositions(
    [`m${last}`],
    (name) => (name === "m0" ? [] : [`m${Number(name.slice(1)) - 1}`]),
    VERSION,
  );
  expect(places.get(`m${last}`)?.depth).toBe(last);
});
