// Properties are tried with the same cases each time. A failing case is printed with its path.
import { configureGlobal } from "fast-check";

/** For the properties of the test file that calls it. */
export function fixSeed(): void {
  configureGlobal({ seed: 20_240_101 });
}
