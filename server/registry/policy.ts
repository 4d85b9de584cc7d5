// What somebody who may not install everything wants to know of a system before it is installed.
import { compareText } from "../../data/platform-version.js";
import type {
  LicensedModule,
  LicenseFinding,
  MissingModule,
  Policy,
} from "../contract/shape/system/plan.js";
import { type IndexedModule } from "../contract/browser/plan-members.js";
import { findMaturity, STATUSES, UNSAID_STATUS, type Status } from "../lookup/maturity.js";
import { findLicense, type LicenseKind } from "../../data/licenses.js";
import { createPlanSteps, spendSteps } from "../lookup/limits.js";
import { findLicenseRule } from "./licenses.js";

interface PolicyQuestion {
  readonly minStatus: Status | undefined;
  /** Of the repository that has `base`, whose modules say nothing of their maturity. */
  isOfPlatform(module: IndexedModule): boolean;
}

/** @param modules in load order */
export function judgeSystem(
  modules: readonly IndexedModule[],
  missing: readonly MissingModule[],
  question: PolicyQuestion,
): Policy {
  const listKind = (kind: MissingModule["kind"]): readonly string[] =>
    missing.filter((row) => row.kind === kind).map((row) => row.technical_name);
  return {
    licenses: judgeLicenses(modules),
    maturity: judgeMaturity(modules, question),
    proprietary: modules
      .filter(({ license }) => findLicense(license).kind === "proprietary")
      .map(({ technical_name }) => technical_name),
    core: listKind("core"),
    enterprise: listKind("enterprise"),
  };
}

/** What is told of a module of another license is written out. */
const STEPS_PER_LICENSE = 20;

/** @param modules in load order: what is needed comes before, circles aside @throws TooComplex */
function judgeLicenses(modules: readonly IndexedModule[]): readonly LicenseFinding[] {
  const places = new Map(modules.map(({ technical_name }, place) => [technical_name, place]));
  const licenses = modules.map(({ license }) => findLicense(license));
  // For each module a bit for every other that it needs, directly or not: sets of names would take most
  // of the time of a plan.
  const needed = modules.map(() => new Uint32Array(Math.ceil(modules.length / 32)));
  const ofKinds = groupByKind(licenses.map(({ kind }) => kind));
  const steps = createPlanSteps();
  return modules.flatMap((module, place) => {
    const own = needed[place];
    const direct = new Set(module.depends.flatMap((name) => places.get(name) ?? []));
    spendSteps(steps, (direct.size * (own?.length ?? 0)) >> 5);
    for (const need of direct) setWithNeeds(own, need, needed[need]);
    const kind = licenses[place]?.kind ?? "other";
    const byRule = new Map<LicenseFinding["rule"], LicensedModule[]>();
    const against = [...ofKinds].filter(([other]) => findLicenseRule(kind, other) !== undefined);
    if (against.length === 0) return [];
    for (const below of listBits(own, joinBits(against.map(([, bits]) => bits)))) {
      const license = licenses[below];
      const rule = license && findLicenseRule(kind, license.kind);
      const row = modules[below];
      if (rule === undefined || row === undefined || below === place) continue;
      spendSteps(steps, STEPS_PER_LICENSE);
      const found = byRule.get(rule) ?? [];
      found.push({
        technical_name: row.technical_name,
        license: row.license,
        spdx: license?.spdx ?? "",
        direct: direct.has(below),
      });
      byRule.set(rule, found);
    }
    return [...byRule]
      .toSorted(([left], [right]) => compareText(left, right))
      .map(([rule, found]) => ({
        rule,
        technical_name: module.technical_name,
        license: module.license,
        spdx: licenses[place]?.spdx ?? "",
        modules: found,
      }));
  });
}

function setWithNeeds(
  bits: Uint32Array | undefined,
  place: number,
  needs: Uint32Array | undefined,
): void {
  if (bits === undefined || needs === undefined) return;
  for (let word = 0; word < bits.length; word++)
    bits[word] = (bits[word] ?? 0) | (needs[word] ?? 0);
  bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31));
}

/** For each kind of license a bit for every module that has one. */
function groupByKind(kinds: readonly LicenseKind[]): ReadonlyMap<LicenseKind, Uint32Array> {
  const grouped = new Map<LicenseKind, Uint32Array>();
  for (const [place, kind] of kinds.entries()) {
    const bits = grouped.get(kind) ?? new Uint32Array(Math.ceil(kinds.length / 32));
    bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31));
    grouped.set(kind, bits);
  }
  return grouped;
}

function joinBits(all: readonly Uint32Array[]): Uint32Array {
  const [first = new Uint32Array(), ...others] = all;
  return others.reduce((joined, bits) => joined.map((word, at) => word | (bits[at] ?? 0)), first);
}

/** The places of bits that are in both. */
function* listBits(bits: Uint32Array | undefined, mask: Uint32Array): Generator<number> {
  for (let word = 0; word < mask.length; word++) {
    for (let rest = (bits?.[word] ?? 0) & (mask[word] ?? 0); rest !== 0; rest &= rest - 1) {
      yield word * 32 + 31 - Math.clz32(rest & -rest);
    }
  }
}

function judgeMaturity(
  modules: readonly IndexedModule[],
  { minStatus, isOfPlatform }: PolicyQuestion,
): Policy["maturity"] {
  if (minStatus === undefined) return [];
  const least = STATUSES.indexOf(minStatus);
  return modules
    .filter((module) => !isOfPlatform(module))
    .map(({ technical_name, development_status }) => ({
      technical_name,
      development_status: development_status ?? UNSAID_STATUS,
    }))
    .filter(({ development_status }) => findMaturity(development_status) < least);
}
