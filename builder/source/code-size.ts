// How much of a module is what kind of code: what porting it has to do with. Pure.
import type { CodeSize } from "../../data/module/facts.js";
import { toPortedKind } from "../port/file-kind.js";

interface SizedFile {
  /** Relative to the module's folder. */
  readonly path: string;
  readonly sizeBytes?: number | undefined;
}

export function measureCode(files: readonly SizedFile[]): CodeSize {
  const size = { python: 0, javascript: 0, xml: 0, tests: 0, migrations: 0 };
  for (const { path, sizeBytes = 0 } of files) {
    const part = findPart(path);
    if (part !== undefined) size[part] += sizeBytes;
  }
  return size;
}

const EXTENSIONS: Readonly<Record<string, keyof CodeSize>> = {
  py: "python",
  js: "javascript",
  mjs: "javascript",
  ts: "javascript",
  xml: "xml",
};

/** `undefined` for what nobody carries to another version by hand. */
function findPart(path: string): keyof CodeSize | undefined {
  const kind = toPortedKind(path);
  if (kind === "tests") return "tests";
  if (kind === "migration") return "migrations";
  if (kind !== "code" || LIBRARY.test(path)) return undefined;
  return EXTENSIONS[path.slice(path.lastIndexOf(".") + 1)];
}

/** Code of others that a module brings along. */
const LIBRARY = /^static\/(?:src\/)?libs?\/|\.min\.js$/;
