// The program as `npm pack` packs it and `npm install` installs that where only the parser could be compiled: a folder of
// its own, where nothing finds the other packages that the lock file calls optional, or those for development.
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../docs/tools/project-root.js";
import { readLockFile } from "../../deploy/lock-file.js";

/** Optional packages that reading modules needs. */
export const PARSER = ["tree-sitter", "tree-sitter-python", "node-gyp-build"];

/** @returns the file to start */
export function makeLightInstallation(folder: string): string {
  mkdirSync(folder, { recursive: true });
  // The compiled program is already there; the scripts of a pack would build it again.
  const words = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const [packed] = JSON.parse(
    execFileSync("npm", words, {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "ignore"],
      encoding: "utf8",
    }),
  ) as readonly { readonly filename: string }[];
  const archive = path.join(folder, packed?.filename ?? "");
  execFileSync("tar", ["-xzf", archive, "-C", folder, "--strip-components=1"]);
  const modules = path.join(ROOT, "node_modules");
  for (const { place, name, row } of readLockFile().packages) {
    const { dev, optional, devOptional } = row;
    const isNested = place !== `node_modules/${name}`;
    const isOptional = optional === true && !PARSER.includes(name);
    if (isNested || dev === true || isOptional || devOptional === true) continue;
    const link = path.join(folder, "node_modules", name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(modules, name), link);
  }
  return path.join(folder, "dist", "cli", "main.js");
}
