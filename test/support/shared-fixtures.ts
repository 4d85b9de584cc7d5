// Runs once, before all files of tests and after them: the folder for all that they write, and in it the
// fixtures that they share.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { closeReaders } from "./builds.js";
import { createBuiltFixtures, type BuiltFixtures } from "./build-fixtures.js";
import { makeWritable } from "./make-writable.js";

declare module "vitest" {
  interface ProvidedContext {
    /** Repositories and a snapshot of them, to be copied and not to be changed. */
    fixtures: BuiltFixtures;
    /** The real path of a folder, so that what is in it can be compared with what programs print. */
    temporary: string;
  }
}

/** @returns what ends it */
export default async function shareFixtures({ provide }: TestProject): Promise<() => void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "module-lookup-tests-")));
  const cleanup = (): void => {
    makeWritable(folder);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    provide("temporary", folder);
    provide("fixtures", await createBuiltFixtures(join(folder, "fixtures")));
  } catch (error) {
    cleanup();
    throw error;
  } finally {
    await closeReaders();
  }
  return cleanup;
}
