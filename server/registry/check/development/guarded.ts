// References behind a question whether a field, a method or a module is there: what they lack may come with it.
import type { WrittenReference } from "../../../../data/module/module-under-development.js";
import { findString } from "../../../../data/snapshot/table/string-table.js";
import { listProviderEntries } from "../../../lookup/dependency/dependency-graph.js";
import { getPlatformVersion, getTechnicalName } from "../../../lookup/entries.js";
import type { LoadedSystem } from "../../loaded/loaded-system.js";
import { checkMethod } from "../check-reference.js";
import { isBuiltOn } from "../elsewhere.js";
import type { Judge } from "./judging.js";
import type { Missing } from "./judgement.js";

/** Whether code asks for what is missing, or is only run with a module that may bring it. */
export function isExcused(
  { registry, certainty }: Judge,
  reference: WrittenReference,
  { verdict, elsewhere }: Missing,
): boolean {
  const { guard } = reference;
  if (guard === undefined) return false;
  const { names, deciding } = guard;
  const [own = ""] = "model" in reference ? verdict.name.split(".").slice(-1) : [verdict.name];
  if (names.length === 0 || names.includes(own)) return true;
  const { system } = registry;
  const model = "model" in reference ? certainty.findModel(reference.model) : undefined;
  const isThere = (name: string): boolean =>
    model !== undefined &&
    (model.findField(name) !== undefined ||
      checkMethod(registry, model.lineage.model, name).exists === true);
  const mayCome = (name: string): boolean => {
    const owners = listOwners(system, name);
    const { provided_by: providers } = elsewhere;
    return (
      owners.length === 0 ||
      owners.length > MOST_OWNERS ||
      providers.some((one) => owners.some((owner) => isRelated(system, one, owner)))
    );
  };
  return deciding.some((name) => !isThere(name) && mayCome(name));
}

/** A name that more modules have says little of where it may come from. */
const MOST_OWNERS = 10;

/** Modules of the version, but not of the system, that have a field or a method of a name. */
function listOwners(system: LoadedSystem, name: string): readonly string[] {
  const { snapshot, platformVersion } = system;
  const { definitions } = snapshot;
  const number = findString(definitions.members, name);
  if (number === undefined) return [];
  const places = [definitions.fields, definitions.methods].flatMap((one) => one.listPlaces(number));
  const owners = places
    .flatMap(({ entries }) => [...entries])
    .filter((entry) => getPlatformVersion(snapshot, entry) === platformVersion)
    .map((entry) => getTechnicalName(snapshot, entry));
  return [...new Set(owners)].filter((owner) => system.find(owner) === undefined);
}

/** Whether two modules are one, or one needs the other. */
function isRelated(system: LoadedSystem, left: string, right: string): boolean {
  const needs = (one: string, other: string): boolean =>
    listProviderEntries(system.snapshot, one, system.platformVersion).some((entry) =>
      isBuiltOn(system, entry, other),
    );
  return left === right || needs(left, right) || needs(right, left);
}
