// Parses the Python files that are named as arguments at the lowest priority and prints their trees, a
// line each. Started by tests, as a process of its own.
import { readFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { parsePython } from "../../../../builder/parse/python/tree.js";

const texts = process.argv.slice(2).map((file) => readFileSync(file, "utf8"));
setPriority(constants.priority.PRIORITY_LOW);
for (const text of texts) process.stdout.write(`${String(parsePython(text))}\n`);
