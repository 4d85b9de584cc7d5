// What the browser's half of a module gained, lost and changed: classes, functions, exports, patches, registry keys and
// templates. Things of one name are told as one, with what is said of all of them.
import { addToGroup } from "../../../data/grouped.js";
import type { ScriptRecord } from "../../../data/module/script-parts.js";
import type { TemplateHead } from "../../../data/snapshot/loaded/packed-browser.js";
import type { ModuleDiff } from "../../contract/shape/diff.js";
import { toExportKind } from "../api/script-changes.js";
import { diffSets, type Facts, type Things } from "./set-diff.js";

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
      { ...toPlace(script), kind: "class", extends: parent, template, props, services, methods },
    ]),
  functions: (script) =>
    script.functions.map(({ name }) => [
      nameIn(script, name),
      { ...toPlace(script), kind: "function" },
    ]),
  exports: (script) => script.exports.map((name) => [nameIn(script, name), toPlace(script)]),
  patches: (script) =>
    script.patches.map(({ target, from, methods }) => [target, { from, methods }]),
  registry: ({ registry }) =>
    registry
      .filter(({ use }) => use !== "get")
      .map(({ category, key, use, value, force }) => [`${category}/${key}`, { use, value, force }]),
};

export function diffBrowser(sides: Sides): Pick<ModuleDiff, "javascript" | "templates"> {
  const kinds = { from: listKinds(sides.from), to: listKinds(sides.to) };
  const diff = (kind: Kind) => {
    const from = readAll(sides.from, IN_SCRIPTS[kind]);
    const to = readAll(sides.to, IN_SCRIPTS[kind]);
    if (kind === "classes" || kind === "functions") keepImportable({ from, to }, kinds);
    return diffNamed({ from, to });
  };
  return {
    javascript: {
      classes: diff("classes"),
      functions: diff("functions"),
      exports: diff("exports"),
      patches: diff("patches"),
      registry: diff("registry"),
    },
    templates: diffNamed({ from: readTemplates(sides.from), to: readTemplates(sides.to) }),
  };
}

type Kinds = ReadonlyMap<string, ReturnType<typeof toExportKind>>;

/** What each exported name is; where several scripts have it, what is no mere value. */
function listKinds({ scripts }: BrowserSide): Kinds {
  const named = scripts.flatMap((script) =>
    script.exports.map((own) => [nameIn(script, own), toExportKind(script, own)] as const),
  );
  return new Map([
    ...named.filter(([, kind]) => kind === "value"),
    ...named.filter(([, kind]) => kind !== "value"),
  ]);
}

/** What others may still import is not gone: it is of another kind, and told of where it was. */
function keepImportable(
  { from, to }: Record<keyof Sides, Map<string, Facts>>,
  kinds: Readonly<Record<keyof Sides, Kinds>>,
): void {
  for (const [name, facts] of from) {
    const kind = kinds.to.get(name);
    if (!to.has(name) && kind !== undefined) to.set(name, { ...facts, kind });
  }
  for (const [name, facts] of to) {
    const kind = kinds.from.get(name);
    if (from.has(name) || kind === undefined) continue;
    if (kind === "value") from.set(name, { ...facts, kind });
    else to.delete(name);
  }
}

const diffNamed = (sides: Things<Facts>) => diffSets(sides, (facts) => facts);

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
): Map<string, Facts> => joinNamed(scripts.flatMap(read));

function joinNamed(all: readonly Named[]): Map<string, Facts> {
  const named = new Map<string, Facts[]>();
  for (const [name, facts] of all) addToGroup(named, name, facts);
  return new Map(Array.from(named, ([name, same]) => [name, joinFacts(same)]));
}

/** Of several things lists are put together, and what is not the same of all is a list too. */
function joinFacts(same: readonly Facts[]): Facts {
  const [first = {}, ...others] = same;
  if (others.length === 0) return first;
  const joined = Object.keys(first).map((key) => {
    const values = [...new Set(same.flatMap((facts) => facts[key] ?? []))];
    const isList = values.length > 1 || Array.isArray(first[key]);
    return [key, isList ? values.map(String) : (values[0] ?? null)] as const;
  });
  return Object.fromEntries(joined);
}

/** What only changes another template is known by that one. */
function readTemplates({ templates }: BrowserSide): ReadonlyMap<string, Facts> {
  return joinNamed(
    templates.flatMap(({ name, inherit, mode, file }): readonly Named[] => {
      const known = name ?? inherit;
      return known === null ? [] : [[known, { inherit, mode, file }]];
    }),
  );
}
