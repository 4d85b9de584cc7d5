// Replacements for references to models or modules that this system lacks: renamed, merged or split
// up to its platform version, by OpenUpgrade and the lineage of modules.
import { addToGroup } from "../../../data/grouped.js";
import { comparePlatformVersions } from "../../../data/platform/platform-version.js";
import { listRenames, type Rename } from "../../../data/platform/renames.js";
import { getModuleOfXmlId } from "../../../data/module/xml-id.js";
import type { NewName } from "../../contract/shape/system/check.js";
import { findSuccessors } from "../../lookup/lineage/successors.js";
import type { Registry } from "../loaded/registry-cache.js";
import { checkReference, listBeginnings, findSystemRecord } from "./check-reference.js";

/** More of them tell nobody which one is meant. */
const MOST_CONTINUATIONS = 10;

/** @param hasRecord whether a module that is not of the system has a record at its platform version */
export function listSuccessors(
  registry: Registry,
  ref: string,
  hasRecord: (xmlId: string) => boolean,
): readonly NewName[] {
  const model = findRenamedModel(registry, ref);
  const records = listMovedRecords(registry, ref, hasRecord);
  return [...(model === undefined ? [] : [model]), ...records].slice(0, MOST_CONTINUATIONS);
}

/** Successors of the modules that had it. */
export function listModuleSuccessors(
  { system: { snapshot, platformVersion } }: Registry,
  modules: readonly string[],
): readonly NewName[] {
  return modules
    .flatMap((from) =>
      findSuccessors(snapshot, from, platformVersion).map(
        ({ technical_name: to, kind, platform_version: since }): NewName => ({
          thing: "module",
          from,
          to,
          kind,
          since,
          ref: null,
        }),
      ),
    )
    .filter(({ from, to }) => from !== to)
    .slice(0, MOST_CONTINUATIONS);
}

/** The longest beginning of a reference that is the former name of a model. */
function findRenamedModel(registry: Registry, ref: string): NewName | undefined {
  const [path = ""] = ref.split("#", 1);
  for (const from of listBeginnings(path)) {
    const last = followRenames(from, registry.system.platformVersion);
    if (last === undefined) continue;
    const { to, kind, platformVersion: since } = last;
    const now = to + ref.slice(from.length);
    const exists = checkReference(registry, now).exists === true;
    return { thing: "model", from, to, kind, since, ref: exists ? now : null };
  }
  return undefined;
}

let renamedModels: ReadonlyMap<string, readonly Rename[]> | undefined;

/** The last of the renames that lead on from a name, up to a platform version. */
function followRenames(name: string, platformVersion: string): Rename | undefined {
  renamedModels ??= groupModelRenames();
  const known = new Set([name]);
  let last: Rename | undefined;
  for (;;) {
    const before = last;
    const next = renamedModels
      .get(before?.to ?? name)
      ?.find(
        (rename) =>
          !known.has(rename.to) &&
          comparePlatformVersions(rename.platformVersion, platformVersion) <= 0 &&
          (before === undefined ||
            comparePlatformVersions(before.platformVersion, rename.platformVersion) <= 0),
      );
    if (next === undefined) return last;
    known.add(next.to);
    last = next;
  }
}

function groupModelRenames(): ReadonlyMap<string, readonly Rename[]> {
  const renames = new Map<string, Rename[]>();
  for (const rename of listRenames()) {
    if (rename.thing === "model") addToGroup(renames, rename.from, rename);
  }
  return renames;
}

/** Records of the same name in what became of the module that an external id names. */
function listMovedRecords(
  registry: Registry,
  xmlId: string,
  hasRecord: (xmlId: string) => boolean,
): readonly NewName[] {
  const module = getModuleOfXmlId(xmlId);
  const local = xmlId.slice(module.length + 1);
  if (module === "" || local === "") return [];
  return listModuleSuccessors(registry, [module]).flatMap((step): readonly NewName[] => {
    const to = `${step.to}.${local}`;
    const isInSystem = findSystemRecord(registry, to) !== undefined;
    if (!isInSystem && !hasRecord(to)) return [];
    return [{ ...step, thing: "record", from: xmlId, to, ref: isInSystem ? to : null }];
  });
}
