// A snapshot whose search indexes are damaged is not served: whatever byte of them is another one,
// opening it for lookups is refused, with the section named.
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openSnapshot } from "../../../data/snapshot/decode.js";
import { SnapshotError } from "../../../data/snapshot/errors.js";
import {
  DEFINITION_SECTIONS,
  openLookup,
  SEARCHED_SECTIONS,
} from "../../../server/lookup/lookup.js";
import { copySnapshot, writeSmallSnapshot } from "../../support/small-snapshot.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const root = makeTemporaryFolder();
const nextFolder = makeFolderCounter(root);
const rows: { name: string; offset: number; length: number }[] = [];
let whole = "";

beforeAll(async () => {
  whole = await writeSmallSnapshot(path.join(root, "out"));
  const snapshot = openSnapshot(whole);
  rows.push(...snapshot.sections.rows);
  snapshot.close();
});

describe("a flipped bit in the middle of a section", () => {
  test("of the search indexes is refused before anything is searched", async () => {
    const checked = [...SEARCHED_SECTIONS, ...DEFINITION_SECTIONS];
    const searched = rows.filter(({ name }) => checked.some((other) => other === name));
    expect(searched).toHaveLength(checked.length);
    for (const { name, offset, length } of searched.filter((row) => row.length > 0)) {
      const folder = nextFolder();
      const at = offset + Math.floor(length / 2);
      copySnapshot(whole, folder, {
        "snapshot.bin": (bytes) =>
          Uint8Array.from(bytes, (value, index) => (index === at ? value ^ 1 : value)),
      });
      const failure: unknown = await openLookup(folder, { embedder: {} }).catch((error) => error);
      expect(failure).toBeInstanceOf(SnapshotError);
      expect(failure).toMatchObject({ code: "snapshot_damaged" });
      expect(String(failure)).toContain(`"${name}"`);
    }
  });
});
