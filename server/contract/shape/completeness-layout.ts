// Layout of incompleteness: an answer could differ with more modules in the index, or with known
// rules of its version.
import type { Block } from "../layout.js";
import type { Completeness } from "./completeness.js";

export function layUnknown({
  complete,
  not_indexed: names,
  not_indexed_count: all,
  ...answer
}: Completeness & { readonly rules_of?: string | undefined }): readonly Block[] {
  const left = all - names.length;
  return [
    ...layRules(answer),
    ...(complete
      ? []
      : [
          {
            kind: "caveat",
            says: [
              "Incomplete: these modules are not in the index, and could change it",
              ...(left > 0 ? [` (and ${left} more)`] : []),
              ":",
            ],
            names,
          } as const,
        ]),
  ];
}

export function layRules({ rules_of: rules }: { rules_of?: string | undefined }): readonly Block[] {
  if (rules === undefined) return [];
  return [
    {
      kind: "caveat",
      says: [`Answered by the rules of ${rules}: those of this version are not known.`],
    },
  ];
}
