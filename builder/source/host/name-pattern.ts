// Names and globs, as the sources file has them for branches and repositories.
import picomatch from "picomatch";

/** A name is also matched as it is: `16.0-fix(ui)` is a branch, not only a pattern. */
export function toNameMatcher(pattern: string): (name: string) => boolean {
  const matches = picomatch(pattern);
  return (name) => name === pattern || matches(name);
}
