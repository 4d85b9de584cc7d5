// Runs once, before all files of tests and after them: the fixtures that they share.
import type { TestProject } from "vitest/node";
import { createBuiltFixtures, type BuiltFixtures } from "./build-fixtures.js";

declare module "vitest" {
  interface ProvidedContext {
    /** Repositories and a snapshot of them, to be copied and not to be changed. */
    fixtures: Omit<BuiltFixtures, "cleanup">;
  }
}

/** @returns what ends it */
export default async function shareFixtures({
  provide,
}: TestProject): Promise<() => Promise<void>> {
  const { cleanup, ...fixtures } = await createBuiltFixtures();
  provide("fixtures", fixtures);
  return cleanup;
}
