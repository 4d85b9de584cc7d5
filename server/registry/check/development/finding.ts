// Something that a file refers to and that the system does not have, and what is said of it.
import type { ModuleUnderDevelopment } from "../../../../data/module/module-under-development.js";
import type { Elsewhere } from "../elsewhere.js";
import { FINDING_KINDS, type FindingLevel, type Rule } from "./finding-kinds.js";
import type { Missing } from "./judgement.js";

export interface Finding extends Elsewhere {
  readonly rule: Rule;
  readonly level: FindingLevel;
  readonly module: string;
  /** Relative to the module's folder. */
  readonly file: string;
  readonly line: number;
  /** `sale.order`, `sale.order.name`, `sale.order#write`, `sale.view_order_form`, or the spec. */
  readonly name: string;
  readonly message: string;
  /** Names that may have been meant. */
  readonly near: readonly string[];
}

export interface FindingLocation {
  readonly module: ModuleUnderDevelopment;
  readonly file: string;
  readonly line: number;
}

export function toFinding(
  { module, file, line }: FindingLocation,
  { rule, verdict, elsewhere, detail = "" }: Missing,
): Finding {
  const { model, name, near } = verdict;
  const written = rule.endsWith("-field") ? `${model}.${name}` : `${model}#${name}`;
  const { technicalName } = module;
  const others = elsewhere.provided_by.filter((one) => one !== technicalName);
  const whole = { ...elsewhere, provided_by: others };
  return {
    rule,
    level: FINDING_KINDS[rule].level,
    module: technicalName,
    file,
    line,
    name: model === null ? name : written,
    message: [
      FINDING_KINDS[rule].say({ ...verdict, detail }),
      ...describeElsewhere(whole, near),
    ].join("; "),
    near,
    ...whole,
  };
}

function describeElsewhere(
  { provided_by: providers, last_version: last, gone_since: gone, now }: Elsewhere,
  near: readonly string[],
): readonly string[] {
  const [first, ...others] = providers;
  return [
    ...(near.length === 0 ? [] : [`near: ${near.join(", ")}`]),
    ...(first === undefined
      ? []
      : [
          others.length === 0
            ? `${first} has it: add it to depends`
            : `modules that have it: ${providers.join(", ")}`,
        ]),
    ...(last === null || first !== undefined
      ? []
      : [`${gone === null ? "" : `gone since ${gone}, `}last in ${last}`]),
    ...now.map(
      ({ thing, from, to, kind, since }) => `${thing} ${from} is ${to} since ${since} (${kind})`,
    ),
  ];
}
