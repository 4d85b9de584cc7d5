// Whether a plan can be installed, with the numbers that every face of it tells; and policy facts before its installation:
// licenses, sources, maturity.
import { reach } from "../../data/walk-graph.js";
import {
  BLOCKING_REASONS,
  type MissingReason,
  type Plan,
  type PlanModule,
  type LicensedModule,
  type LicenseFinding,
  type MissingKind,
  type Policy,
} from "../contract/shape/system/plan.js";
import { compareText } from "../../data/platform/platform-version.js";
import type { IndexedModule } from "../contract/browser/plan-members.js";
import { findMaturity, STATUSES, UNSAID_STATUS, type Status } from "../lookup/entries.js";
import { findLicense, type LicenseKind } from "../../data/module/licenses.js";
import { createPlanSteps, spendSteps } from "../lookup/limits.js";

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

/** @param modules in load order @param missing what is not indexed, those of the platform's table among it */
export function judgeSystem(
  modules: readonly IndexedModule[],
  missing: ReadonlyMap<string, MissingKind>,
  minStatus: Status | undefined,
): Policy {
  const listKind = (wanted: MissingKind): readonly string[] =>
    [...missing].flatMap(([name, kind]) => (kind === wanted ? [name] : [])).toSorted(compareText);
  return {
    licenses: judgeLicenses(modules),
    maturity: judgeMaturity(modules, minStatus),
    proprietary: modules
      .filter(({ license }) => findLicense(license).kind === "proprietary")
      .map(({ technical_name }) => technical_name),
    core: listKind("core"),
    enterprise: listKind("enterprise"),
  };
}

/** A module of another license is listed with its reason. */
const STEPS_PER_LICENSE = 20;

/** @param modules in load order: what is needed comes before, circles aside @throws TooComplex */
function judgeLicenses(modules: readonly IndexedModule[]): readonly LicenseFinding[] {
  const indexes = new Map(modules.map(({ technical_name }, index) => [technical_name, index]));
  const licenses = modules.map(({ license }) => findLicense(license));
  // For each module a bit for every other that it needs, directly or not: sets of names would take most
  // of the time of a plan.
  const needed: bigint[] = [];
  const ofKinds = groupByKind(licenses.map(({ kind }) => kind));
  const steps = createPlanSteps();
  return modules.flatMap((module, index) => {
    const direct = new Set(module.depends.flatMap((name) => indexes.get(name) ?? []));
    spendSteps(steps, (direct.size * modules.length) >> 10);
    let own = 0n;
    for (const need of direct) own |= (needed[need] ?? 0n) | (1n << BigInt(need));
    needed.push(own);
    const kind = licenses[index]?.kind ?? "other";
    const masks = new Map<LicenseFinding["rule"], bigint>();
    for (const [other, bits] of ofKinds) {
      const rule = findLicenseRule(kind, other);
      if (rule !== undefined) masks.set(rule, (masks.get(rule) ?? 0n) | bits);
    }
    return [...masks]
      .toSorted(([left], [right]) => compareText(left, right))
      .flatMap(([rule, mask]) => {
        const below = listBits(own & mask).filter((other) => other !== index);
        if (below.length === 0) return [];
        spendSteps(steps, STEPS_PER_LICENSE * below.length);
        return {
          rule,
          technical_name: module.technical_name,
          license: module.license,
          spdx: licenses[index]?.spdx ?? "",
          modules: below.flatMap((other) => toLicensed(modules[other], direct.has(other))),
        };
      });
  });
}

function toLicensed(module: IndexedModule | undefined, direct: boolean): readonly LicensedModule[] {
  if (module === undefined) return [];
  const { technical_name, license } = module;
  return [{ technical_name, license, spdx: findLicense(license).spdx, direct }];
}

/** For each kind of license a bit for every module that has one. */
function groupByKind(kinds: readonly LicenseKind[]): ReadonlyMap<LicenseKind, bigint> {
  const grouped = new Map<LicenseKind, bigint>();
  for (const [index, kind] of kinds.entries()) {
    grouped.set(kind, (grouped.get(kind) ?? 0n) | (1n << BigInt(index)));
  }
  return grouped;
}

/** Indexes of the bits that are set. */
function listBits(bits: bigint): readonly number[] {
  if (bits === 0n) return [];
  return [...bits.toString(2)].toReversed().flatMap((bit, index) => (bit === "1" ? [index] : []));
}

function judgeMaturity(
  modules: readonly IndexedModule[],
  minStatus: Status | undefined,
): Policy["maturity"] {
  if (minStatus === undefined) return [];
  const least = STATUSES.indexOf(minStatus);
  return (
    modules
      // The platform's own say nothing of their maturity.
      .filter(({ of_platform: ofPlatform }) => !ofPlatform)
      .map(({ technical_name, development_status }) => ({
        technical_name,
        development_status: development_status ?? UNSAID_STATUS,
      }))
      .filter(({ development_status }) => findMaturity(development_status) < least)
  );
}

/** Rule that forbids the dependency between two kinds of license. */
function findLicenseRule(
  own: LicenseKind,
  below: LicenseKind,
): "copyleft_below" | "proprietary_below" | undefined {
  if (own === "other" || below === "other") return undefined;
  if (below === "proprietary") return own === "proprietary" ? undefined : "proprietary_below";
  const asks = STRENGTH[below] > STRENGTH[own];
  return asks ? "copyleft_below" : undefined;
}

/** Proprietary modules may depend on LGPL, as Enterprise does, and on nothing stricter. */
const STRENGTH = { proprietary: 0, weak: 0, gpl: 1, agpl: 2, other: 0 } as const satisfies Readonly<
  Record<LicenseKind, number>
>;
