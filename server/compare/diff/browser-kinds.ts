// Browser code of a module by kind: classes, functions, exports, patches, registry keys and
// templates, each under its name with its facts. Things of one name are one, with all their facts.
import { toGroups } from "../../../data/grouped.js";
import type { ScriptRecord } from "../../../data/module/script-parts.js";
import type { TemplateHead } from "../../../data/snapshot/loaded/keyed-rows.js";
import type { ModuleDiff } from "../../contract/shape/diff.js";
import { toExportKind } from "../api/script-changes.js";
import type { Facts } from "../things.js";

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
      { ...toModule(script), kind: "class", extends: parent, template, props, services, methods },
    ]),
  functions: (script) =>
    script.functions.map(({ name }) => [
      nameIn(script, name),
      { ...toModule(script), kind: "function" },
    ]),
  exports: (script) => script.exports.map((name) => [nameIn(script, name), toModule(script)]),
  patches: (script) =>
    script.patches.map(({ target, from, methods }) => [target, { from, methods }]),
  registry: ({ registry }) =>
    registry
      .filter(({ use }) => use !== "get")
      .map(({ category, key, use, value, force }) => [`${category}/${key}`, { use, value, force }]),
};

/**
 * Things on both sides: an export that others may still import is not gone but of another kind, and
 * reported under its old kind.
 */
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

/** A template that only extends another has the other's name. */
export function listTemplates({ templates }: BrowserSide): ReadonlyMap<string, Facts> {
  return joinNamed(
    templates.flatMap(({ name, inherit, mode, file }): readonly Named[] => {
      const known = name ?? inherit;
      return known === null ? [] : [[known, { inherit, mode, file }]];
    }),
  );
}

/** Kind of each exported name; of several scripts, the one that is no mere value. */
function listExportKinds({ scripts }: BrowserSide) {
  const named = scripts.flatMap((script) =>
    script.exports.map((own) => [nameIn(script, own), toExportKind(script, own)] as const),
  );
  return new Map([
    ...named.filter(([, kind]) => kind === "value"),
    ...named.filter(([, kind]) => kind !== "value"),
  ]);
}

/** A thing without a name has that of its script module. */
function nameIn({ module_id: module, file }: ScriptRecord, name: string): string {
  return name === "default" || name === "*" ? `${module ?? file} ${name}` : name;
}

const toModule = ({ module_id, file }: ScriptRecord): Facts => ({ module: module_id ?? file });

/** Joins several things: lists are concatenated, and differing facts become a list. */
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
