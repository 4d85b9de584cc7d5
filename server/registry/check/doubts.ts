// Which modules that are not indexed could change what is told of a reference.
import type { Registry } from "../loaded/registry-cache.js";
import type { Verdict } from "./check-reference.js";

/** None where it is as if they were indexed. @param ref as it was asked for */
export function listDoubts(
  { known }: Registry,
  { exists, kind, model, name, defined }: Verdict,
  ref: string,
): readonly string[] {
  if (known.names.length === 0) return [];
  const order = known.listOfOrder([...new Set(defined.map(({ module }) => module))]);
  const ofRecord = exists !== true && !ref.includes("#") ? known.listOfRecord(ref) : [];
  if (kind === "field" || kind === "method") {
    if (model === null) return known.names;
    const own = kind === "field" ? known.listOfFields(model) : known.listOfMethod(model, name);
    return [...own, ...order, ...ofRecord];
  }
  // A name that no model of the system begins may be one of a module that is not indexed.
  if (exists !== true) return known.names;
  const own = kind === "model" ? known.listOfModel(name) : known.listOfRecord(name);
  return [...own, ...order];
}
