// Layout of incompleteness: an answer could differ with more modules in the index, or with known
// rules of its version.
import { layCaveat, type Block } from "../layout.js";
import type { Completeness } from "./completeness.js";

interface Ruled {
  readonly rules_of?: string | undefined;
}

export function layUnknown({
  complete,
  not_indexed: names,
  not_indexed_count: all,
  ...answer
}: Completeness & Ruled): readonly Block[] {
  const some = all === 1 ? "1 module is" : `${all} modules are`;
  const first = all > names.length ? `. The first ${names.length}` : "";
  const says = `Incomplete: ${some} not in the index at this version, and could change it${first}:`;
  return [...layRules(answer), ...layCaveat(!complete && names.length > 0, says, names)];
}

export const layRules = ({ rules_of: rules }: Ruled): readonly Block[] =>
  layCaveat(
    rules !== undefined,
    `Answered by the rules of ${rules ?? ""}: those of this version are not known.`,
  );
