// Golden files: known results of a build. `UPDATE_GOLDEN=1 npx vitest run dist/test/builder`
// rewrites them, `npx oxfmt test/golden` formats them; look at the difference before committing.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** In the package root: the compiled tests lie in `dist/test/`. */
const FOLDER = new URL("../../../test/golden/", import.meta.url);

/** The text of a golden file; `current` is written to it first when goldens are to be updated. */
export function readGolden(name: string, current: string): string {
  const file = fileURLToPath(new URL(name, FOLDER));
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(file, current);
  return readFileSync(file, "utf8");
}
