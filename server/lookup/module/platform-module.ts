// Modules of the platform itself that no repository of a snapshot has, by their names alone.
import { findPlatformEdition } from "../../../data/platform/module-names.js";
import type { PlatformModule } from "../../contract/outcome.js";

/** @param versions those that may be meant, in numeric order; the newest wins */
export function findPlatformModule(
  technicalName: string,
  versions: readonly string[],
): PlatformModule | undefined {
  for (const platformVersion of versions.toReversed()) {
    const edition = findPlatformEdition(technicalName, platformVersion);
    if (edition !== undefined) return { edition, platformVersion };
  }
  return undefined;
}
