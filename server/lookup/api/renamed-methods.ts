// Methods that have another name at a later platform version.
import type { LoadedField, LoadedMethod } from "../../../data/loaded-module.js";
import type { ApiEvidence } from "../../interface/shape/api-changes.js";
import type { Members } from "./api-side.js";
import { hasSameParameters } from "./method-details.js";
import {
  compareWords,
  pairNames,
  type Candidate,
  type Renames,
  type Unpaired,
} from "./pair-names.js";

/** The fields of a model at both versions. */
export interface FieldPairs {
  readonly from: Members<LoadedField>;
  readonly to: Members<LoadedField>;
  readonly renamed: Renames;
}

/** From this share of common words on, names are alike. */
const ALIKE = 0.6;

export function pairMethods(methods: Unpaired<LoadedMethod>, fields: FieldPairs): Renames {
  const named = listNamedBy(fields);
  return pairNames(methods, (from, to) => {
    const [one, other] = [from.given.at(-1), to.given.at(-1)];
    if (one === undefined || other === undefined) return undefined;
    return compare(one, other, named.get(`${from.name} ${to.name}`));
  });
}

function compare(
  from: LoadedMethod,
  to: LoadedMethod,
  field: string | undefined,
): Candidate | undefined {
  if (!hasSameParameters(from, to)) return undefined;
  const { shared, share } = compareWords(from.name, to.name);
  const evidence: ApiEvidence[] = field === undefined ? [] : [{ kind: "field", value: field }];
  const [before, after] = [from, to].map(({ decorators }) => decorators.join(", "));
  if (before !== after && field === undefined) return undefined;
  if (before !== undefined && before === after && before.includes("(")) {
    evidence.push({ kind: "decorators", value: before });
  }
  if (evidence.length === 0 && share < ALIKE) return undefined;
  if (shared.length > 0) evidence.push({ kind: "words", value: shared.join(" ") });
  return { from: from.name, to: to.name, weight: evidence.length + share, evidence };
}

/** Arguments of fields that name methods. */
const NAMING = ["compute", "inverse", "search", "selection", "group_expand"];

/** What names the one method at the earlier version and the other at the later one. */
function listNamedBy({ from, to, renamed }: FieldPairs): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (const [name, before] of from) {
    const after = to.get(renamed.get(name)?.name ?? name);
    for (const argument of NAMING) {
      const [one, other] = [before, after].map((given) =>
        given?.at(-1)?.definition.values.get(argument),
      );
      if (typeof one !== "string" || typeof other !== "string" || one === other) continue;
      named.set(`${one} ${other}`, `${argument} of ${name}`);
    }
  }
  return named;
}
