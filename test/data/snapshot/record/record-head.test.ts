// A record is taken apart and put together, its dates in seconds.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  joinHead,
  joinOwnHead,
  parseTimestamp,
  toPackedHead,
  toTimestamp,
} from "../../../../data/snapshot/record/record-head.js";
import { arbitraryRecord } from "../../../support/module-records.js";
import { countCases } from "../../../support/properties.js";

describe("a date", () => {
  test("is written in UTC", () => {
    expect(toTimestamp(0)).toBe("1970-01-01 00:00:00");
    expect(toTimestamp(1_709_251_199)).toBe("2024-02-29 23:59:59");
  });

  test("comes back as seconds", () => {
    fc.assert(
      fc.property(fc.nat({ max: 0xffff_ffff }), (seconds) => {
        expect(parseTimestamp(toTimestamp(seconds))).toBe(seconds);
      }),
    );
  });
});

test("facts and packed part make the head of the record, its keys in their order", () => {
  fc.assert(
    fc.property(arbitraryRecord, (record) => {
      const packed = toPackedHead(record);
      const { views: _views, models: _models, ...head } = record;
      const { dependencies, unresolved_dependencies, needs, ...own } = head;
      const joined = joinHead(record, packed, { dependencies, unresolved_dependencies, needs });
      expect(JSON.stringify(joinOwnHead(record, packed))).toBe(JSON.stringify(own));
      expect(JSON.stringify(joined)).toBe(JSON.stringify(head));
    }),
    { numRuns: countCases(30) },
  );
});
