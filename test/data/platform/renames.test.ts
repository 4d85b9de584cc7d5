// Renames as text and back, and those that ship.
import { expect, test } from "vitest";
import {
  listRenames,
  formatRenames,
  parseRenames,
  type Rename,
} from "../../../data/platform/renames.js";

const RENAMES: readonly Rename[] = [
  { platformVersion: "10.0", thing: "module", kind: "renamed", from: "a", to: "b" },
  { platformVersion: "9.0", thing: "model", kind: "merged", from: "x.y", to: "z" },
  { platformVersion: "10.0", thing: "module", kind: "merged", from: "A", to: "b-c" },
];

const TEXT = `# Renames.
#
9.0 model merged x.y z
10.0 module renamed a b
10.0 module merged A b-c
`;

test("renames become lines by version, and are read again", () => {
  expect(formatRenames(RENAMES, ["Renames.", ""])).toBe(TEXT);
  expect(formatRenames([...RENAMES, ...RENAMES].toReversed(), ["Renames.", ""])).toBe(TEXT);
  expect(formatRenames(parseRenames(TEXT), ["Renames.", ""])).toBe(TEXT);
});

test.each(["", "a b", "a\n", "#"])("the name %o is refused", (to) => {
  const rename: Rename = {
    platformVersion: "9.0",
    thing: "module",
    kind: "renamed",
    from: "a",
    to,
  };
  expect(() => formatRenames([rename], [])).toThrow(RangeError);
});

test.each(["9.0 module renamed a", "9.0 thing renamed a b", "9.0 module lost a b", "9.0"])(
  "the line %o is refused",
  (line) => {
    expect(() => parseRenames(line)).toThrow(RangeError);
  },
);

test("what ships knows renamed and merged modules and models", () => {
  const told = listRenames().map(
    ({ platformVersion, thing, kind, from, to }) =>
      `${platformVersion} ${thing} ${kind} ${from} ${to}`,
  );
  expect(told).toContain("9.0 module renamed account_payment account_payment_order");
  expect(told).toContain("16.0 model renamed stock.production.lot stock.lot");
  expect(told.filter((line) => line.includes(" merged ")).length).toBeGreaterThan(300);
  expect(new Set(told).size).toBe(told.length);
});
