// The project's own source files and what they import, for the tests of the house rules and for tools.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../docs/tools/project-root.js";
import { once } from "../../server/lookup/memo.js";

export interface SourceText {
  /** Relative to the root. */
  readonly path: string;
  readonly text: string;
  /** Imports: paths relative to the root, or names of packages and node modules. */
  readonly imports: readonly Import[];
}

export interface Import {
  readonly target: string;
  /** Gone when it runs. */
  readonly isOfTypes: boolean;
  /** Loaded when the running program asks for it. */
  readonly isLazy: boolean;
}

/** The TypeScript files under the given rooms, or under all, by path; declarations alone are generated. */
export function readSources(rooms: readonly string[] = [""]): readonly SourceText[] {
  return readAll().filter(({ path: file }) =>
    rooms.some((room) => room === "" || file.startsWith(`${room}/`)),
  );
}

const readAll = once(() =>
  listProjectFiles()
    .filter((file) => /(?<!\.d)\.ts$/.test(file))
    .map((file) => {
      const text = readFileSync(path.join(ROOT, file), "utf8");
      return { path: file, text, imports: listImports(file, text) };
    }),
);

/** Files that git knows or would add, so that build output and caches do not count. */
export const listProjectFiles = once((): readonly string[] => {
  const output = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return output.split("\n").filter((file) => file !== "" && existsSync(path.join(ROOT, file)));
});

function listImports(file: string, text: string): readonly Import[] {
  const declared = [
    ...text.matchAll(/^(?:import|export)\s(type\s)?[^;"]*?from\s+"([^"]+)"/gm),
    ...text.matchAll(/^import\s+()"([^"]+)"/gm),
  ].map(([, isType, specifier = ""]) => ({ specifier, isOfTypes: Boolean(isType), isLazy: false }));
  const lazy = [...text.matchAll(/\bimport\("([^"]+)"\)/g)].map(([, specifier = ""]) => ({
    specifier,
    isOfTypes: false,
    isLazy: true,
  }));
  return [...declared, ...lazy].map(({ specifier, ...how }) => ({
    target: specifier.startsWith(".") ? toSourcePath(file, specifier) : specifier,
    ...how,
  }));
}

export function toSourcePath(file: string, specifier: string): string {
  return path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, ".ts");
}
