// The state of a search in the address bar: it comes back as it was put there.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  FILTER_NAMES,
  FIRST_SHOWN,
  isIdle,
  NO_FILTERS,
  parseSearchState,
  settleVersion,
  showMore,
  toSearchAddress,
  type SearchState,
} from "../../../server/explorer/shared/search-state.js";

function parse(address: string): SearchState {
  return parseSearchState(new URL(address, "http://localhost").searchParams);
}

const EMPTY: SearchState = { q: "", show: FIRST_SHOWN, filters: NO_FILTERS };

describe("the address of a search", () => {
  test("is short where nothing is asked", () => {
    expect(toSearchAddress(EMPTY)).toBe("/");
    expect(parse("/")).toEqual(EMPTY);
    expect(isIdle(parse("/?by=meaning&x=y"))).toBe(true);
  });

  test("comes back as it was", () => {
    const text = fc.string({ unit: "grapheme" }).map((one) => one.trim());
    const state = fc.record({
      q: text,
      show: fc.integer({ min: FIRST_SHOWN, max: 200 }),
      filters: fc.record(Object.fromEntries(FILTER_NAMES.map((name) => [name, text]))),
    });
    fc.assert(
      fc.property(state, (one) => {
        const whole = { ...one, filters: { ...NO_FILTERS, ...one.filters } };
        expect(parse(toSearchAddress(whole))).toEqual(whole);
      }),
    );
  });

  test("takes anything", () => {
    expect(parse("/?show=-1&by=x&q=%20a%20").show).toBe(FIRST_SHOWN);
    expect(parse("/?show=1e9")).toEqual(EMPTY);
    expect(parse("/?show=9999").show).toBe(200);
    expect(showMore(parse("/?show=150")).show).toBe(200);
  });
});

test("filters need a version, and get one", () => {
  const narrowed = parse("/?license=AGPL-3");
  expect(settleVersion(narrowed, "16.0").filters.platform_version).toBe("16.0");
  expect(
    settleVersion(parse("/?license=x&platform_version=8.0"), "16.0").filters.platform_version,
  ).toBe("8.0");
  expect(settleVersion(parse("/?q=x"), "16.0").filters.platform_version).toBe("");
  // The list of the box is of all versions, narrowed or not.
  expect(settleVersion(parse("/?q=x&license=y"), "16.0").filters.platform_version).toBe("");
  expect(settleVersion(parse("/?q=x&kind=module"), "16.0").filters.platform_version).toBe("16.0");
});
