// Where a class, a function or a key of a registry of the browser is, and which modules patch it.
import { readLabelKey, toRegistryName, toScriptName } from "../../../data/module/labels.js";
import type { ModuleParts, ScriptRecord } from "../../../data/module/module-parts.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { listTexts } from "../../../data/snapshot/table/string-table.js";
import type { Outcome } from "../../contract/outcome.js";
import type { ScriptLocation, ScriptLocations } from "../../contract/shape/where.js";
import { listLabels } from "../find/labels.js";
import { listNearTexts } from "../search/near-names.js";
import {
  chooseChain,
  findDoubt,
  readPlaces,
  type DefinitionQuery,
  type Located,
} from "./definition-chain.js";

const KIND = "javascript";

/** @param name as `listScriptNames` has it, or with what it is a member of before it: `instance.web.Widget` */
export function findInScripts(
  snapshot: Snapshot,
  name: string,
  query: DefinitionQuery,
): Outcome<Located<ScriptLocations>> {
  const wanted = name.includes("/") ? name : toScriptName(name);
  const entries = listScriptEntries(snapshot, wanted);
  const has = (entry: number): boolean =>
    toRole(listFound(snapshot.readParts(entry).scripts, wanted)) === "defines";
  const subject = { makers: entries.filter(has), entries };
  if (entries.length === 0) {
    const doubt = findDoubt(snapshot, subject, query);
    const suggestions = listNearTexts(listKnown(snapshot), wanted);
    return { found: false, reason: "unknown_javascript", what: name, suggestions, doubt };
  }
  const outcome = chooseChain(snapshot, { what: name, subject, entries }, query);
  if (!outcome.found) return outcome;
  const { versions, entries: chain, loadOrder, completeness } = outcome.value;
  const modules = readPlaces(snapshot, chain, query, (_, entry) => {
    const rows = listFound(snapshot.readParts(entry).scripts, wanted);
    return { role: toRole(rows), ...rows };
  });
  const body = { name: wanted, ...versions, ...completeness, load_order: loadOrder, modules };
  return { found: true, value: { body, total: chain.length } };
}

/** Entries whose scripts have something of the name, or patch it; ascending. */
export function listScriptEntries(snapshot: Snapshot, name: string): readonly number[] {
  return listLabels(snapshot, name).find(({ kind }) => kind === KIND)?.entries ?? [];
}

type Found = Pick<ScriptLocation, "classes" | "functions" | "registry" | "patches">;

/** What of the scripts has the name; what is only read from a registry is not. */
function listFound(scripts: ModuleParts["scripts"], wanted: string): Found {
  const list = <Row extends object>(choose: (script: ScriptRecord) => readonly Row[]) =>
    scripts.flatMap((script) => {
      const { file, module_id } = script;
      return choose(script).map((row) => ({ ...row, file, module_id }));
    });
  return {
    classes: list(({ classes }) => classes.filter(({ name }) => toScriptName(name) === wanted)),
    functions: list(({ exports, functions }) =>
      functions.filter(({ name }) => name === wanted && exports.includes(name)),
    ),
    registry: list(({ registry }) =>
      registry.filter((key) => key.use !== "get" && toRegistryName(key) === wanted),
    ),
    patches: list(({ patches }) => patches.filter(({ name }) => toScriptName(name) === wanted)),
  };
}

/** What is given anew what it was, with more (`models.Order = models.Order.extend(…)`), is patched. */
function toRole({ classes, functions, registry }: Found): ScriptLocation["role"] {
  const isMade =
    functions.length > 0 ||
    classes.some((one) => one.extends !== one.name) ||
    registry.some(({ use, force }) => use === "add" && !force);
  return isMade ? "defines" : "patches";
}

function listKnown({ loaded: { labels } }: Snapshot): readonly string[] {
  return listTexts(labels.keys).flatMap((key) => {
    const record = readLabelKey(key);
    return record?.kind === KIND ? record.xmlId : [];
  });
}
