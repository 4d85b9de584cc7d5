// Values of selections that several classes give.
import { describe, expect, test } from "vitest";

import type { LiteralValue } from "../../../../data/module/loaded-module.js";
import { DYNAMIC, type Attribute } from "../../../../server/registry/model/attribute.js";
import {
  mergeSelection,
  mergeSequences,
} from "../../../../server/registry/model/field-selection.js";
import { getRules } from "../../../../data/platform/rules.js";

const letters = (...sequences: string[]) =>
  mergeSequences(sequences.map((sequence) => [...sequence])).join("");

describe("sequences", () => {
  test("keep the order of each", () => {
    expect(letters("ABC")).toBe("ABC");
    expect(letters("ABC", "XB")).toBe("AXBC");
    expect(letters("ABC", "Z", "YC", "AXY")).toBe("ABXYCZ");
  });

  test("that contradict each other give each item once", () => {
    expect([...letters("AB", "BA")].toSorted().join("")).toBe("AB");
  });
});

/** `"a b=Label"`: values, with or without label. */
function items(text: string, named = true): LiteralValue {
  return text.split(" ").map((item) => {
    const [value = "", label] = item.split("=");
    if (label !== undefined) return [value, label];
    return named ? [value, value.toUpperCase()] : [value];
  });
}

function merge(...definitions: readonly Readonly<Record<string, Attribute>>[]): string | undefined {
  return mergeAt("17.0", ...definitions);
}

function mergeAt(
  platformVersion: string,
  ...definitions: readonly Readonly<Record<string, Attribute>>[]
): string | undefined {
  const steps = { left: 1_000, fault: () => new Error("too many steps") };
  return mergeSelection(
    definitions.map((given) => new Map(Object.entries(given))),
    { steps, rules: getRules(platformVersion) },
  )
    ?.map(([value, label]) => `${value}=${label}`)
    .join(" ");
}

describe("a selection", () => {
  const selection = items("draft sale done");

  test("is what is given", () => {
    expect(merge({ selection })).toBe("draft=DRAFT sale=SALE done=DONE");
    expect(merge({ selection: [] })).toBe("");
  });

  test("is overridden as a whole", () => {
    expect(merge({ selection }, { string: "Label" }, { selection: items("a b") })).toBe("a=A b=B");
  });

  test("grows by additions, whose place those say that they name", () => {
    expect(merge({ selection }, { selection_add: items("sent") })).toBe(
      "draft=DRAFT sale=SALE done=DONE sent=SENT",
    );
    expect(merge({ selection }, { selection_add: [["sent", "Sent"], ["sale"]] })).toBe(
      "draft=DRAFT sent=Sent sale=SALE done=DONE",
    );
    expect(merge({ selection }, { selection_add: items("done=Locked") })).toBe(
      "draft=DRAFT sale=SALE done=Locked",
    );
  });

  test("of which something is unknown is none", () => {
    expect(merge({})).toBeUndefined();
    expect(merge({ selection: DYNAMIC }, { selection_add: items("a") })).toBeUndefined();
    expect(merge({ selection: "_list_values" })).toBeUndefined();
    expect(merge({ selection }, { selection_add: DYNAMIC })).toBeUndefined();
    expect(merge({ selection: [["a", 1]] })).toBeUndefined();
    expect(merge({ selection: DYNAMIC }, { selection })).toBe("draft=DRAFT sale=SALE done=DONE");
  });
});

test("values that are added come last at 12.0, whatever stands before them", () => {
  const definitions = [{ selection: items("a b") }, { selection_add: items("x b=Other") }];
  expect(mergeAt("12.0", ...definitions)).toBe("a=A b=Other x=X");
  expect(mergeAt("13.0", ...definitions)).toBe("a=A x=X b=Other");
});
