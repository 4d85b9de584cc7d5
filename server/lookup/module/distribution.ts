// The Python distribution of a module, as setuptools-odoo and whool name it.
import { findPlatformEdition } from "../../../data/platform/module-names.js";
import { getRules } from "../../../data/platform/rules.js";

/** A name of PEP 508 as a whole. */
const NAME = /^[a-z\d](?:[a-z\d._-]*[a-z\d])?$/i;

export function isPackageName(text: string): boolean {
  return NAME.test(text);
}

/** The name of the distribution of a module; none for what cannot be one. */
export function findDistributionName(
  technicalName: string,
  platformVersion: string,
): string | undefined {
  const major = /^(\d+)\.0$/.exec(platformVersion)?.[1];
  const { distributions } = getRules(platformVersion);
  if (major === undefined || distributions === "none") return undefined;
  const name =
    distributions === "in its version"
      ? `odoo-addon-${technicalName}`
      : `odoo${major}-addon-${technicalName}`;
  return isPackageName(name) ? name : undefined;
}

/** Whether the version of a distribution says for which platform version it is, and its name does not. */
export function saysVersion(platformVersion: string): boolean {
  return getRules(platformVersion).distributions === "in its version";
}

/** A module with its version, without the leading platform version. */
export interface VersionedModule {
  readonly technical_name: string;
  readonly platform_version: string;
  readonly version: string;
}

/**
 * Name and version of the distribution that is made of a module as it was read; a released one may have one number
 * more, which counts commits since. None of the platform's own modules, which are not distributed so, and none
 * where the version is not of the three numbers that are asked for.
 */
export function findDistribution({
  technical_name,
  platform_version,
  version,
}: VersionedModule): { readonly name: string; readonly version: string } | undefined {
  const name = findDistributionName(technical_name, platform_version);
  if (name === undefined || !/^\d+\.\d+\.\d+$/.test(version)) return undefined;
  const isOfPlatform = findPlatformEdition(technical_name, platform_version) !== undefined;
  return isOfPlatform ? undefined : { name, version: `${platform_version}.${version}` };
}
