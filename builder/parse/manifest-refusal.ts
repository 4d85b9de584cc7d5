// Whether the platform takes a module at a version, and why not: by its manifest (odoo/modules/module.py: load_manifest,
// adapt_version, check_version, from 19.0 on Manifest) and by its name. Pure; the rules of versions are in data/platform/rules.ts.
import type { ManifestFacts } from "../../data/module/facts.js";
import { getRules, type PlatformRules } from "../../data/platform/rules.js";
import type { Literal } from "./python/literal/literal-value.js";

/** Facts of a manifest beside its values that count for some versions. */
export interface ManifestClaims {
  /** Reason why Python does not read it as one dictionary of literals. */
  readonly fault: Refusal | null;
  /** `null` where it has none; `text` as Python's `str` has it, for what is no version at all without a point. */
  readonly version: {
    readonly kind: Literal["kind"];
    readonly text: string;
    readonly line: number;
  } | null;
  /** Line of dependencies that are one text, of which each letter counts as a module. */
  readonly letters: number | null;
  /** Former name of `auto_install`; `null` where it has none. */
  readonly active: boolean | null;
  /** Names in `auto_install`; a text counts by its characters; `null` for a flag. */
  readonly triggers: { readonly names: readonly string[]; readonly line: number } | null;
}

export interface Refusal {
  /** Line in the manifest. */
  readonly line: number;
  readonly reason: string;
}

interface RefusalOfVersion extends Refusal {
  /** Whether the manifest could be read at all. */
  readonly isRead: boolean;
}

/** A module as it is judged. */
interface Judged {
  readonly facts: Pick<ManifestFacts, "installable"> & {
    readonly depends: readonly string[] | null;
    readonly claims: ManifestClaims;
  };
  readonly technicalName: string;
  /** Path of the manifest; its name counts. */
  readonly manifest: string;
}

/** @returns the first thing for which the platform does not take the module; `undefined` where it does */
export function findRefusal(judged: Judged, platformVersion: string): RefusalOfVersion | undefined {
  const { facts, technicalName, manifest } = judged;
  const rules = getRules(platformVersion);
  const { fault } = facts.claims;
  const name = manifest.slice(manifest.lastIndexOf("/") + 1);
  if (!rules.manifestNames.includes(name)) {
    return { line: 1, reason: `${name} is no manifest at ${platformVersion}`, isRead: false };
  }
  if (fault !== null && rules.readsManifestsAsLiterals) {
    return { line: fault.line, reason: `not a literal: ${fault.reason}`, isRead: false };
  }
  if (rules.wantsWordNames ? !WORD_NAME.test(technicalName) : technicalName.includes(".")) {
    return { line: 1, reason: `no module can be named ${technicalName}`, isRead: true };
  }
  if (facts.claims.letters !== null) {
    const reason = "depends is a text, so that each of its letters is a dependency";
    return { line: facts.claims.letters, reason, isRead: true };
  }
  const wrong = findWrongTriggers(facts, rules) ?? findWrongVersion(facts, rules, platformVersion);
  return wrong && { ...wrong, isRead: true };
}

/** A word as Python defines it. */
const WORD_NAME = /^[\p{L}\p{N}_]{1,256}$/u;

function findWrongTriggers(
  { depends, claims: { triggers } }: Judged["facts"],
  { checksTriggers, addsBase }: PlatformRules,
): Refusal | undefined {
  if (triggers === null || !checksTriggers) return undefined;
  const needed = depends ?? [];
  const known = new Set(addsBase && needed.length === 0 ? ["base"] : needed);
  const foreign = [...new Set(triggers.names)].filter((name) => !known.has(name));
  if (foreign.length === 0) return undefined;
  const reason = `auto_install has what depends has not: ${foreign.slice(0, 5).join(", ")}`;
  return { line: triggers.line, reason };
}

function findWrongVersion(
  { installable, claims: { version } }: Judged["facts"],
  { wantsTextVersions, moduleVersions }: PlatformRules,
  platformVersion: string,
): Refusal | undefined {
  if (version === null || version.kind === "unknown") return undefined;
  const { kind, text, line } = version;
  if (wantsTextVersions && kind !== "str") return { line, reason: `version is a ${kind}` };
  const series = platformVersion.replace(/^saas-~?/, "saas~");
  // The series of `master` is unknown.
  if (!installable || !/\d/.test(series)) return undefined;
  if (moduleVersions === "two or three numbers" && !hasFewNumbers(text, series)) {
    return {
      line,
      reason: `version ${text} is not x.y or x.y.z, with or without ${series} before it`,
    };
  }
  if (moduleVersions === "of the series" && !isOfSeries(text, series)) {
    return { line, reason: `version ${text} is neither of ${series} nor x.y or x.y.z` };
  }
  return undefined;
}

/** `adapt_version` of 17.0 and 18.0. */
function hasFewNumbers(version: string, series: string): boolean {
  const own = version.startsWith(`${series}.`) ? version.slice(series.length + 1) : version;
  return /^\d+\.\d+(?:\.\d+)?\n?$/.test(own);
}

/** `adapt_version` and `check_version` of 19.0. */
function isOfSeries(version: string, series: string): boolean {
  const [first = "", ...others] = version.split(".");
  if (others.length < 1 || others.length > 4) return false;
  const isOwn = version.startsWith(series);
  const parts = [isOwn ? first.replaceAll(/\D/g, "") : first, ...others];
  // Numbers that Python's `int` reads.
  if (!parts.every((part) => /^\s*[+-]?\p{Nd}+(?:_\p{Nd}+)*\s*$/u.test(part))) return false;
  return version.startsWith(`${series}.`) || (!isOwn && parts.length <= 3);
}
