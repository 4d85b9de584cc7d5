// Something that a file refers to and that the system does not have, and what is said of it.
import type { ModuleUnderDevelopment } from "../../../../data/module/module-under-development.js";
import type { Elsewhere } from "../elsewhere.js";
import type { Verdict } from "../check-reference.js";
import type { Missing, Rule } from "./judgement.js";

export interface Finding extends Elsewhere {
  readonly rule: Rule;
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
  { rule, verdict, elsewhere }: Missing,
): Finding {
  const { model, name, near } = verdict;
  const written = rule === "unknown-field" ? `${model}.${name}` : `${model}#${name}`;
  const { technicalName } = module;
  const others = elsewhere.provided_by.filter((one) => one !== technicalName);
  const whole = { ...elsewhere, provided_by: others };
  return {
    rule,
    module: technicalName,
    file,
    line,
    name: model === null ? name : written,
    message: [describe(rule, verdict), ...describeElsewhere(whole, near)].join("; "),
    near,
    ...whole,
  };
}

function describe(rule: Rule, { model, name }: Verdict): string {
  switch (rule) {
    case "unknown-module":
      return `there is no module ${name}`;
    case "missing-file":
      return `there is no file ${name}`;
    case "unknown-model":
      return `there is no model ${name}`;
    case "unknown-field":
      return `${model} has no field ${name}`;
    case "unknown-method":
      return `${model} has no method ${name}`;
    case "wrong-override":
      return `${model}#${name} cannot be called as the method that it overrides`;
    case "unknown-super":
      return `no class of ${model} behind this one has a method ${name}`;
    case "unknown-record":
      return `there is no record ${name}`;
    case "no-access":
      return `no access line is for ${name}`;
    case "unreadable-file":
      return `not all could be read: ${name}`;
    case "unknown-place":
      return `nothing in ${model} is found by ${name}`;
    default:
      return rule satisfies never;
  }
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
