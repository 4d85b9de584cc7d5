// What the browser's half of a module gained, lost and changed: classes, functions, exports, patches, registry keys and
// templates. Things of one name in several files are told as one; the last in the order of files counts.
import type { ScriptRecord } from "../../../data/module-parts.js";
import type { TemplateHead } from "../../../data/snapshot/loaded/packed-browser.js";
import type { ModuleDiff } from "../../contract/shape/diff.js";
import { diffSets, type Facts } from "./set-diff.js";

/** What runs in the browser of a module. */
export interface BrowserSide {
  readonly scripts: readonly ScriptRecord[];
  readonly templates: readonly TemplateHead[];
}

export const NO_BROWSER: BrowserSide = { scripts: [], templates: [] };

type Kind = keyof ModuleDiff["javascript"];

type Named = readonly [name: string, facts: Facts];

/** What a script has of each kind. */
const IN_SCRIPTS: Readonly<Record<Kind, (script: ScriptRecord) => readonly Named[]>> = {
  classes: (script) =>
    script.classes.map(({ name, extends: parent, template, props, services, methods }) => [
      nameIn(script, name),
      { ...toPlace(script), extends: parent, template, props, services, methods },
    ]),
  functions: (script) =>
    script.functions.map(({ name }) => [nameIn(script, name), toPlace(script)]),
  exports: (script) => script.exports.map((name) => [nameIn(script, name), toPlace(script)]),
  patches: (script) =>
    script.patches.map(({ target, from, methods }) => [target, { from, methods }]),
  registry: ({ registry }) =>
    registry
      .filter(({ use }) => use !== "get")
      .map(({ category, key, use, value, force }) => [`${category}/${key}`, { use, value, force }]),
};

export function diffBrowser(sides: Sides): Pick<ModuleDiff, "javascript" | "templates"> {
  const diff = (kind: Kind) =>
    diffSets(
      { from: readAll(sides.from, IN_SCRIPTS[kind]), to: readAll(sides.to, IN_SCRIPTS[kind]) },
      (facts) => facts,
    );
  return {
    javascript: {
      classes: diff("classes"),
      functions: diff("functions"),
      exports: diff("exports"),
      patches: diff("patches"),
      registry: diff("registry"),
    },
    templates: diffSets(
      { from: readTemplates(sides.from), to: readTemplates(sides.to) },
      (facts) => facts,
    ),
  };
}

export interface Sides {
  readonly from: BrowserSide;
  readonly to: BrowserSide;
}

/** What has no name of its own has that of its module of scripts. */
function nameIn({ module_id: module, file }: ScriptRecord, name: string): string {
  return name === "default" || name === "*" ? `${module ?? file} ${name}` : name;
}

const toPlace = ({ module_id, file }: ScriptRecord): Facts => ({ module: module_id ?? file });

const readAll = (
  { scripts }: BrowserSide,
  read: (script: ScriptRecord) => readonly Named[],
): ReadonlyMap<string, Facts> => new Map(scripts.flatMap(read));

/** What only changes another template is known by that one. */
function readTemplates({ templates }: BrowserSide): ReadonlyMap<string, Facts> {
  return new Map(
    templates.flatMap(({ name, inherit, mode, file }): readonly Named[] => {
      const known = name ?? inherit;
      return known === null ? [] : [[known, { inherit, mode, file }]];
    }),
  );
}
