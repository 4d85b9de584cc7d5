// A folder for one test file, gone when the file is done.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { makeWritable } from "./make-writable.js";

/** A folder of a fresh name; removed after the tests of the file. */
export function makeTemporaryFolder(): string {
  // The real path, so that it can be compared with what programs print.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "module-lookup-test-")));
  afterAll(() => {
    makeWritable(folder);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Further folders of fresh names inside `folder`, one each call. */
export function makeFolderCounter(folder: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return join(folder, String(count));
  };
}
