// Licences as manifests name them, and their identifiers in the list of SPDX (https://spdx.org/licenses/).

/** `weak`: LGPL and what allows more; `other`: nothing is known. */
export type LicenseKind = "weak" | "gpl" | "agpl" | "proprietary" | "other";

interface License {
  readonly spdx: string;
  readonly kind: LicenseKind;
}

/**
 * The keys that the platform knows (the field `license` in odoo/addons/base/models/ir_module.py), and some that people
 * write. What is no licence of the SPDX list is a `LicenseRef-`, as expressions of SPDX allow.
 */
const LICENSES: ReadonlyMap<string, License> = new Map([
  ["gpl-2", { spdx: "GPL-2.0-only", kind: "gpl" }],
  ["gpl-2 or any later version", { spdx: "GPL-2.0-or-later", kind: "gpl" }],
  ["gpl-3", { spdx: "GPL-3.0-only", kind: "gpl" }],
  ["gpl-3 or any later version", { spdx: "GPL-3.0-or-later", kind: "gpl" }],
  ["agpl-3", { spdx: "AGPL-3.0-only", kind: "agpl" }],
  ["agpl-3 or any later version", { spdx: "AGPL-3.0-or-later", kind: "agpl" }],
  ["lgpl-3", { spdx: "LGPL-3.0-only", kind: "weak" }],
  ["lgpl-3 or any later version", { spdx: "LGPL-3.0-or-later", kind: "weak" }],
  ["mit", { spdx: "MIT", kind: "weak" }],
  ["apache-2", { spdx: "Apache-2.0", kind: "weak" }],
  ["other osi approved licence", { spdx: "LicenseRef-OSI-approved", kind: "weak" }],
  ["oeel-1", { spdx: "LicenseRef-OEEL-1", kind: "proprietary" }],
  ["opl-1", { spdx: "LicenseRef-OPL-1", kind: "proprietary" }],
  ["other proprietary", { spdx: "LicenseRef-proprietary", kind: "proprietary" }],
]);

/** An unknown licence gets a reference made of its text, as far as SPDX allows. */
export function findLicense(written: string): License {
  const known = LICENSES.get(written.trim().toLowerCase());
  if (known !== undefined) return known;
  const name = written.trim().replaceAll(/[^A-Za-z\d.-]+/g, "-");
  return { spdx: `LicenseRef-${name === "" ? "none" : name}`, kind: "other" };
}
