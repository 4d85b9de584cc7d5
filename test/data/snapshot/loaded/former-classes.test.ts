// Classes of format 10: read out of a kept snapshot, also a damaged one.
import path from "node:path";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { openSnapshot } from "../../../../data/snapshot/decode.js";
import { SnapshotError } from "../../../../data/snapshot/errors.js";
import type { SectionName } from "../../../../data/snapshot/format.js";
import { openClasses, type LoadedClasses } from "../../../../data/snapshot/loaded/class-reader.js";
import { ROOT } from "../../../../docs/tools/project-root.js";
import { countCases } from "../../../support/properties.js";

const snapshot = openSnapshot(path.join(ROOT, "fixtures", "snapshots", "format-10"));
const { sections, entries } = snapshot;

afterAll(() => snapshot.close());

const noRow = (): never => {
  throw new Error("format 10 has no classes in records");
};

function open(changed: SectionName, bytes: Uint8Array): LoadedClasses {
  return openClasses(
    { ...sections, get: (name) => (name === changed ? bytes : sections.get(name)) },
    noRow,
  );
}

function readAll(classes: LoadedClasses): number {
  const sizes: number[] = [];
  for (let entry = 0; entry < entries.length; entry++) {
    for (const { number } of classes.list(entry)) {
      classes.read(number);
      sizes.push(classes.countBytes(number));
    }
  }
  expect(sizes.filter((size) => !(size > 0))).toEqual([]);
  return sizes.length;
}

test("all of them are read", () => {
  const { classes } = snapshot.loaded;
  expect(readAll(classes)).toBe(sections.get("loaded-classes.entry").length / 4);
  const [order = -1] = classes.listOfModel("rental.order");
  expect(classes.read(order).model).toBe("rental.order");
});

test.each(["classes.end", "classes.block", "classes.block-end", "loaded-classes.class"] as const)(
  "a wrong number in %s gives another class, or a SnapshotError",
  (name) => {
    const column = sections.get(name);
    fc.assert(
      fc.property(fc.nat({ max: column.length / 4 - 1 }), fc.nat({ max: 2 ** 31 }), (at, value) => {
        const wrong = Uint8Array.from(column);
        new DataView(wrong.buffer).setUint32(4 * at, value, true);
        try {
          readAll(open(name, wrong));
        } catch (error) {
          expect(error).toBeInstanceOf(SnapshotError);
        }
      }),
      { numRuns: countCases(20) },
    );
  },
);
