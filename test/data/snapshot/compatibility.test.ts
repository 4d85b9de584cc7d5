// Snapshots of every format version that was ever released: they open and give what was written, or
// are refused for being too old. A change of the layout without a new version is seen here.
import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { openSnapshot } from "../../../data/snapshot/decode.js";
import { FORMAT_VERSION, OLDEST_READABLE_VERSION } from "../../../data/snapshot/format.js";
import { verifySnapshot } from "../../../data/snapshot/verify.js";
import { ROOT } from "../../house/source-tree.js";
import { catchOperatorError } from "../../support/catch-error.js";

const folder = path.join(ROOT, "fixtures", "snapshots");
const versions = readdirSync(folder).map((name) => Number(name.replace("format-", "")));

/** Name, platform version, models, number of views, dependencies: the stand-ins of the platform. */
const WRITTEN = [
  ["base", "17.0", ["res.partner: 9 fields", "res.users: 3 fields", "res.groups: 1 fields"], 2, []],
  [
    "mail",
    "17.0",
    ["mail.message: 6 fields", "mail.thread: 2 fields", "mail.activity.mixin: 2 fields"],
    1,
    ["base", "web"],
  ],
  ["web", "17.0", [], 3, ["base"]],
];

describe("a snapshot of", () => {
  test("the present format is kept", () => {
    expect(versions).toContain(FORMAT_VERSION);
  });

  test.each(versions.filter((version) => version >= OLDEST_READABLE_VERSION))(
    "format %d opens and gives what was written",
    async (version) => {
      const snapshot = openSnapshot(path.join(folder, `format-${version}`));
      expect((await verifySnapshot(snapshot)).damaged).toEqual([]);
      const records = [0, 1, 2].map((entry) => snapshot.readRecord(entry));
      expect(
        records.map((record) => [
          record.technical_name,
          record.platform_version,
          record.models.map((model) => `${model.model_name}: ${model.fields.length} fields`),
          record.views.length,
          record.declared_dependencies.platform,
        ]),
      ).toEqual(WRITTEN);
      expect(snapshot.versions).toEqual(["17.0"]);
      expect(snapshot.readTerms().length).toBeGreaterThan(0);
      snapshot.close();
    },
  );

  test.each(versions.filter((version) => version < OLDEST_READABLE_VERSION))(
    "format %d is refused as too old",
    (version) => {
      const error = catchOperatorError(() => openSnapshot(path.join(folder, `format-${version}`)));
      expect(error.code).toBe("snapshot_older");
    },
  );
});
