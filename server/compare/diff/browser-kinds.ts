// What the browser's half of a module has, by kind: classes, functions, exports, patches, registry keys and templates, each
// under its name with what is said of it. Things of one name are one, with what is said of all of them.
import { toGroups } from "../../../data/grouped.js";
import type { ScriptRecord } from "../../../data/module/script-parts.js";
import type { TemplateHead } from "../../../data/snapshot/loaded/packed-browser.js";
import type { ModuleDiff } from "../../contract/shape/diff.js";
import { toExportKind } from "../api/script-changes.js";
import type { Facts } from "../things.js";

/** What runs in the browser of a module. */
export interface BrowserSide {
  readonly scripts: readonly ScriptRecord[];
  readonly templates: readonly TemplateHead[];
}

type ScriptKind = keyof ModuleDiff["javascript"];

type Named = readonly [name: string, facts: Facts];

/** One row a kind: what a script has of it. */
const IN_SCRIPTS: Readonly<Record<ScriptKind, (script: ScriptRecord) => readonly Named[]>> = {
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

/** Of both sides: what others may still import is not gone, it is of another kind, and told of where it was. */
export function listScripts(kind: ScriptKind, before: BrowserSide, after: BrowserSide) {
  const [from, to] = [before, after].map(({ scripts }) =>
    joinNamed(scripts.flatMap(IN_SCRIPTS[kind])),
  ) as [Map<string, Facts>, Map<string, Facts>];
  if (kind !== "classes" && kind !== "functions") return { from, to };
  const [former, later] = [listExportKinds(before), listExportKinds(after)];
  for (const [name, facts] of from) {
    const other = later.get(name);
    if (!to.has(name) && other !== undefined) to.set(name, { ...facts, kind: other });
  }
  for (const [name, facts] of to) {
    const other = former.get(name);
    if (from.has(name) || other === undefined) continue;
    if (other === "value") from.set(name, { ...facts, kind: other });
    else to.delete(name);
  }
  return { from, to };
}

/** What only changes another template is known by that one. */
export function listTemplates({ templates }: BrowserSide): ReadonlyMap<string, Facts> {
  return joinNamed(
    templates.flatMap(({ name, inherit, mode, file }): readonly Named[] => {
      const known = name ?? inherit;
      return known === null ? [] : [[known, { inherit, mode, file }]];
    }),
  );
}

/** What each exported name is; where several scripts have it, what is no mere value. */
function listExportKinds({ scripts }: BrowserSide) {
  const named = scripts.flatMap((script) =>
    script.exports.map((own) => [nameIn(script, own), toExportKind(script, own)] as const),
  );
  return new Map([
    ...named.filter(([, kind]) => kind === "value"),
    ...named.filter(([, kind]) => kind !== "value"),
  ]);
}

/** What has no name of its own has that of its module of scripts. */
function nameIn({ module_id: module, file }: ScriptRecord, name: string): string {
  return name === "default" || name === "*" ? `${module ?? file} ${name}` : name;
}

const toPlace = ({ module_id, file }: ScriptRecord): Facts => ({ module: module_id ?? file });

/** Of several things lists are put together, and what is not the same of all is a list too. */
function joinNamed(all: readonly Named[]): Map<string, Facts> {
  const named = toGroups(all, ([name]) => name);
  return new Map(
    Array.from(named, ([name, same]) => {
      const [[, first = {}] = [], ...others] = same;
      if (others.length === 0) return [name, first];
      const joined = Object.keys(first).map((key) => {
        const values = [...new Set(same.flatMap(([, facts]) => facts[key] ?? []))];
        const isList = values.length > 1 || Array.isArray(first[key]);
        return [key, isList ? values.map(String) : (values[0] ?? null)] as const;
      });
      return [name, Object.fromEntries(joined)];
    }),
  );
}
