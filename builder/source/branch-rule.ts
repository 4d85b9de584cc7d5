// Which branches of a repository are read, and which platform version each of them is for: the elements
// of `branches` in the sources file.
import { parsePlatformVersion } from "../../data/platform/platform-version.js";
import type { SourceElement } from "./source-element.js";

/** Branches by exact name or glob; a text alone stands for branches that are named like their version. */
export type BranchRule = string | BranchMapping;

interface BranchMapping {
  /** Exact name or glob. With a star in `platformVersion` it has one star, and no other sign of a glob. */
  readonly branch: string;
  /** A platform version, one with a star for what the star in `branch` stands for, or MANIFEST. */
  readonly platformVersion: string;
}

/** The version is that of most manifests. */
export const MANIFEST = "manifest";

const MAPPING_KEYS = ["branch", "platform_version"];
const STAR = "*";
const OTHER_GLOB_SIGNS = /[?[\]{}()!+@|\\]/;

/** Reads `branches`; `undefined` without it. Faults are noted in the element. */
export function parseBranchRules(element: SourceElement): readonly BranchRule[] | undefined {
  return element
    .elements("branches")
    ?.map((one) => (typeof one === "string" ? one : parseMapping(one)));
}

/** What a rule's version is for a branch that the rule matches; MANIFEST is to be found out. */
export function toVersionText(rule: BranchRule, name: string): string {
  if (typeof rule === "string") return name;
  const { branch, platformVersion } = rule;
  const [before = "", after] = branch.split(STAR);
  if (after === undefined || !platformVersion.includes(STAR)) return platformVersion;
  const matched = name.slice(before.length, name.length - after.length);
  return platformVersion.replace(STAR, () => matched);
}

function parseMapping(element: SourceElement): BranchMapping {
  element.refuseUnknownKeys(MAPPING_KEYS, () => undefined);
  const branch = element.text("branch");
  const written = element.text("platform_version");
  const stars = countStars(written);
  const platformVersion = stars > 0 ? written : (parsePlatformVersion(written) ?? written);
  if (stars > 1) element.refuse("platform_version", "must have at most one star");
  else if (stars === 1 && (countStars(branch) !== 1 || OTHER_GLOB_SIGNS.test(branch))) {
    element.refuse(
      "branch",
      'must have exactly one star and no other glob characters, since the star in "platform_version" stands for what it matches',
    );
  } else if (
    stars === 0 &&
    written !== "" &&
    written !== MANIFEST &&
    parsePlatformVersion(written) === undefined
  ) {
    element.refuse(
      "platform_version",
      `must be a platform version such as "17.0", one with a star, or "${MANIFEST}", not "${written}"`,
    );
  }
  return { branch, platformVersion };
}

function countStars(text: string): number {
  return text.split(STAR).length - 1;
}
