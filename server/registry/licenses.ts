// What may depend on what, by the licences that manifests name.
import type { LicenseKind } from "../../data/module/licenses.js";

/** Which rule forbids that a module of the one kind depends on one of the other. */
export function findLicenseRule(
  own: LicenseKind,
  below: LicenseKind,
): "copyleft_below" | "proprietary_below" | undefined {
  if (own === "other" || below === "other") return undefined;
  if (below === "proprietary") return own === "proprietary" ? undefined : "proprietary_below";
  const asks = STRENGTH[below] > STRENGTH[own];
  return asks ? "copyleft_below" : undefined;
}

/** What is proprietary may stand on LGPL, as Enterprise does, and on nothing that asks for more. */
const STRENGTH = { proprietary: 0, weak: 0, gpl: 1, agpl: 2, other: 0 } as const satisfies Readonly<
  Record<LicenseKind, number>
>;
