// Writes the list of what the program is made of into the file that is named: `make sbom`.
import { writeFileSync } from "node:fs";
import { listMaterials } from "./bill-of-materials.js";
import { readLockFile } from "./lock-file.js";

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("name the file to write");
writeFileSync(file, `${JSON.stringify(listMaterials(readLockFile()), null, 2)}\n`);
