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
  const ofRecord = !exists && !ref.includes("#") ? known.listOfRecord(ref) : [];
  switch (kind) {
    case "field":
      return [...(model === null ? known.names : known.listOfFields(model)), ...order, ...ofRecord];
    case "method":
      return [...(model === null ? known.names : known.listOfMethod(model, name)), ...order];
    default: {
      if (!exists) return [...known.listOfName(name), ...ofRecord];
      const own = kind === "model" ? known.listOfModel(name) : known.listOfRecord(name);
      return [...own, ...order];
    }
  }
}
