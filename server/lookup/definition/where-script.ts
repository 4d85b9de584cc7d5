// Locates a class, a function, a key of a registry or a template of the browser, and the modules
// that patch it.
import {
  readLabelKey,
  toRegistryName,
  toScriptName,
  toTemplateId,
  type LabelledKind,
} from "../../../data/module/labels.js";
import type { ScriptRecord } from "../../../data/module/script-parts.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import {
  TEMPLATES_KEY,
  toTemplateHeads,
  type TemplateHead,
} from "../../../data/snapshot/loaded/keyed-rows.js";
import { listTexts } from "../../../data/snapshot/table/string-table.js";
import type { Steps } from "../../../data/yield.js";
import type { Outcome } from "../../contract/outcome.js";
import type { ScriptLocation, ScriptLocations } from "../../contract/shape/where.js";
import { listLabels } from "../find/name-lists.js";
import { deriveOnce } from "../memo.js";
import { getTechnicalName } from "../entries.js";
import { listNearTexts } from "../search/near-names.js";
import {
  chooseChain,
  findDoubt,
  readDefiners,
  type DefinitionQuery,
  type Located,
} from "./definition-chain.js";

const KIND = "javascript" satisfies LabelledKind;

/** One script of a module a step. @param name as `listScriptNames` has it, or with what it is a member of before it: `instance.web.Widget`; or a template's id */
export function* findInScripts(
  snapshot: Snapshot,
  name: string,
  query: DefinitionQuery,
): Steps<Outcome<Located<ScriptLocations>>> {
  const inTemplates = listEntries(snapshot, name, "template");
  const script = name.includes("/") ? name : toScriptName(name);
  const wanted = inTemplates.length > 0 ? name : script;
  const entries = inTemplates.length > 0 ? inTemplates : listScriptEntries(snapshot, script);
  const found = new Map<number, Found>();
  for (const entry of entries) found.set(entry, yield* listFound(snapshot, entry, wanted));
  const find = (entry: number) => found.get(entry) as Found;
  const makers = entries.filter((entry) => toRole(find(entry)) === "defines");
  const subject = { makers, entries };
  if (entries.length === 0) {
    const doubt = findDoubt(snapshot, subject, query);
    const suggestions = listNearTexts(getKnown(snapshot), wanted);
    return { found: false, reason: "unknown_javascript", what: name, suggestions, doubt };
  }
  const outcome = chooseChain(snapshot, { what: name, subject, entries }, query);
  if (!outcome.found) return outcome;
  const { versions, entries: chain, loadOrder, completeness } = outcome.value;
  const modules = yield* readDefiners(snapshot, chain, query, (_, entry) => {
    const rows = find(entry);
    return { role: toRole(rows), ...rows };
  });
  const body = { name: wanted, ...versions, ...completeness, load_order: loadOrder, modules };
  return { found: true, value: { body, total: chain.length } };
}

/** Entries whose scripts have something of the name, or patch it; ascending. */
export function listScriptEntries(snapshot: Snapshot, name: string): readonly number[] {
  return listEntries(snapshot, name, KIND);
}

function listEntries(snapshot: Snapshot, name: string, wanted: LabelledKind): readonly number[] {
  return listLabels(snapshot, name).find(({ kind }) => kind === wanted)?.entries ?? [];
}

/** The templates of the browser that an entry has or changes. */
export function readTemplates({ loaded }: Snapshot, entry: number): readonly TemplateHead[] {
  const row = loaded.readData(entry).rows.get(TEMPLATES_KEY);
  return row === undefined ? [] : toTemplateHeads(loaded.readRow(row));
}

function listFoundTemplates(snapshot: Snapshot, entry: number, wanted: string) {
  const module = getTechnicalName(snapshot, entry);
  return readTemplates(snapshot, entry)
    .filter((head) => toTemplateId(module, head) === wanted)
    .map(({ name, inherit, mode, file, line }) => ({ name, inherit, mode, file, line }));
}

type Found = Pick<ScriptLocation, "classes" | "functions" | "registry" | "patches" | "templates">;

/** Parts of an entry with the name, one script a step; mere reads of a registry are left out. */
function* listFound(snapshot: Snapshot, entry: number, wanted: string): Steps<Found> {
  const all: Omit<Found, "templates">[] = [];
  for (const script of snapshot.readParts(entry).scripts) {
    yield;
    all.push(findInScript(script, wanted));
  }
  return {
    classes: all.flatMap(({ classes }) => classes),
    functions: all.flatMap(({ functions }) => functions),
    registry: all.flatMap(({ registry }) => registry),
    patches: all.flatMap(({ patches }) => patches),
    templates: listFoundTemplates(snapshot, entry, wanted),
  };
}

function findInScript(script: ScriptRecord, wanted: string): Omit<Found, "templates"> {
  const { file, module_id, classes, exports, functions, registry, patches } = script;
  const place = <Row extends object>(rows: readonly Row[]) =>
    rows.map((row) => Object.assign({}, row, { file, module_id }));
  return {
    classes: place(classes.filter(({ name }) => toScriptName(name) === wanted)),
    functions: place(functions.filter(({ name }) => name === wanted && exports.includes(name))),
    registry: place(registry.filter((key) => key.use !== "get" && toRegistryName(key) === wanted)),
    patches: place(patches.filter(({ name }) => toScriptName(name) === wanted)),
  };
}

/** A reassignment that extends (`models.Order = models.Order.extend(…)`) counts as a patch. */
function toRole({ classes, functions, registry, templates }: Found): ScriptLocation["role"] {
  const isMade =
    functions.length > 0 ||
    templates.some(({ mode }) => mode !== "extension") ||
    classes.some((one) => one.extends !== one.name) ||
    registry.some(({ use, force }) => use === "add" && !force);
  return isMade ? "defines" : "patches";
}

const getKnown = deriveOnce(({ loaded: { labels } }): readonly string[] =>
  listTexts(labels.keys).flatMap((key) => {
    const record = readLabelKey(key);
    return record?.kind === KIND || record?.kind === "template" ? record.xmlId : [];
  }),
);
