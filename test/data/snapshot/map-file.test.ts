// A file as mapped bytes: mapped, closed, replaced, empty, absent.
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mapFile } from "../../../data/snapshot/map-file.js";
import { catchOperatorError } from "../../support/catch-error.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

const folder = makeTemporaryFolder();

function write(name: string, bytes: Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

test("a mapped file is its bytes, also beyond a page", () => {
  const bytes = Uint8Array.from({ length: 10_001 }, (_, index) => index % 251);
  const mapped = mapFile(write("pages", bytes));
  expect(mapped.isMapped).toBe(process.platform !== "win32");
  expect(mapped.bytes.length).toBe(bytes.length);
  expect(Buffer.compare(mapped.bytes, bytes)).toBe(0);
  mapped.close();
});

test("a file can be mapped twice, and closing one leaves the other", () => {
  const file = write("twice", Buffer.from("module"));
  const first = mapFile(file);
  const second = mapFile(file);
  first.close();
  expect(Buffer.from(second.bytes).toString()).toBe("module");
  second.close();
});

test("a mapped file stays as it was when another takes its name", () => {
  const file = write("old", Buffer.from("old"));
  const mapped = mapFile(file);
  renameSync(write("new", Buffer.from("new")), file);
  expect(Buffer.from(mapped.bytes).toString()).toBe("old");
  mapped.close();
});

test("what is read after the end is zeros, and what was mapped meanwhile stays", () => {
  const file = write("late", Buffer.alloc(100_000, 7));
  const closed = mapFile(file);
  const late = new Uint32Array(closed.bytes.buffer);
  closed.close();
  const mapped = mapFile(file);
  closed.close();
  expect(late.every((word) => word === 0)).toBe(true);
  expect(mapped.bytes.every((byte) => byte === 7)).toBe(true);
  mapped.close();
});

test("an empty file has no bytes and needs no mapping", () => {
  const mapped = mapFile(write("empty", new Uint8Array()));
  expect(mapped).toMatchObject({ isMapped: false });
  expect(mapped.bytes.length).toBe(0);
  mapped.close();
});

test("a file that is not there cannot be read", () => {
  const error = catchOperatorError(() => mapFile(join(folder, "nothing")));
  expect(error).toMatchObject({
    code: "snapshot_unreadable",
    message: expect.stringContaining("ENOENT"),
  });
});
