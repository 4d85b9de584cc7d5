// The program as `npm ci --omit=dev --omit=optional` installs it: a folder of its own, where nothing
// finds the packages that the lock file calls optional or for development.
import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../tools/project-root.js";
import { readLockFile } from "../../tools/lock-file.js";

/** @returns the file to start */
export function makeLightInstallation(folder: string): string {
  const modules = path.join(ROOT, "node_modules");
  for (const { place, name, row } of readLockFile().packages) {
    const { dev, optional, devOptional } = row;
    const isNested = place !== `node_modules/${name}`;
    if (isNested || dev === true || optional === true || devOptional === true) continue;
    const link = path.join(folder, "node_modules", name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(modules, name), link);
  }
  for (const part of ["package.json", "data/embedding", "data/platform", ...listCompiled()]) {
    cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true });
  }
  return path.join(folder, "dist", "cli", "main.js");
}

function listCompiled(): readonly string[] {
  const unused = new Set(["test", "bench", "fixtures"]);
  return readdirSync(path.join(ROOT, "dist"))
    .filter((name) => !unused.has(name))
    .map((name) => path.join("dist", name));
}
