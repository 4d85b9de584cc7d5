// Whether a plan can be installed, and the numbers that every face of it tells.
import { reach } from "../../data/walk-graph.js";
import {
  BLOCKING_REASONS,
  type MissingReason,
  type Plan,
  type PlanModule,
} from "../contract/shape/system/plan.js";

interface Found extends Pick<Plan, "modules" | "missing" | "conflicts" | "cycles"> {
  /** Each name once. */
  readonly asked: readonly string[];
  /** For each name the modules of the plan that declare it. */
  readonly dependents: ReadonlyMap<string, readonly string[]>;
}

/** Requirements of Python are no business of Odoo's. */
export function judgeInstallable({
  asked,
  modules,
  missing,
  conflicts,
  cycles,
  dependents,
}: Found): Pick<Plan, "installable" | "counts"> {
  const excluding = conflicts.filter(({ kind }) => kind === "excludes");
  const stopping = [
    ...missing.map(({ technical_name: name }) => name),
    ...excluding.flatMap(({ modules: names }) => names),
    ...cycles.flat(),
  ];
  const stopped = reach(stopping, (name) => dependents.get(name) ?? []);
  const countModules = (isCounted: (module: PlanModule) => boolean): number =>
    modules.filter(isCounted).length;
  const countReason = (wanted: MissingReason): number =>
    missing.filter(({ reason }) => reason === wanted).length;
  const missing_by_reason = {
    unknown_name: countReason("unknown_name"),
    not_at_version: countReason("not_at_version"),
    not_installable: countReason("not_installable"),
    excluded: countReason("excluded"),
    not_indexed: countReason("not_indexed"),
  };
  const isBlocked =
    excluding.length + cycles.length > 0 ||
    BLOCKING_REASONS.some((reason) => missing_by_reason[reason] > 0);
  const unknown = missing.length > 0 ? null : true;
  return {
    installable: isBlocked ? false : unknown,
    counts: {
      asked: asked.length,
      modules: modules.length,
      requested: countModules(({ origin }) => origin === "requested"),
      dependency: countModules(({ origin }) => origin === "dependency"),
      auto_install: countModules(({ origin }) => origin === "auto_install"),
      of_platform: countModules((module) => module.of_platform),
      from_platform_table: countModules((module) => module.from_platform_table),
      installable: countModules(
        ({ origin, technical_name: name }) => origin === "requested" && !stopped.has(name),
      ),
      missing: missing.length,
      missing_by_reason,
      cycles: cycles.length,
      conflicts: conflicts.length,
      exclusions: excluding.length,
    },
  };
}
