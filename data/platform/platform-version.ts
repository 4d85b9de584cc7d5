// Platform versions: what a branch is for. Compared by their numbers, never as text or floats.

/** The newest version whose source was read. A question about a newer one is answered by its rules. */
export const NEWEST_VERSION = "19.0";

/** Matches the version of a release: `16.0`, `6.1`. */
export const RELEASE_BRANCH = /^\d{1,3}\.\d{1,3}$/;

const PLATFORM_VERSION = /^(?:\d{1,3}\.\d{1,3}|saas-~?\d{1,3}\.\d{1,3}|master|main)$/;

/**
 * The platform version that a user means: `17` is `17.0`, `17.0`, `saas-17.4` and `master` are
 * themselves. `undefined` when the text cannot be a platform version.
 */
export function parsePlatformVersion(text: string): string | undefined {
  const version = /^\d{1,3}$/.test(text) ? `${text}.0` : text;
  return PLATFORM_VERSION.test(version) ? version : undefined;
}

/**
 * The version if the platform has it or will have it soon: since 5.0 each release ends with 0,
 * except 6.1. So `11.1`, `1.0` and `99.0` give `undefined`: whatever a repository names its branches,
 * lists of versions stay short.
 */
export function parseRelease(text: string): string | undefined {
  const version = parsePlatformVersion(text);
  if (version === undefined || !/\d/.test(version)) return version;
  const [major, minor] = versionNumbers(version);
  const [newest] = versionNumbers(NEWEST_VERSION);
  if (major < OLDEST_MAJOR || major > newest + MOST_AHEAD) return undefined;
  const isMinor = RELEASE_BRANCH.test(version) ? version === "6.1" || minor === 0 : minor < 10;
  return isMinor ? version : undefined;
}

/** True for the name of a release branch; these are read if a source names none. */
export function isReleaseBranch(name: string): boolean {
  return RELEASE_BRANCH.test(name) && parseRelease(name) === name;
}

/**
 * The platform version with which the version of a manifest begins: `17.0.1.2.3` → `17.0`. `1.0`, as
 * the platform's own modules have it, and `2.1.0` tell none: 5.0 was the first with manifests.
 */
export function findToldVersion(manifestVersion: string | null): string | undefined {
  const [, release = ""] = /^(\d{1,2}\.0|6\.1)\.\d/.exec(manifestVersion ?? "") ?? [];
  return parseRelease(release);
}

const OLDEST_MAJOR = 5;

/** Major versions after the newest known; there is one a year. */
const MOST_AHEAD = 3;

/** Numeric order (6.1 < 8.0 < 10.0 < saas-17.4 < 18.0); `master` and other names come last. */
export function comparePlatformVersions(left: string, right: string): number {
  const [leftMajor, leftMinor] = versionNumbers(left);
  const [rightMajor, rightMinor] = versionNumbers(right);
  if (leftMajor !== rightMajor) return leftMajor < rightMajor ? -1 : 1;
  if (leftMinor !== rightMinor) return leftMinor < rightMinor ? -1 : 1;
  return compareText(left, right);
}

/** Versions as numbers, the first that differs decides; zeros at the end do not count. */
export function compareNumberLists(left: readonly number[], right: readonly number[]): number {
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function versionNumbers(version: string): readonly [number, number] {
  const match = /(\d+)\.(\d+)$/.exec(version);
  return match ? [Number(match[1]), Number(match[2])] : [Infinity, Infinity];
}
