// Decoded modules are shared: heads and classes are decoded once, and ahead of the first question.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Snapshot } from "../../../../data/snapshot/decode.js";
import { SnapshotError } from "../../../../data/snapshot/errors.js";
import { getDecoded } from "../../../../server/registry/loaded/loaded-system.js";
import { prepareRegistry } from "../../../../server/registry/loaded/prepare-registry.js";
import { loadRegistry } from "../../../../server/registry/loaded/registry-cache.js";
import { toRegistryModel } from "../../../../server/registry/model/model-answer.js";
import { planSystem } from "../../../../server/registry/system-cache.js";
import { openParsedModules } from "../../../support/world.js";
import { RENTAL_SYSTEM } from "../rental-system.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { finishSteps } from "../../../../data/yield.js";

const out = makeTemporaryFolder();
let snapshot: Snapshot;
let decodedRows: number;

/** Counts what is read of the snapshot. */
function count<Key, Value>(read: (key: Key) => Value): (key: Key) => Value {
  return (key) => {
    decodedRows += 1;
    return read(key);
  };
}

beforeEach(async () => {
  const opened = await openParsedModules(out, RENTAL_SYSTEM);
  const { readHead, classes } = opened.loaded;
  const loaded = {
    ...opened.loaded,
    readHead: count(readHead),
    classes: { ...classes, read: count(classes.read) },
  };
  snapshot = { ...opened, loaded };
  decodedRows = 0;
});

afterEach(() => snapshot.close());

function describeLease(modules: readonly string[]): string {
  const registry = loadRegistry(
    snapshot,
    planSystem(snapshot, { platformVersion: "17.0", modules }),
  );
  const model = registry.models.findModel("rental.lease");
  return JSON.stringify(model && finishSteps(toRegistryModel(model)));
}

test("a second system decodes nothing that the first one had", () => {
  const first = describeLease(["rental_deposit"]);
  expect(decodedRows).toBeGreaterThan(0);
  decodedRows = 0;
  expect(describeLease(["rental_deposit"])).toBe(first);
  expect(describeLease(["rental"])).not.toBe(first);
  expect(decodedRows).toBe(0);
});

test("a class that is not there is damage", () => {
  expect(() => getDecoded(snapshot).readClass(99)).toThrow(SnapshotError);
});

test("what is prepared is not decoded when it is asked for, and every step yields", async () => {
  let yields = 0;
  await prepareRegistry(snapshot, async () => (yields += 1));
  expect(yields).toBeGreaterThan(10);
  decodedRows = 0;
  expect(describeLease(["rental_deposit"])).toContain("rental.lease");
  expect(decodedRows).toBe(0);
});

test("damage is found when it is prepared", async () => {
  const broken = {
    ...snapshot,
    loaded: {
      ...snapshot.loaded,
      classes: {
        ...snapshot.loaded.classes,
        read: () => {
          throw new SnapshotError({ code: "snapshot_damaged", message: "" });
        },
      },
    },
  };
  await expect(prepareRegistry(broken, async () => undefined)).rejects.toThrow(SnapshotError);
});
