// Folders for tests, gone when all tests have run.
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

/** A folder of a fresh name. */
export function makeTemporaryFolder(): string {
  return mkdtempSync(join(inject("temporary"), "test-"));
}

/** Further folders of fresh names inside `folder`, one each call. */
export function makeFolderCounter(folder: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return join(folder, String(count));
  };
}
