// Something that a file refers to and that the system does not have, and what is said of it.
import type { ModuleUnderDevelopment } from "../../../../data/module/module-under-development.js";
import type { CheckedFiles } from "../../../contract/shape/system/check.js";
import { listProviderEntries } from "../../../lookup/dependency/dependency-graph.js";
import type { LoadedSystem } from "../../loaded/loaded-system.js";
import { isBuiltOn, NOWHERE, type Elsewhere } from "../elsewhere.js";
import { FINDING_KINDS, getLevel, type Rule } from "./finding-kinds.js";
import type { Missing } from "./judgement.js";

type FindingOfShape = CheckedFiles["findings"][number];

export interface Finding extends FindingOfShape {
  readonly rule: Rule;
}

interface Around {
  readonly modules: readonly ModuleUnderDevelopment[];
  readonly system: LoadedSystem;
}

/** Whether a module of the index depends on another one: the other way round they would need each other. */
function needs({ system }: Around, name: string, other: string): boolean {
  const { snapshot, platformVersion } = system;
  return listProviderEntries(snapshot, name, platformVersion).some((entry) =>
    isBuiltOn(system, entry, other),
  );
}

export interface FindingLocation {
  readonly module: ModuleUnderDevelopment;
  readonly file: string;
  readonly line: number;
}

/** @param around modules that are judged with this one, and what they are judged against */
export function toFinding(
  { module, file, line }: FindingLocation,
  { rule, verdict, elsewhere, detail = "" }: Missing,
  around: Around,
): Finding {
  const { model, name, near } = verdict;
  const written = rule.endsWith("-field") ? `${model}.${name}` : `${model}#${name}`;
  const { technicalName } = module;
  // The index has another state of a module that is being written.
  const others = elsewhere.provided_by.filter(
    (one) => !around.modules.some((other) => other.technicalName === one),
  );
  const isOld = others.length < elsewhere.provided_by.length && others.length === 0;
  const whole = isOld ? NOWHERE : { ...elsewhere, provided_by: others };
  return {
    rule,
    level: getLevel(rule),
    module: technicalName,
    file,
    line,
    name: model === null ? name : written,
    message: [
      FINDING_KINDS[rule].say({ ...verdict, detail }),
      ...describeElsewhere(whole, near, (other) => needs(around, other, technicalName)),
    ].join("; "),
    near,
    ...whole,
  };
}

function describeElsewhere(
  { provided_by: providers, last_version: last, gone_since: gone, now }: Elsewhere,
  near: readonly string[],
  isDependent: (other: string) => boolean,
): readonly string[] {
  const [first, ...others] = providers;
  return [
    ...(near.length === 0 ? [] : [`near: ${near.join(", ")}`]),
    ...(first === undefined
      ? []
      : [
          others.length > 0
            ? `modules that have it: ${providers.join(", ")}`
            : `${first} has it${isDependent(first) ? ", which depends on this module" : ": add it to depends"}`,
        ]),
    ...(last === null || first !== undefined
      ? []
      : [`${gone === null ? "" : `gone since ${gone}, `}last in ${last}`]),
    ...now.map(
      ({ thing, from, to, kind, since }) => `${thing} ${from} is ${to} since ${since} (${kind})`,
    ),
  ];
}
