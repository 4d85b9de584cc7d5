// Sources that a snapshot must not lack.
import { describeLayouts } from "../progress/layout-report.js";
import type { PartResult } from "../reading/read-source.js";
import { SourceError } from "../source/source-error.js";

/**
 * A snapshot of nothing, as when the network is down, must not take the place of a good one.
 * @throws SourceError `nothing_read`, `no_modules`, or with `strict` `sources_unread`
 */
export function requireReadings(readings: readonly PartResult[], strict: boolean): void {
  const faults = readings.flatMap((reading) => reading.row.faults);
  const got = [...faults, ...describeLayouts(readings)].join(" ");
  if (readings.every((reading) => reading.row.branches.length === 0)) {
    throw new SourceError({
      code: "nothing_read",
      message: `No branch could be read, nothing was built: ${got}`,
    });
  }
  if (readings.every((reading) => reading.modules.length === 0)) {
    throw new SourceError({
      code: "no_modules",
      message:
        `No module was found in the branches that were read, nothing was built; correct "addons" and "branches" in the sources file. ${got}`.trim(),
    });
  }
  if (strict) requireAll(faults);
}

/** @throws SourceError `sources_unread` when something could not be read */
export function requireAll(faults: readonly string[]): void {
  if (faults.length === 0) return;
  const got = faults.join(" ");
  throw new SourceError({
    code: "sources_unread",
    message: `With --strict nothing was built, since not everything could be read: ${got}`,
  });
}
