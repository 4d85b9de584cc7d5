// `make docs`: writes the pages of docs/ that follow from declarations.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./project-root.js";
import { writeReferencePages } from "./reference-pages.js";

for (const [name, text] of writeReferencePages()) {
  writeFileSync(path.join(ROOT, "docs", name), text);
}
