// Whether an answer is as it would be if every module were indexed: `complete`, which modules it lacks, whose these are, and by the
// rules of which version it was computed.
import {
  count,
  flag,
  optional,
  text,
  texts,
  type ValueOf,
  oneOf,
  namedObject,
} from "../../../data/shape.js";
import { layCaveat, type Block } from "../layout.js";
import { UNRESOLVED_KINDS } from "../../../data/platform/module-lists.js";

/** More names tell nobody more; of an answer, and of a row of many. */
export const MOST_NOT_INDEXED = 50;
export const MOST_IN_ROWS = 10;

export const COMPLETENESS = {
  complete: flag(
    "False if a module that is needed and not indexed at this version could change the answer; missing things may exist nevertheless.",
  ),
  not_indexed: texts(
    `The modules that could change it, sorted, at most ${MOST_NOT_INDEXED}, and ${MOST_IN_ROWS} in each row of a list.`,
  ),
  not_indexed_count: count("Number of all of them."),
};

export const RULES_OF = {
  rules_of: optional(
    text(
      "The newest platform version whose rules are known, where that of the answer is a newer one: by them it was computed.",
    ),
  ),
};

/** Fields at the beginning of every answer about a system. */
export const OF_SYSTEM = {
  platform_version: text(),
  ...RULES_OF,
  ...COMPLETENESS,
};

export type Completeness = {
  readonly [Name in keyof typeof COMPLETENESS]: ValueOf<(typeof COMPLETENESS)[Name]>;
};

interface Told {
  /** False where nothing says that these change what the answer is about: people are not told. */
  readonly not_indexed_needed?: boolean;
  readonly rules_of?: string | undefined;
}

export function layUnknown({
  complete,
  not_indexed: names,
  not_indexed_count: all,
  not_indexed_needed: isNeeded = true,
  ...answer
}: Completeness & Told): readonly Block[] {
  const some = all === 1 ? "1 module" : `${all} modules`;
  const first = all > names.length ? " The first:" : "";
  const says = `Incomplete: ${some} that may change this answer ${all === 1 ? "is" : "are"} not in the index at this version.${first}`;
  return [
    ...layRules(answer),
    ...layCaveat(!complete && isNeeded && names.length > 0, says, names),
  ];
}

export const layRules = ({ rules_of: rules }: Pick<Told, "rules_of">): readonly Block[] =>
  layCaveat(
    rules !== undefined,
    `Answered by the rules of ${rules ?? ""}: those of this version are not known.`,
  );

export const UnresolvedKind = oneOf(
  UNRESOLVED_KINDS,
  "`core`: Odoo Community has a module of that name at this version; `enterprise`: Odoo Enterprise has one; `unknown`: neither has.",
);

export const UnresolvedModule = namedObject("UnresolvedModule", {
  technical_name: text(),
  kind: UnresolvedKind,
});
export type UnresolvedModule = ValueOf<typeof UnresolvedModule>;
