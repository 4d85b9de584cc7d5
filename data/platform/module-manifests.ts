// The manifests of Odoo Community that ship with the program: module-manifests.txt, which `make platform-manifests`
// writes. Read when somebody asks of a version for the first time.
import {
  parseManifestTable,
  type ManifestTable,
  type PlatformManifests,
} from "./manifest-table.js";
import { readShippedText } from "./shipped-text.js";

let known: ManifestTable | undefined;

const NONE: PlatformManifests = new Map();

/**
 * Of all modules of Odoo Community at a platform version, by name; of a version that the table does not have none.
 * @throws {OperatorError} `module_names_unavailable` where this installation lacks the file
 */
export function getPlatformManifests(platformVersion: string): PlatformManifests {
  known ??= readShippedText("module-manifests.txt", parseManifestTable);
  return known.get(platformVersion) ?? NONE;
}
