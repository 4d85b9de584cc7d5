// `make platform-python`: rewrites data/platform/python-names.txt, out of the repositories of the platform that a sources file
// names: what its own packages bind at their top level, no code and no words.
import { toGroups } from "../../data/grouped.js";
import { ANY_NAME } from "../../data/module/loaded-module.js";
import { compareText } from "../../data/platform/platform-version.js";
import { formatWords } from "../../data/platform/version-table.js";
import { parsePythonFile } from "../parse/python/python-file.js";
import { refreshFromSources } from "./refresh.js";

const FILES =
  /^odoo\/(?:(?:api|fields|http|models|modules|orm|osv|service|tools)\/(?!.*(?:^|\/)tests\/).*|\w+)\.py$/;

await refreshFromSources(
  "data/platform/python-names.txt",
  (path) => FILES.test(path),
  (branches) => {
    // Several sources may have a branch of one version.
    const names = Array.from(
      toGroups(branches, ({ version }) => version),
      ([version, own]) => [version, new Set(own.flatMap(({ files }) => listNames(files)))] as const,
    );
    return formatWords(new Map(names), [
      "Names that Odoo's own Python packages bind, with the platform versions that have them. Written by",
      "`make platform-python`; data/platform/python-names.ts says how to read it.",
      "",
      "Source: Odoo Community (LGPL-3.0), of which names alone are here:",
      ...branches.map(({ origin }) => origin).toSorted(compareText),
      "",
    ]);
  },
);

/** Dotted names of files, and of what each binds; those of a file that it imports all of are its own. */
function listNames(files: ReadonlyMap<string, string>): readonly string[] {
  const parsed = new Map(
    Array.from(files, ([path, text]) => {
      const dotted = path.replace(/(?:\/__init__)?\.py$/, "").replaceAll("/", ".");
      const isPackage = path.endsWith("/__init__.py");
      return [dotted, { isPackage, file: parsePythonFile(Buffer.from(text)).value }] as const;
    }),
  );
  const bound = (dotted: string, depth = 0): readonly string[] => {
    const { isPackage = false, file } = parsed.get(dotted) ?? {};
    if (file === undefined || depth > 5) return [ANY_NAME];
    const stars = file.imports.filter(({ from, names }) => names.length === 0 && from[0] === ".");
    const own = file.names.filter((name) =>
      name === ANY_NAME ? stars.length === 0 : !name.includes("."),
    );
    const folder = isPackage ? dotted : dotted.slice(0, dotted.lastIndexOf("."));
    return [...own, ...stars.flatMap(({ from }) => bound(`${folder}${from}`, depth + 1))];
  };
  return [...parsed.keys()].flatMap((dotted) => [
    dotted,
    ...bound(dotted).map((name) => `${dotted}.${name}`),
  ]);
}
