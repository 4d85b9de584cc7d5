// Libraries that Python files import wherever they are loaded: at the beginning of a line, under no condition.
import type { WrittenReference } from "../../../data/module/module-under-development.js";
import { isAlwaysThere } from "../../../data/platform/python-libraries.js";
import { isPythonFile, readMigrationPath } from "../file-kind.js";
import { decodePythonSource } from "../python/text/decode.js";
import type { SourceFile } from "../source-file.js";

const TEXTS = /("""|''')[^]*?\1/g;
const IMPORT = /^(?:from[ \t]+(\w+)[\w.]*[ \t]+import\b|import[ \t]+([\w., \t]+))/gm;

export function listLibraries({ path: file, bytes }: SourceFile): readonly WrittenReference[] {
  if (!isPythonFile(file) && readMigrationPath(file) === undefined) return [];
  const text = decodePythonSource(bytes).text.replaceAll(TEXTS, (one) => one.replaceAll(/./g, " "));
  return Array.from(text.matchAll(IMPORT), ({ 1: from, 2: list = "", index }) => {
    const line = text.slice(0, index).split("\n").length;
    const names = from === undefined ? list.split(",") : [from];
    return names
      .map((one) => /^\s*(\w+)/.exec(one)?.[1] ?? "")
      .filter((name) => name !== "" && !isAlwaysThere(name))
      .map((name): WrittenReference => ({ kind: "library", name, file, line }));
  }).flat();
}
