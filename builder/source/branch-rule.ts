// Rules for the branches of a repository, and their platform versions: the elements of `branches`
// in the sources file.
import path from "node:path";
import { parseRelease } from "../../data/platform/platform-version.js";
import type { SourceElement } from "./source-element.js";

/** Branches by exact name or glob; a text alone stands for branches that are named like their version. */
export type BranchRule = string | BranchMapping;

interface BranchMapping {
  /** Exact name or glob, or DEFAULT_BRANCH. With a star in `platformVersion` and no folders it has one star, and no other
   * sign of a glob. Without it every branch named like a release. */
  readonly branch: string | undefined;
  /** A platform version, one with a star for what the star in a folder or in `branch` stands for, or MANIFEST; without it
   * the branch's name tells it. */
  readonly platformVersion: string | undefined;
  /** Folders that are searched for modules of this version. Default: those of the source. */
  readonly addons?: readonly string[];
}

/** The version is what manifests say. */
export const MANIFEST = "manifest";

/** The branch that a clone begins with, however it is called: git's own word, and no branch can have it as its name. */
export const DEFAULT_BRANCH = "HEAD";

const MAPPING_KEYS = ["branch", "folder", "platform_version"];
const STAR = "*";
const OTHER_GLOB_SIGNS = /[?[\]{}()!+@|\\]/;

/** Reads `branches`; `undefined` without it. Faults are noted in the element. */
export function parseBranchRules(element: SourceElement): readonly BranchRule[] | undefined {
  return element
    .elements("branches")
    ?.map((one) => (typeof one === "string" ? one : parseMapping(one)));
}

/** Pattern of a rule's branches; `undefined`: those named like a release. */
export function toBranchPattern(rule: BranchRule): string | undefined {
  return typeof rule === "string" ? rule : rule.branch;
}

/** Must the default branch be known? */
export function namesDefault(rules: readonly BranchRule[] | undefined): boolean {
  return rules?.some((rule) => toBranchPattern(rule) === DEFAULT_BRANCH) ?? false;
}

/**
 * Version of a rule for a matching branch. MANIFEST and the star of a folder are resolved later.
 */
export function toVersionText(rule: BranchRule, name: string): string {
  const {
    branch = "",
    platformVersion,
    addons = [],
  } = typeof rule === "string" ? { branch: rule, platformVersion: undefined } : rule;
  if (platformVersion === undefined) {
    // A default branch without a number in its name, such as `main`, says nothing of the platform.
    return branch === DEFAULT_BRANCH && !/\d/.test(name) ? "" : name;
  }
  const [before = "", after] = branch.split(STAR);
  if (after === undefined || addons.some(hasStar)) return platformVersion;
  return putInStar(platformVersion, name.slice(before.length, name.length - after.length));
}

/** A version with what its star stands for. */
export function putInStar(version: string, matched: string): string {
  return version.replace(STAR, () => matched);
}

export function hasStar(text: string): boolean {
  return text.includes(STAR);
}

function parseMapping(element: SourceElement): BranchMapping {
  element.refuseUnknownKeys(MAPPING_KEYS, () => undefined);
  const branch = element.text("branch");
  const written = element.text("platform_version");
  const folder = element.has("folder") ? toFolder(element.text("folder")) : undefined;
  const stars = countStars(written);
  const platformVersion = stars > 0 ? written : (parseRelease(written) ?? written);
  if (folder !== undefined && countStars(folder) > 1) {
    element.refuse("folder", "must have at most one star");
  }
  if (stars > 1) element.refuse("platform_version", "must have at most one star");
  else if (
    stars === 1 &&
    (folder === undefined || !hasStar(folder)) &&
    (countStars(branch) !== 1 || OTHER_GLOB_SIGNS.test(branch))
  ) {
    element.refuse(
      "branch",
      'must have exactly one star and no other glob characters, since the star in "platform_version" stands for what it matches',
    );
  } else if (
    stars === 0 &&
    written !== "" &&
    written !== MANIFEST &&
    parseRelease(written) === undefined
  ) {
    element.refuse(
      "platform_version",
      `must be a platform version such as "17.0", one with a star, or "${MANIFEST}", not "${written}"`,
    );
  }
  return { branch, platformVersion, ...(folder === undefined ? {} : { addons: [folder] }) };
}

/** A folder of a repository as paths begin with it. */
export function toFolder(written: string): string {
  return path.posix.normalize(written).replace(/\/$/, "");
}

function countStars(text: string): number {
  return text.split(STAR).length - 1;
}
