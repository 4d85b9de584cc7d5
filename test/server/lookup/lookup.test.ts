// Damaged search indexes: opening the snapshot for lookups is refused, with the section named.
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openSnapshot } from "../../../data/snapshot/decode.js";
import { SnapshotError } from "../../../data/snapshot/errors.js";
import type { SectionName } from "../../../data/snapshot/format.js";
import {
  DEFINITION_SECTIONS,
  openLookup,
  prepareLookup,
  SEARCHED_SECTIONS,
  TERM_SECTIONS,
} from "../../../server/lookup/lookup.js";
import { planSystem } from "../../../server/registry/system-cache.js";
import { GRAPH_SECTIONS } from "../../../server/lookup/dependency/dependency-graph.js";
import { PLAN_SECTIONS } from "../../../server/registry/addons-path.js";
import { catchOperatorError } from "../../support/catch-error.js";
import { copySnapshot, writeSmallSnapshot } from "../../support/small-snapshot.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const root = makeTemporaryFolder();
const nextFolder = makeFolderCounter(root);
const rows: { name: string; offset: number; length: number }[] = [];
let whole = "";

beforeAll(async () => {
  whole = await writeSmallSnapshot(path.join(root, "out"), { hasVectors: false });
  const snapshot = openSnapshot(whole);
  rows.push(...snapshot.sections.rows);
  snapshot.close();
});

/** The snapshot with one bit flipped in the middle of each of these sections, by the section's name. */
function damage(names: readonly SectionName[]): ReadonlyMap<string, string> {
  const damaged = rows.filter(({ name }) => names.some((other) => other === name));
  expect(damaged).toHaveLength(names.length);
  return new Map(
    damaged
      .filter(({ length }) => length > 0)
      .map(({ name, offset, length }) => {
        const folder = nextFolder();
        const at = offset + Math.floor(length / 2);
        copySnapshot(whole, folder, {
          "snapshot.bin": (bytes) =>
            Uint8Array.from(bytes, (value, index) => (index === at ? value ^ 1 : value)),
        });
        return [name, folder];
      }),
  );
}

function expectDamaged(failure: unknown, section: string): void {
  expect(failure).toBeInstanceOf(SnapshotError);
  expect(failure).toMatchObject({ code: "snapshot_damaged" });
  expect(String(failure)).toContain(`"${section}"`);
}

describe("a flipped bit in the middle of a section", () => {
  test("of the search indexes is refused before anything is searched", async () => {
    for (const [name, folder] of damage([...SEARCHED_SECTIONS, ...DEFINITION_SECTIONS])) {
      const failure: unknown = await openLookup(folder, { embedder: {} }).catch((error) => error);
      expectDamaged(failure, name);
    }
  });

  test("of what plans are made of is refused before one is made", () => {
    for (const [name, folder] of damage([...GRAPH_SECTIONS, ...PLAN_SECTIONS])) {
      const question = { platformVersion: "17.0", modules: ["mail"] };
      const failure = catchOperatorError(() => planSystem(openSnapshot(folder), question));
      expectDamaged(failure, name);
    }
  });

  test("of the words of descriptions is refused before they are searched", async () => {
    for (const [name, folder] of damage(TERM_SECTIONS)) {
      const lookup = await openLookup(folder, { embedder: {} });
      // Not only the first time.
      for (const _ of "12")
        expectDamaged(
          catchOperatorError(() => lookup.getTerms()),
          name,
        );
      expectDamaged(await prepareLookup(lookup).catch((error: unknown) => error), name);
      lookup.close();
    }
  });
});
