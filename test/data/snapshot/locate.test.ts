// Resolution of paths to snapshots, and messages for others.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { SnapshotError } from "../../../data/snapshot/errors.js";
import { locateSnapshot } from "../../../data/snapshot/locate.js";
import { catchOperatorError } from "../../support/catch-error.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

const folder = makeTemporaryFolder();
const out = join(folder, "out");
const snapshot = join(out, "abc");

beforeAll(() => {
  mkdirSync(snapshot, { recursive: true });
  writeFileSync(join(snapshot, "snapshot.json"), "{}");
  symlinkSync("abc", join(out, "current"));
});

describe("the folder of a snapshot", () => {
  test("is itself", () => expect(locateSnapshot(snapshot)).toBe(snapshot));

  test("is what the link `current` names", () => expect(locateSnapshot(out)).toBe(snapshot));

  test("is what the file `current` names, of a system without links", () => {
    const other = join(folder, "other");
    mkdirSync(join(other, "abc"), { recursive: true });
    writeFileSync(join(other, "abc", "snapshot.json"), "{}");
    writeFileSync(join(other, "current"), "abc");
    expect(locateSnapshot(other)).toBe(join(other, "abc"));
  });

  test("is found through the link itself", () => {
    expect(locateSnapshot(join(out, "current"))).toBe(snapshot);
  });
});

test("a link that leads to itself cannot be read", () => {
  mkdirSync(join(folder, "circle"));
  symlinkSync("current", join(folder, "circle", "current"));
  const error = catchOperatorError(() => locateSnapshot(join(folder, "circle")));
  expect(error).toMatchObject({
    code: "snapshot_unreadable",
    message: expect.stringContaining("ELOOP"),
  });
});

describe("there is no snapshot", () => {
  test.each([
    ["in a folder that is not there", "nowhere"],
    ["in an empty folder", "empty"],
    ["behind a link to nothing", "dangling"],
    ["below a file", "file/below"],
    ["in a file", "file"],
  ])("%s", (_, name) => {
    if (name.startsWith("file")) writeFileSync(join(folder, "file"), "");
    else if (name !== "nowhere") mkdirSync(join(folder, name));
    if (name === "dangling") symlinkSync("gone", join(folder, name, "current"));
    const error = catchOperatorError(() => locateSnapshot(join(folder, name)));
    expect(error).toBeInstanceOf(SnapshotError);
    expect(error).toMatchObject({ code: "snapshot_missing" });
    const remedy = name === "file" ? "name the folder that module-lookup build" : "make one with";
    expect(error.message).toContain(remedy);
  });
});
