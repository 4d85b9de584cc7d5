// Every byte counts: for any changed, missing or added byte, open refuses or verify finds it.
// Reading an opened snapshot gives values or a SnapshotError, never a crash.
import path from "node:path";
import * as fc from "fast-check";
import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { openSnapshot, type Snapshot } from "../../../data/snapshot/decode.js";
import { SnapshotError } from "../../../data/snapshot/errors.js";
import { HEADER_BYTES, SECTION_NAMES, SECTION_ROW_BYTES } from "../../../data/snapshot/format.js";
import { verifySnapshot } from "../../../data/snapshot/verify.js";
import { copySnapshot, writeSmallSnapshot } from "../../support/small-snapshot.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { countCases } from "../../support/properties.js";

const root = makeTemporaryFolder();
const copy = path.join(root, "copy");
const lengths = new Map<string, number>();
let whole = "";

beforeAll(async () => {
  whole = await writeSmallSnapshot(path.join(root, "out"));
  copySnapshot(whole, copy);
  for (const name of ["snapshot.json", "snapshot.bin", "vectors.hnsw"]) {
    lengths.set(name, readFileSync(path.join(whole, name)).length);
  }
});

/** A place in a file by a fraction of its length, so that the places can be chosen beforehand. */
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const mask = fc.integer({ min: 1, max: 255 });

function placeIn(name: string, fraction: number): number {
  return Math.floor((lengths.get(name) ?? 0) * fraction);
}

/** Puts the fault into a copy, looks at all of it, and mends it. */
async function expectFound(name: string, change: (bytes: Uint8Array) => Uint8Array): Promise<void> {
  const bytes = readFileSync(path.join(whole, name));
  writeFileSync(path.join(copy, name), change(bytes));
  try {
    const snapshot = openSnapshot(copy);
    try {
      touchAll(snapshot);
      const { damaged } = await verifySnapshot(snapshot);
      expect(damaged.some((part) => part.startsWith(name))).toBe(true);
    } finally {
      snapshot.close();
    }
  } catch (error) {
    expect(error).toBeInstanceOf(SnapshotError);
  } finally {
    writeFileSync(path.join(copy, name), bytes);
  }
}

/** Reads everything that can be read. */
function touchAll(snapshot: Snapshot): void {
  const { entries, names, texts, foldedNames, documentLists, termLists } = snapshot;
  touch((entry) => JSON.stringify(Object.keys(snapshot.readRecord(entry))), entries.length);
  touch((entry) => JSON.stringify(Object.keys(snapshot.readHead(entry))), entries.length);
  touch((entry) => JSON.stringify(Object.keys(snapshot.readParts(entry))), entries.length);
  touch(names.get, names.length);
  touch(texts.get, texts.length);
  touch(foldedNames.get, foldedNames.length);
  touch(foldedNames.getLetters, foldedNames.length);
  for (const { keys, lists } of [snapshot.dependencies, snapshot.authors, snapshot.maintainers]) {
    touch(keys.get, keys.length);
    touch(lists.get, lists.length);
  }
  touch(termLists.get, termLists.length);
  touch(documentLists.get, documentLists.length);
  touchDefinitions(snapshot.definitions);
  touchLoaded(snapshot.loaded, entries.length);
  touch(snapshot.nameFirst.get, snapshot.nameFirst.length);
  touch(snapshot.nameDependents.get, snapshot.nameDependents.length);
  const { length, ...columns } = entries;
  for (const column of Object.values(columns)) touch(column.get, length);
  touch(snapshot.readLineage, 1);
  touch(snapshot.histories.readHistory, snapshot.repositories.length);
  touch((repository) => snapshot.histories.readCommitId(repository, 0), 1);
  const lists = [snapshot.readTerms, snapshot.readVectors, snapshot.readDiagnostics];
  touch((index) => lists[index]?.(), lists.length);
}

function touchLoaded(loaded: Snapshot["loaded"], entries: number): void {
  touch((entry) => JSON.stringify(loaded.readHead(entry)), entries);
  touch((entry) => {
    for (const row of loaded.readData(entry).rows.values()) loaded.readRow(row);
  }, entries);
  touch((entry) => {
    for (const { number, model } of loaded.classes.list(entry)) {
      loaded.classes.read(number);
      loaded.classes.listEntries(model ?? "");
    }
  }, entries);
}

function touchDefinitions(definitions: Snapshot["definitions"]): void {
  const { models, views, fields, methods } = definitions;
  touch(models.get, models.length);
  touch(definitions.listEntries, models.length);
  touch(definitions.listDefiningEntries, models.length);
  touch(views.get, views.length);
  touch(definitions.listForeignEntries, views.length);
  for (const members of [fields, methods]) {
    touch((model) => {
      for (const name of members.listNames(model)) members.findEntries(model, name);
    }, models.length);
  }
}

/** SnapshotErrors are an answer, anything else is thrown. */
function touch(read: (index: number) => unknown, length: number): void {
  for (let index = 0; index < length; index++) {
    try {
      read(index);
    } catch (error) {
      if (!(error instanceof SnapshotError)) throw error;
    }
  }
}

/** Changes some bits of one byte. */
function flip(at: number, bits: number): (bytes: Uint8Array) => Uint8Array {
  return (bytes) => {
    const changed = Uint8Array.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ bits;
    return changed;
  };
}

describe.each(["snapshot.bin", "snapshot.json", "vectors.hnsw"])("a byte of %s", (name) => {
  test("that is flipped is found", async () => {
    await fc.assert(
      fc.asyncProperty(place, mask, async (fraction, bits) => {
        const at = placeIn(name, fraction);
        await expectFound(name, flip(at, bits));
      }),
      { numRuns: countCases(name === "snapshot.bin" ? 200 : 60) },
    );
  });

  test("that is cut off, with all that follow, is found", async () => {
    await fc.assert(
      fc.asyncProperty(place, async (fraction) => {
        await expectFound(name, (bytes) => bytes.subarray(0, placeIn(name, fraction)));
      }),
      { numRuns: countCases(15) },
    );
  });

  test("that is added is found", async () => {
    const added = fc.oneof(fc.constantFrom(0, 0x0a, 0x20), fc.integer({ min: 0, max: 255 }));
    await fc.assert(
      fc.asyncProperty(place, added, fc.boolean(), async (fraction, byte, isLast) => {
        const at = isLast ? (lengths.get(name) ?? 0) : placeIn(name, fraction);
        await expectFound(name, (bytes) =>
          Buffer.concat([bytes.subarray(0, at), Uint8Array.of(byte), bytes.subarray(at)]),
        );
      }),
      { numRuns: countCases(20) },
    );
  });
});

test("a flipped byte of the header or the section table is found", async () => {
  const tableBytes = HEADER_BYTES + SECTION_ROW_BYTES * SECTION_NAMES.length;
  await fc.assert(
    fc.asyncProperty(fc.nat(tableBytes - 1), mask, async (at, bits) => {
      await expectFound("snapshot.bin", flip(at, bits));
    }),
    { numRuns: countCases(150) },
  );
});
