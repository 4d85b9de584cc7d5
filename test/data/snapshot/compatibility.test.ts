// Snapshots of every format version that was ever released: they open and give what was written, or
// are refused for being too old. A change of the layout without a new version is seen here.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { PART_NAMES } from "../../../data/part-names.js";
import { openSnapshot } from "../../../data/snapshot/decode.js";
import {
  FORMAT_VERSION,
  OLDEST_READABLE_VERSION,
  SECTIONS,
} from "../../../data/snapshot/format.js";
import { verifySnapshot } from "../../../data/snapshot/verify.js";
import { ROOT } from "../../house/source-tree.js";
import { catchOperatorError } from "../../support/catch-error.js";

const folder = path.join(ROOT, "fixtures", "snapshots");
const versions = readdirSync(folder)
  .filter((name) => name.startsWith("format-"))
  .map((name) => Number(name.replace("format-", "")));

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

describe("kept snapshots", () => {
  test("are what they were when they were first kept", () => {
    const kept = versions
      .toSorted((left, right) => left - right)
      .flatMap((version) =>
        readdirSync(path.join(folder, `format-${version}`)).map((name) => {
          const file = `format-${version}/${name}`;
          const bytes = readFileSync(path.join(folder, file));
          return `${createHash("sha256").update(bytes).digest("hex")}  ${file}`;
        }),
      );
    // A layout that has changed is a new format, with a folder and lines of its own.
    const sums = readFileSync(path.join(folder, "SHA256SUMS"), "utf8");
    expect(kept).toEqual(sums.trimEnd().split("\n"));
  });

  test("are of every format up to the present one", () => {
    const all = Array.from({ length: FORMAT_VERSION }, (_, at) => at + 1);
    expect(versions.toSorted((left, right) => left - right)).toEqual(all);
  });

  test("of the present format have the sections that this program writes", () => {
    const { sections, close } = openSnapshot(path.join(folder, `format-${FORMAT_VERSION}`));
    const names = sections.rows.map(({ name }) => name);
    expect(names.toSorted()).toEqual(Object.keys(SECTIONS).toSorted());
    close();
  });
});

describe("a snapshot of", () => {
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
      // Those that a format does not have are empty.
      expect(Object.keys(snapshot.readParts(0))).toEqual(PART_NAMES);
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
