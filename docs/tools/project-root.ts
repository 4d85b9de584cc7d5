// Root of the project: the file runs from dist/docs/tools.
import { fileURLToPath } from "node:url";

/** The folder of package.json. */
export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
